/** The compiler refuses a request that could slip past the records or past read-only, in `npm test` as in the type check. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const url = `url: 'https://example.com/org/N1/systems/S1'`;
const about = `operation: 'delete system', ${url}`;

const lines = {
  'a deletion with its organisation and its saved intent': `client.write(intent, { ${about}, method: 'DELETE', orgId: 'N1' })`,
  'a read': `client.read({ ${about}, method: 'GET' })`,
  'a read of any type': `client.readRaw({ ${about}, method: 'HEAD' })`,
  'a deletion without its organisation': `client.write(intent, { ${about}, method: 'DELETE' })`,
  'a change without a saved intent': `client.write({ ${about}, method: 'PUT', orgId: 'N1' })`,
  'a change with something like an intent': `client.write({ spend: () => undefined }, { ${about}, method: 'PUT', orgId: 'N1' })`,
  'a change whose intent could not be saved': `client.write(saved, { ${about}, method: 'PUT', orgId: 'N1' })`,
  'an intent that was not saved': `new SavedIntent()`,
  'a change as a read': `client.read({ ${about}, method: 'PUT' })`,
  'a change as a read of any type': `client.readRaw({ ${about}, method: 'PATCH' })`,
  'a change as a download': `client.download({ ${about}, method: 'POST' }, () => Promise.resolve())`,
  'a read that sends a body': `client.read({ ${about}, method: 'GET', body: '' })`,
} as const;

const beginning = [
  `import type { Client } from '../../../src/api/http/client.ts';`,
  `import { SavedIntent } from '../../../src/api/http/saved-intent.ts';`,
  `declare const client: Client;`,
  `declare const intent: SavedIntent;`,
  `declare const saved: Awaited<ReturnType<typeof SavedIntent.after>>;`,
];

/** The rows above that the compiler refuses. */
function refused(): readonly string[] {
  const path = join(import.meta.dirname, 'requests.ts');
  const text = [...beginning, ...Object.values(lines).map((line) => `void ${line};`)].join('\n');
  const { config } = ts.readConfigFile('tsconfig.json', (name) => ts.sys.readFile(name)) as { readonly config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...how) =>
    name === path ? ts.createSourceFile(name, text, ts.ScriptTarget.Latest) : getSourceFile(name, ...how);
  const program = ts.createProgram([path], { ...options, incremental: false, noEmit: true }, host);
  const source = program.getSourceFile(path);
  return program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => {
    const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) - beginning.length;
    return Object.keys(lines)[line] ?? ts.flattenDiagnosticMessageText(messageText, '\n');
  });
}

test('a change without a saved intent or without its organisation, and a read that changes something, do not compile', () => {
  expect(refused()).toEqual(Object.keys(lines).slice(3));
});

test('only the store of changes makes saved intents', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const makers = files.filter((name) => readFileSync(join('src', name), 'utf8').includes('SavedIntent.after('));
  expect(makers.sort()).toEqual(['state/change/journal/append.ts']);
});
