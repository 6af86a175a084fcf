/** The compiled code that is kept between starts: used, made anew, and never taken from others. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { kindOfStart } from '../../../src/app/process/compile-cache.ts';
import { aHome, programPath } from '../../support/program.ts';

/** A home with the compiled code of `doctor`, and what starts it again. */
function aSecondStart() {
  const home = aHome();
  const env = { ...home.env, XDG_CACHE_HOME: join(home.path, 'cache'), PATH: process.env['PATH'] };
  const folder = join(home.path, 'cache', 'rollcall', 'compiled');
  const start = (...args: string[]) => {
    const { status, stdout, stderr, signal } = spawnSync(process.execPath, [...args, programPath, 'doctor'], {
      env,
      encoding: 'utf8',
    });
    return { status, signal, stderr, message: /^. compiled code .*$/m.exec(stdout)?.[0].trim().replace(/ {2,}/, ': ') };
  };
  const files = (): readonly string[] => readdirSync(folder).map((name) => join(folder, name));
  const changed = (): number => statSync(files()[0] ?? '').mtimeMs;
  return { folder, start, files, changed };
}

const well = { signal: null, stderr: '' };

test('a command keeps it for its next start, in a file for its owner alone, and that start takes it', () => {
  const { folder, start, files, changed } = aSecondStart();
  start();
  expect(files().map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const before = changed();
  expect(start()).toMatchObject({ ...well, message: `compiled code: ${folder}, for you alone` });
  expect({ files: files().length, changed: changed() }).toEqual({ files: 1, changed: before });
});

test.each<[string, (code: Buffer) => Buffer]>([
  ['empty', () => Buffer.alloc(0)],
  ['cut off', (code) => code.subarray(0, code.length >> 1)],
  [
    'zeros from its middle on',
    (code) => Buffer.concat([code.subarray(0, code.length >> 1), Buffer.alloc(code.length)]),
  ],
  ['of another program', () => new Script('0').createCachedData()],
  ['no compiled code', () => Buffer.from('hello '.repeat(1000))],
  ['far too large', (code) => Buffer.concat([code, Buffer.alloc(2 ** 24, 1)])],
])('a file that is %s is made anew without a word', (_, damage) => {
  const { start, files } = aSecondStart();
  start();
  const [file = ''] = files();
  const whole = readFileSync(file);
  writeFileSync(file, damage(whole));
  expect(start()).toMatchObject(well);
  expect(Math.abs(statSync(file).size - whole.length)).toBeLessThan(whole.length / 10);
});

/** Code of another program with as many characters, which the engine could not tell from this one. */
function foreignCode(): Buffer {
  const program = readFileSync(join(dirname(programPath), 'main.js'), 'latin1');
  const source = '(function(){process.stderr.write("foreign");process.exit(9)})';
  return new Script(source.padEnd(program.length)).createCachedData();
}

test('compiled code is run only from this person: a file that others can write is not', () => {
  const { start, files } = aSecondStart();
  start();
  const [file = ''] = files();
  writeFileSync(file, foreignCode());
  // It would be run.
  expect(start()).toMatchObject({ status: 9, stderr: 'foreign' });
  chmodSync(file, 0o666);
  const { message, ...ended } = start();
  expect(ended).toMatchObject(well);
  expect(message).toContain(`not used: ${file} can be written by other users.`);
});

test('nor one behind a link, nor one in a folder that others can write', () => {
  const { folder, start, files } = aSecondStart();
  start();
  const [file = ''] = files();
  const elsewhere = join(folder, '..', 'elsewhere');
  writeFileSync(elsewhere, foreignCode(), { mode: 0o600 });
  renameSync(file, `${file}.old`);
  symlinkSync(elsewhere, file);
  expect(start()).toMatchObject(well);
  writeFileSync(file, foreignCode());
  chmodSync(folder, 0o777);
  expect(start()).toMatchObject(well);
});

test('files of many versions go, the oldest first', () => {
  const { folder, start } = aSecondStart();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(join(folder, '..'), 0o700);
  for (let old = 0; old < 40; old++) writeFileSync(join(folder, `old-${old}`), '', { mode: 0o600 });
  start();
  expect(readdirSync(folder)).toHaveLength(32);
  expect(readdirSync(folder)).toContainEqual(expect.stringMatching(/-doctor$/));
});

test.each([
  [['systems', '--csv'], 'systems'],
  [['--help'], 'help'],
  [['--version'], 'help'],
  [[], 'screen'],
  [['--demo'], 'screen'],
  [['--org', 'systems'], 'screen'],
  [['../../evil'], 'screen'],
])('%j is a start of the kind %s', (argv, kind) => {
  expect(kindOfStart(argv)).toBe(kind);
});
