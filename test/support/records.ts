/** The run records of the program: read, and found at the next start. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Home } from './program.ts';

/** One line of the file; `was` is the system as the service sent it. */
export interface Entry {
  readonly kind: 'change' | 'plan' | 'intent' | 'result' | 'end';
  readonly at?: string;
  readonly serviceAt?: string;
  readonly id?: string;
  readonly systems?: unknown;
  readonly was?: unknown;
  readonly outcome?: { readonly kind: string };
  readonly checked?: unknown;
}

/** The file of the only run so far. */
export function runFile({ changesFolder }: Home): string {
  const [name = '', ...others] = readdirSync(changesFolder);
  expect(others).toEqual([]);
  return join(changesFolder, name);
}

export function entries(home: Home): readonly Entry[] {
  return readFileSync(runFile(home), 'utf8').split('\n').flatMap(lineIn);
}

/** A line torn by the end of the program counts for nothing. */
function lineIn(line: string): readonly Entry[] {
  try {
    return [JSON.parse(line) as Entry];
  } catch {
    return [];
  }
}

/** The outcome of each system, by its id. */
export function outcomesIn(home: Home): ReadonlyMap<string, string> {
  const results = entries(home).filter(({ kind }) => kind === 'result');
  return new Map(results.map(({ id = '', outcome }) => [id, outcome?.kind ?? '']));
}
