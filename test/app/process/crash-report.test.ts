/** Crashes and stalls: what is reported, and the exit code. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { crashReport } from '../../../src/app/process/crash-report.ts';
import { aHome } from '../../support/program.ts';

test('what happened and where, safe to print', () => {
  const report = crashReport(new Error('bad \u001B[2J value'));
  expect(report).toContain('crashed (a bug): bad ␛[2J value\n');
  expect(report).toMatch(/\n {4}at .*crash-report\.test\.ts/);
  expect(report.split('\n').length).toBeLessThanOrEqual(11);
});

test('anything can be thrown', () => {
  expect(crashReport('text')).toContain('crashed (a bug): text');
  expect(crashReport(null)).toContain('crashed (a bug): unknown');
});

/** Runs a program whose main part is this, and answers how it ended. */
function exitOf(main: string): { readonly status: number | null; readonly stderr: string } {
  const path = resolve('src/app/process/crash-report.ts');
  const program = `const { withStallReport, withCrashHandler } = await import(${JSON.stringify(path)}); ${main}`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: aHome().env,
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('M5 what can never end, for nothing is left to wait for, is said and ends with 1', () => {
  expect(exitOf('await withStallReport(() => new Promise(() => undefined));')).toEqual({
    status: 1,
    stderr: 'rollcall: It stopped: no answer can arrive any more. Start it again.\n',
  });
});

test('M5 a command that fails ends with 1 and a report, without a token and without Node’s own words', () => {
  const token = 'aB3'.repeat(21);
  const { status, stderr } = exitOf(`await withCrashHandler(async () => { throw new Error('with ${token}'); });`);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^rollcall \S+ crashed \(a bug\): with \[token\]\n/);
  expect(stderr).not.toContain('Node.js v');
});

test('what ends is not spoken of', () => {
  expect(exitOf('process.exitCode = await withStallReport(() => withCrashHandler(async () => 3));')).toEqual({
    status: 3,
    stderr: '',
  });
});
