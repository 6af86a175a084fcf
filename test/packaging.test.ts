/** The package as its users get it: packed, installed into an empty folder, and used. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { flagTable } from '../src/app/cli/flags.ts';
import { aHome, open } from './support/program.ts';
import { deadLinks, readDocument } from './support/markdown.ts';
import { userAt } from './support/user.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import lock from '../package-lock.json' with { type: 'json' };

const place = mkdtempSync(join(tmpdir(), 'rollcall-packed-'));
const prefix = join(place, 'prefix');
const installed = join(prefix, 'node_modules', 'rollcall');
const archive = `rollcall-${manifest.version}.tgz`;
const sources = [
  'src',
  'packaging',
  'build.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'LICENSE',
  'docs',
  ...globSync('*.md'),
];

/** Packs a copy of the source: packing builds again, and other tests use the build of this folder. */
function packIn(folder: string, umask = '022'): string {
  for (const name of sources) cpSync(name, join(folder, name), { recursive: true });
  for (const name of ['README.md', 'docs/guide.md', 'docs/pictures/tour.svg']) {
    chmodSync(join(folder, name), 0o666 & ~parseInt(umask, 8));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync('sh', ['-c', `umask ${umask}; exec npm pack --silent`], { cwd: folder, stdio: 'pipe' });
  return join(folder, archive);
}

beforeAll(() => {
  const packed = packIn(join(place, 'first'));
  // Nothing is asked of a registry, nor run.
  const how = ['--offline', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...how, '--prefix', prefix, packed], { env: { ...process.env, HOME: place } });
}, 120_000);

afterAll(() => {
  rmSync(place, { recursive: true });
});

function filesIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
}

function isDocument(name: string): boolean {
  return /\.(md|svg)$/.test(name);
}

const tests = join(installed, 'test/');

function isInPackage(path: string): boolean {
  return path.startsWith(tests) || (path.startsWith(installed) && existsSync(path));
}

function linksTests(name: string): boolean {
  return readDocument(join(installed, name)).links.some(({ path }) => path?.startsWith(tests));
}

const text = (name: string): string => readFileSync(join(installed, name), 'utf8');

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly 'bom-ref': string;
  readonly scope: string;
  readonly licenses: readonly unknown[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}

