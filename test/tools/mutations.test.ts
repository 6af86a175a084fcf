/** Mistakes in a source file: found, and switched on one at a time. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterEach, expect, test } from 'vitest';
import { compilerOf } from '../../tools/mutate/compiled.ts';
import { mistaken, mutationsIn, switchable } from '../../tools/mutate/mutations.ts';
import { aFolder } from '../support/folder.ts';

const source = `
import { join } from 'node:path';
type Kind = 'a' | 'b';
export async function sum(list: readonly number[], most: number): Promise<number> {
  if (list.length === 0) return 0;
  let all = await Promise.resolve(0);
  for (const one of list) all += one;
  await Promise.resolve();
  return all < most && most > 0 ? all : most;
}
export const words = (kind: Kind): readonly string[] => [kind, 'c'];
`;

type Switches = typeof globalThis & { rollcallMutations?: { on: number; times: Map<number, number> } };

afterEach(() => {
  delete (globalThis as Switches).rollcallMutations;
});

interface Source {
  readonly sum: (list: readonly number[], most: number) => Promise<number>;
  readonly words: (kind: string) => readonly string[];
}

const all = mutationsIn('a.ts', source);
const numbered = new Map(all.map((mutation, at) => [at + 1, mutation]));

/** The source with this mutation on, and with all others there. */
async function answersWith(on: number): Promise<unknown> {
  (globalThis as Switches).rollcallMutations = { on, times: new Map() };
  const { outputText } = ts.transpileModule(switchable('a.ts', source, numbered), {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  });
  const { sum, words } = (await import(`data:text/javascript,${encodeURIComponent(outputText)}#${on}`)) as Source;
  return JSON.stringify([
    await sum([1, 2], 9),
    await sum([5, 5], 9),
    await sum([5, 4], 9),
    await sum([], 9),
    words('a'),
  ]);
}

test('every kind of mistake is found, and none in types or imports', () => {
  expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual([
    ...['await', 'condition', 'literal', 'operator', 'part', 'returns', 'side', 'statement'],
  ]);
  const says = all.map(({ line, says: words }) => `${line} ${words}`);
  expect(says).toContain('5 dropped: if (list.length === 0) return 0;');
  expect(says).toContain('9 all < most && most > 0 → (all < most) || (most > 0)');
  expect(says).toContain('11 without kind');
  expect(all.filter(({ line }) => line < 4)).toEqual([]);
  expect(all.filter(({ isFloating }) => isFloating).map(({ line }) => line)).toEqual([8]);
});

test('a file with every switch off does as before, and with one on it mostly does something else', async () => {
  const usual = JSON.stringify([3, 9, 9, 0, ['a', 'c']]);
  expect(await answersWith(0)).toBe(usual);
  const alike: string[] = [];
  for (const [number, { says }] of numbered) {
    const answers = await answersWith(number).catch(String);
    if (answers === usual) alike.push(says);
  }
  // Seen by no value of these: the same program, or another one for other lists.
  expect(alike.length).toBeLessThan(all.length / 2);
  expect(alike).toContain('await Promise.resolve() → Promise.resolve()');
});

test('a mistake that the compiler sees is known, and one that it does not see', () => {
  const root = aFolder();
  const compilerOptions = { strict: true, noEmit: true, lib: ['es2024'], module: 'nodenext', types: [] };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  mkdirSync(join(root, 'src'));
  const text = source.replace(/import.*\n/, '');
  writeFileSync(join(root, 'src/a.ts'), text);
  const compiles = compilerOf(root);
  const refused = mutationsIn('a.ts', text).filter((mutation) => !compiles('src/a.ts', mistaken(text, mutation)));
  expect(refused.map(({ says }) => says)).toEqual([
    'sum returns undefined',
    'await Promise.resolve(0) → Promise.resolve(0)',
  ]);
  expect(compiles('src/a.ts', text)).toBe(true);
});

test('a loop that a mistake makes endless is ended', async () => {
  const endless = 'export const count = (to: number) => { let n = 0; while (n < to) { n++; } return n; };';
  const found = mutationsIn('b.ts', endless);
  const number = found.findIndex(({ kind }) => kind === 'statement') + 1;
  (globalThis as Switches).rollcallMutations = { on: number, times: new Map() };
  const text = switchable('b.ts', endless, new Map(found.map((mutation, at) => [at + 1, mutation])));
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.ESNext } });
  const { count } = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as {
    readonly count: (to: number) => number;
  };
  expect(() => count(3)).toThrow('endless');
});
