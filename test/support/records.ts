/** The run records of the program: read, and found at the next start. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Home } from './program.ts';

/** One line of the file; `record` is the system as the service sent it. */
export interface Entry {
  readonly kind: 'run' | 'plan' | 'intent' | 'result' | 'end';
  readonly at?: string;
  readonly serviceAt?: string;
  readonly systemId?: string;
  readonly systems?: unknown;
  readonly record?: unknown;
  readonly outcome?: { readonly kind: string };
  readonly checked?: unknown;
}

/** The file of the only run so far. */
export function runFile({ runsFolder }: Home): string {
  const [name = '', ...others] = readdirSync(runsFolder);
  expect(others).toEqual([]);
  return join(runsFolder, name);
}

export function entries(home: Home): readonly Entry[] {
  return readFileSync(runFile(home), 'utf8').split('\n').flatMap(entryIn);
}

/** A line torn by the end of the program counts for nothing. */
function entryIn(line: string): readonly Entry[] {
  try {
    return [JSON.parse(line) as Entry];
  } catch {
    return [];
  }
}

/** The outcome of each system, by its id. */
export function outcomesIn(home: Home): ReadonlyMap<string, string> {
  const results = entries(home).filter(({ kind }) => kind === 'result');
  return new Map(results.map(({ systemId = '', outcome }) => [systemId, outcome?.kind ?? '']));
}