interface Bill {
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const bill = (): Bill => JSON.parse(text('share/bom.cdx.json')) as Bill;

describe('the package', () => {
  test('has the program, the documents, and nothing that builds or tests them', () => {
    const documents = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md', 'docs/pictures/*.svg']).sort();
    expect(filesIn(installed).filter(isDocument)).toEqual(documents);
    expect(filesIn(installed).filter((name) => !isDocument(name))).toEqual([
      'LICENSE',
      'dist/conf-file.js',
      'dist/demo-service.js',
      'dist/keychain-helper.js',
      'dist/main.js',
      'dist/main.js.map',
      'dist/package.json',
      'dist/proxied-exchange.js',
      'dist/rollcall.js',
      'package.json',
      'share/bom.cdx.json',
      'share/completions/_rollcall',
      'share/completions/rollcall.bash',
      'share/completions/rollcall.fish',
      'share/licences.txt',
      'share/man/rollcall.1',
      'share/settings.schema.json',
    ]);
  });

  test('has documents whose links lead to files and headings of the package', () => {
    const dead = (name: string): readonly string[] => deadLinks(join(installed, name), isInPackage);
    expect(
      filesIn(installed)
        .filter((name) => name.endsWith('.md'))
        .flatMap(dead),
    ).toEqual([]);
    // The tests are in the repository alone: pages that link them say so, and the README links none.
    expect(filesIn(installed).filter((name) => name.endsWith('.md') && linksTests(name))).toEqual([
      'SECURITY.md',
      'docs/safety.md',
    ]);
    for (const name of ['SECURITY.md', 'docs/safety.md'])
      expect(text(name)).toMatch(/The tests are in the\s+repository/);
  });

  test('is small, alone where the optional module is left out, and runs nothing when it is installed', () => {
    const [documents, others] = [
      filesIn(installed).filter(isDocument),
      filesIn(installed).filter((name) => !isDocument(name)),
    ];
    const bytesOf = (names: readonly string[]): number =>
      names.reduce((sum, name) => sum + statSync(join(installed, name)).size, 0);
    expect(bytesOf(others)).toBeLessThan(4_250_000);
    expect(bytesOf(documents)).toBeLessThan(600_000);
    expect(readdirSync(join(prefix, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['rollcall']);
    const { scripts, dependencies } = JSON.parse(text('package.json')) as typeof manifest & { dependencies?: object };
    expect(dependencies).toBeUndefined();
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
  });

  test('tells of no path it was made in', () => {
    for (const name of filesIn(installed)) {
      expect(text(name)).not.toContain(process.cwd());
      expect(text(name)).not.toContain(place);
    }
  });

  test('is the same to the byte when it is packed again, also under a umask that closes files to others', () => {
    const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(hashOf(packIn(join(place, 'second'), '077'))).toBe(hashOf(join(place, 'first', archive)));
  });

  test('brings its page into man, where it is installed for all users', () => {
    const everybody = join(place, 'everybody');
    const how = ['--global', '--offline', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--silent'];
    const packed = join(place, 'first', archive);
    execFileSync('npm', ['install', ...how, '--prefix', everybody, packed], { env: { ...process.env, HOME: place } });
    expect(readFileSync(join(everybody, 'share/man/man1/rollcall.1'), 'utf8')).toBe(text('share/man/rollcall.1'));
  });

  test('is used as it is installed', async () => {
    const home = aHome();
    const command = join(prefix, 'node_modules', '.bin', 'rollcall');
    const user = userAt(open(command, ['--demo'], { cwd: home.path, env: home.env }), home);
    await user.opens('Tailspin Toys');
    await user.leaves();
    expect(execFileSync(command, ['--version'], { encoding: 'utf8' })).toContain(
      `rollcall ${manifest.version} (Node.js`,
    );
  });
});

test('with the optional module it is three packages, runs no script, and can be loaded', async () => {
  const withModule = join(place, 'with-module');
  const packed = join(place, 'first', archive);
  const how = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', `--registry=${await aRegistry()}`];
  // A cache of its own: nothing is there yet.
  const env = { ...process.env, HOME: join(place, 'empty') };
  await promisify(execFile)('npm', ['install', ...how, '--prefix', withModule, packed], { env });
  const { packages } = JSON.parse(readFileSync(join(withModule, 'node_modules', '.package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  expect(Object.keys(packages)).toHaveLength(3);
  expect(Object.values(packages).filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
  expect(loadedFrom(withModule)).toBe('function');
  expect(loadedFrom(prefix)).toBe('ERR_MODULE_NOT_FOUND');
});

/** A package in the lockfile, also one for other platforms, which is not installed. */
type Locked = Readonly<Record<string, unknown>> & { readonly version: string };

const archivesOf = new Map<string, Buffer>();

/** An archive as npm publishes it: all files are in a folder `package`. */
function archiveOf(name: string): Buffer {
  const known = archivesOf.get(name);
  if (known !== undefined) return known;
  const options = ['-cz', '--transform', 's,^\\.,package,', '-C', join('node_modules', name), '.'];
  const archive = execFileSync('tar', options, { maxBuffer: 64 * 1024 * 1024 });
  archivesOf.set(name, archive);
  return archive;
}

function documentOf(name: string, address: string): unknown {
  const { version, ...about } = (lock.packages as unknown as Record<string, Locked>)[`node_modules/${name}`] ?? {
    version: '',
  };
  if (version === '') return null;
  const isHere = existsSync(join('node_modules', name));
  const integrity = isHere
    ? `sha512-${createHash('sha512').update(archiveOf(name)).digest('base64')}`
    : about['integrity'];
  const dist = { tarball: `${address}/archive/${name}`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...about, name, version, dist } } };
}

/** The registry's address. It closes with the test. */
async function aRegistry(): Promise<string> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const archive = /^archive\/(.+)$/.exec(path)?.[1];
    if (archive !== undefined) {
      response.end(archiveOf(archive));
      return;
    }
    const document = documentOf(path, address);
    response.writeHead(document === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((isListening) => server.listen(0, '127.0.0.1', isListening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return address;
}

/** Native module that the program of this prefix finds. */
function loadedFrom(where: string): string {
  const script = `console.log(await import('@napi-rs/keyring').then((module) => typeof module.AsyncEntry, ({ code }) => code))`;
  const cwd = join(where, 'node_modules', 'rollcall', 'dist');
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd, encoding: 'utf8' }).trim();
}

describe('beside the program', () => {
  test('the man page has every flag, and no mistake that groff knows of', () => {
    const page = text('share/man/rollcall.1');
    for (const { name } of flagTable) expect(page).toContain(`.B \\-\\-${name.replaceAll('-', '\\-')}`);
    const lint = spawnSync('groff', ['-man', '-Tutf8', '-wall', '-z'], { input: page, encoding: 'utf8' });
    // groff is not everywhere.
    if (lint.error === undefined) expect(lint.stderr).toBe('');
  });

  test('bash completes commands and flags, and leaves values to the person', () => {
    const script = `. "$0"; complete_with() { COMP_WORDS=(rollcall "$@"); COMP_CWORD=$#; _rollcall; echo "$#: \${COMPREPLY[*]}"; }
      complete_with sy; complete_with --pro; complete_with --org ''; complete_with --demo --re`;
    const path = join(installed, 'share/completions/rollcall.bash');
    const output = execFileSync('bash', ['--norc', '-c', script, path], { encoding: 'utf8' });
    expect(output).toBe('1: systems\n1: --profile\n2: \n2: --review --read-only\n');
  });

  test.each([
    ['zsh', 'share/completions/_rollcall', ['-n']],
    ['fish', 'share/completions/rollcall.fish', ['--no-execute']],
  ])('%s gets every flag', (shell, name, check) => {
    for (const { name: flag } of flagTable) expect(text(name)).toContain(flag);
    const read = spawnSync(shell, [...check, join(installed, name)], { encoding: 'utf8' });
    if (read.error === undefined)
      expect({ status: read.status, stderr: read.stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('what is bundled is listed with its licence and the text of it', () => {
    const [, ...listed] = text('share/licences.txt').split(`\n\n${'-'.repeat(78)}\n\n`);
    const ofBill = bill().components.filter(({ scope }) => scope === 'required');
    expect(listed.map((part) => part.split('\n', 1)[0])).toEqual(ofBill.map((one) => `${one.name} ${one.version}`));
    for (const part of listed) {
      expect(part).toMatch(/^\S+ \S+\nLicence: (MIT|ISC|BSD-\d-Clause|Apache-2.0)\n\n/);
      expect(part).toMatch(/copyright/i);
      expect(part).toMatch(/permi(tted|ssion)/i);
    }
  });

  test('the bill of materials holds each package once, with its hash and licence, and is joined without gaps', () => {
    const { specVersion, metadata, components, dependencies } = bill();
    expect(specVersion).toBe('1.6');
    const names = components.map(({ name }) => name);
    for (const name of ['ink', 'react', 'ink-text-input', 'zod', 'undici', '@napi-rs/keyring']) {
      expect(names).toContain(name);
    }
    const known = [metadata.component, ...components].map((one) => one['bom-ref']);
    expect(new Set(known).size).toBe(known.length);
    expect(dependencies.map(({ ref }) => ref)).toEqual(known);
    for (const one of components) {
      expect(one.purl).toBe(`pkg:npm/${one.name.replace('@', '%40')}@${one.version}`);
      expect(one.licenses).toHaveLength(1);
      expect(one.hashes).toMatchObject([{ alg: 'SHA-512' }]);
    }
    const reached = new Set([metadata.component['bom-ref']]);
    // A set goes on to what is added while it is walked.
    for (const ref of reached) dependencies.find((one) => one.ref === ref)?.dependsOn.forEach((to) => reached.add(to));
    expect([...reached].sort()).toEqual([...known].sort());
  });
});
