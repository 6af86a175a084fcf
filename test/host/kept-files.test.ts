/** Remains of rollcall on a computer: nothing of the package, and the person's own files, which the doctor names. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { open } from '../support/program.ts';
import { aCrowd, aService, aSystem, daysAgo } from '../support/service.ts';
import { environmentFor, userAt, type User } from '../support/user.ts';
import { aPerson, copySource, type Person } from './person.ts';

const later = '99.0.0';

let person: Person;
/** Where packages are installed for all projects of the person. */
let prefix: string;
let path: string;

beforeAll(() => {
  person = aPerson();
  prefix = join(person.place, 'prefix');
  const bin = join(person.place, 'bin');
  for (const folder of [prefix, bin]) mkdirSync(folder);
  copyFileSync(process.execPath, join(bin, 'node'));
  chmodSync(join(bin, 'node'), 0o755);
  path = `${join(prefix, 'bin')}:${bin}:${process.env['PATH'] ?? ''}`;
  for (const version of [manifest.version, later]) pack(version);
  for (const folder of [prefix, bin]) person.give(folder);
}, 120_000);

afterAll(() => {
  person.remove();
}, 60_000);

/** Packs a copy of the source: the build of this folder is used by other tests. */
function pack(version: string): void {
  const source = join(person.place, `source-${version}`);
  copySource(source, '.', ':!test');
  writeFileSync(join(source, 'package.json'), JSON.stringify({ ...manifest, version }));
  execFileSync('ln', ['-s', resolve('node_modules'), join(source, 'node_modules')]);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', person.place], { cwd: source, stdio: 'pipe' });
  chmodSync(archiveOf(version), 0o644);
}

function archiveOf(version: string): string {
  return join(person.place, `rollcall-${version}.tgz`);
}

const npm = async (...args: readonly string[]): Promise<void> => {
  const line = `npm ${args.map((arg) => `'${arg}'`).join(' ')} --global --silent --prefix '${prefix}'`;
  const ran = await person.run(line, { cwd: person.home, env: { PATH: path } });
  expect(ran).toEqual({ exitCode: 0, output: '' });
};

const install = (version: string, ...flags: readonly string[]): Promise<void> =>
  npm('install', '--offline', ...flags, archiveOf(version));

function starts(line: string, env: Readonly<Record<string, string>> = {}): User {
  const [command, args] = person.as(line);
  const home = { path: person.home } as never;
  return userAt(open(command, args, { cwd: person.home, env: { ...person.env, PATH: path, ...env } }), home);
}

async function prints(line: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  return (await person.run(line, { cwd: person.home, env: { PATH: path, ...env } })).output;
}

function filesIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(folder, name)).filter((file) => !statSync(file).isDirectory());
}

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === person.home ? [] : [folder, ...foldersAbove(folder)];
}

/** As a folder of its own, not as one above another. */
function isNamedIn(told: string, folder: string): boolean {
  return told.includes(`${folder}, `);
}

test('installed, used, upgraded and removed: what stays is in places that the doctor names', async () => {
  const service = await aService({
    systems: aCrowd().concat(aSystem({ hostname: 'old-laptop', lastSeen: daysAgo(200) })),
  });
  const env = environmentFor(service);

  await install(manifest.version, '--omit=optional');
  expect(readFileSync(join(prefix, 'share/man/man1/rollcall.1'), 'utf8')).toContain('rollcall');
  const first = starts('rollcall', env);
  await first.opens('Northwind');
  await first.presses('mark all stale').sees('1 marked');
  await first.deletes('delete 1', '1 system deleted');
  await first.leaves();

  await install(later);
  expect(await prints('rollcall --version')).toContain(`rollcall ${later} (`);
  expect(await prints('rollcall completion bash')).toContain('complete');
  expect(await prints('rollcall runs')).toContain('1 deleted');
  const second = starts('rollcall', env);
  await second.opens('Northwind');
  await second.presses('mark and move down').sees('1 marked');
  await second.presses('protect this system').sees('is protected for good');
  await second.leaves();
  await prints(`rollcall api POST '/org/{orgId}/enrolment-keys' --org Northwind description=lab --write`, env);
  const told = await prints('rollcall doctor', env);

  await npm('uninstall', 'rollcall');
  expect(filesIn(prefix)).toEqual([]);
  const own = filesIn(person.home);
  const kinds = ['config.json', 'state.json', 'changes', 'marks', 'seen', 'compiled', 'definitions'];
  expect(kinds.filter((kind) => !own.some((file) => file.includes(`/${kind}`)))).toEqual([]);
  expect(own.filter((file) => !foldersAbove(file).some((folder) => isNamedIn(told, folder)))).toEqual([]);
});

test.each([
  ['can only be read', 'EACCES'],
  ['is missing', 'EACCES'],
])('in a home that %s the demo and the doctor work, and say what cannot be kept', async (what, code) => {
  const home = what === 'is missing' ? '/nobody/home' : join(person.place, 'read-only');
  if (what !== 'is missing') {
    mkdirSync(home, { mode: 0o500 });
    person.give(home);
  }
  const line = `node '${join(person.place, `source-${manifest.version}`, 'dist/rollcall.js')}'`;
  const user = starts(`${line} --demo`, { HOME: home });
  await user.opens('Tailspin Toys');
  await user.sees(`Deletions blocked: no record can be saved (${code}: rollcall doctor).`);
  await user.chooses('hide the warning');
  await user.presses('mark all stale').sees(/mark loaded|marked/);
  await user.leaves();

  const told = await prints(`${line} doctor`, { HOME: home });
  for (const folder of [
    'settings +\\S.*: your settings last for one session',
    'sessions +\\S.*: marks and crash notes are not kept',
    'records +\\S.*: rollcall deletes and changes nothing',
    'locks +\\S.*: rollcall deletes and disables nothing',
    'compiled code +\\S.*: every start takes a little longer',
    'definitions +\\S.*: every start reads the definition of the service',
  ])
    expect(told).toMatch(new RegExp(`^! ${folder}$`, 'm'));
});
