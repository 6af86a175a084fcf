/** Crashes and stalls: what is reported, and the exit code. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { crashReport } from '../../../src/app/process/crash-report.ts';
import { aHome, type Home } from '../../support/program.ts';

test('the report says what happened and where, safe to print', () => {
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
function exitOf(main: string, home = aHome()): { readonly status: number | null; readonly stderr: string } {
  const path = resolve('src/app/process/crash-report.ts');
  const program = `const { withStallReport, withCrashHandler } = await import(${JSON.stringify(path)}); ${main}`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: home.env,
    encoding: 'utf8',
  });
  return { status, stderr };
}

/** The notes of crashes, in their folder above that of the runs. */
function notesIn(home: Home): readonly string[] {
  const folder = dirname(home.changesFolder);
  return readdirSync(folder).map((name) => join(folder, name));
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

test('a program that can never end, for nothing is left to wait for, is reported and ends with 1', () => {
  expect(exitOf('await withStallReport(() => new Promise(() => undefined));')).toEqual({
    status: 1,
    stderr: 'rollcall: It stopped: no answer can arrive any more. Start it again.\n',
  });
});

test('a command that fails ends with 1, a report, and a note for its owner alone, all without a token', () => {
  const token = 'aB3'.repeat(21);
  const home = aHome();
  const { status, stderr } = exitOf(
    `process.umask(0); await withCrashHandler(async () => { throw new Error('with ${token}'); });`,
    home,
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(/^rollcall \S+ crashed \(a bug\): with \[token\]\n/);
  expect(stderr).not.toContain('Node.js v');
  const notes = notesIn(home);
  expect(notes).toEqual([expect.stringMatching(/\/crash-\d{4}-\d\d-\d\dT[\d.-]+Z-\d+\.txt$/)]);
  const [note = ''] = notes;
  expect(stderr).toBe(`${readFileSync(note, 'utf8')}Details are in ${note}; please attach it to a report.\n`);
  // Neither the umask of the person nor that of a service opens them to others.
  expect([modeOf(note), modeOf(dirname(note))]).toEqual([0o600, 0o700]);
});

test('no note is written where others could write: the report is printed all the same', () => {
  const home = aHome();
  mkdirSync(dirname(home.changesFolder), { recursive: true });
  chmodSync(dirname(home.changesFolder), 0o777);
  const { status, stderr } = exitOf(`await withCrashHandler(async () => { throw new Error('bad'); });`, home);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^rollcall \S+ crashed \(a bug\): bad\n/);
  expect(stderr).not.toContain('Details are in');
  expect(notesIn(home)).toEqual([]);
});

test('a program that ends is not spoken of', () => {
  expect(exitOf('process.exitCode = await withStallReport(() => withCrashHandler(async () => 3));')).toEqual({
    status: 3,
    stderr: '',
  });
});
