import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { aHome } from '../../support/program.ts';

/** Runs a program whose main part is this, and answers how it ended. */
function ended(main: string): { readonly status: number | null; readonly stderr: string } {
  const path = resolve('src/app/process/to-the-end.ts');
  const program = `const { unlessStopped, withReport } = await import(${JSON.stringify(path)}); ${main}`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: aHome().env,
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('M5 what can never end, for nothing is left to wait for, is said and ends with 1', () => {
  expect(ended('await unlessStopped(() => new Promise(() => undefined));')).toEqual({
    status: 1,
    stderr: 'rollcall: It stopped in the middle: no answer can come any more. Start it again.\n',
  });
});

test('M5 a command that fails ends with 1 and a report, without a token and without Node’s own words', () => {
  const token = 'aB3'.repeat(21);
  const { status, stderr } = ended(`await withReport(async () => { throw new Error('with ${token}'); });`);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^rollcall \S+ ended because of a mistake in it: with \[token\]\n/);
  expect(stderr).not.toContain('Node.js v');
});

test('what ends is not spoken of', () => {
  expect(ended('process.exitCode = await unlessStopped(() => withReport(async () => 3));')).toEqual({
    status: 3,
    stderr: '',
  });
});
