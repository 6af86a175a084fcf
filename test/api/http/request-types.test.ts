/** The compiler refuses a request that could slip past read-only, in `npm test` as in the type check. */
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const about = `operation: 'delete system', url: 'https://example.com/org/N1/systems/S1'`;

const lines = {
  'a deletion with its organisation': `{ ${about}, method: 'DELETE', orgId: 'N1' }`,
  'a read without one': `{ ${about}, method: 'GET' }`,
  'a deletion without its organisation': `{ ${about}, method: 'DELETE' }`,
  'a creation without its organisation': `{ ${about}, method: 'POST', body: {} }`,
  'a read that sends a body': `{ ${about}, method: 'GET', body: {} }`,
} as const;

/** The rows above that the compiler refuses. */
function refused(): readonly string[] {
  const path = join(import.meta.dirname, 'requests.ts');
  const beginning = `import type { ApiRequest } from '../../../src/api/http/client.ts';`;
  const text = [beginning, ...Object.values(lines).map((line) => `void (${line} satisfies ApiRequest);`)].join('\n');
  const { config } = ts.readConfigFile('tsconfig.json', (name) => ts.sys.readFile(name)) as { readonly config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...how) =>
    name === path ? ts.createSourceFile(name, text, ts.ScriptTarget.Latest) : getSourceFile(name, ...how);
  const program = ts.createProgram([path], { ...options, incremental: false, noEmit: true }, host);
  const source = program.getSourceFile(path);
  return program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => {
    const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) - 1;
    return Object.keys(lines)[line] ?? ts.flattenDiagnosticMessageText(messageText, '\n');
  });
}

test('a change without its organisation and a read with a body do not compile', () => {
  expect(refused()).toEqual([
    'a deletion without its organisation',
    'a creation without its organisation',
    'a read that sends a body',
  ]);
});
