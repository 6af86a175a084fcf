/** Makes rollcall as one file for each platform, and as packages of Debian: `npm run binary`, or `-- linux-x64` alone. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { build } from '../../build.ts';
import { licenceList, bundledPackages } from '../bundled.ts';
import { lockedArchive, unpacked } from './archives.ts';
import { makeDebianPackage } from './debian.ts';
import { builtLoader, makeExecutable } from './executable.ts';
import { missing, nodeVersion, type Target, targets } from './targets.ts';
import { compiledProgram } from './warm-up.ts';

const outdir = 'dist-binary';

const here = `${process.platform}-${process.arch}`;

interface Made {
  readonly name: string;
  /** Notes for a person who distributes the file. */
  readonly notes: readonly string[];
}

/** The targets with these names; all where none is given. */
function askedFor(names: readonly string[]): readonly Target[] {
  const unknown = names.filter((name) => targets.every((target) => target.name !== name));
  if (unknown.length === 0) return targets.filter(({ name }) => names.length === 0 || names.includes(name));
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Platforms: ${targets.map(({ name }) => name).join(', ')}.\n`);
  return process.exit(2);
}

/** The licences of everything in the file: rollcall, the bundled packages, Node, and the keychain's module. */
function licencesOf(target: Target, bundled: string, place: string): string {
  // The package for Windows has none, and Node is the same.
  const nodeFolder = unpacked((targets.find(({ debian }) => debian !== null) ?? target).node, place);
  const keyringFolder = unpacked(lockedArchive(target.keyring.name), place);
  const texts = [
    readFileSync('LICENSE', 'utf8'),
    bundled,
    `Node.js ${nodeVersion}\n\n${readFileSync(join(nodeFolder, 'LICENSE'), 'utf8')}`,
    `${target.keyring.name}\n\n${readFileSync(join(keyringFolder, 'LICENSE.third-party.md'), 'utf8')}`,
  ];
  return `${texts.map((text) => text.trim()).join(`\n\n${'='.repeat(78)}\n\n`)}\n`;
}

/** Date of the last change: the same source gives the same package. */
function sourceDate(): Date {
  const seconds =
    process.env['SOURCE_DATE_EPOCH'] ?? execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' });
  return new Date(Number(seconds) * 1000);
}

function makeDebian(architecture: string, executable: string, licences: string, place: string): Made {
  const root = join(place, `debian-${architecture}`);
  mkdirSync(root);
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const about = { architecture, executable, changelog, licence: readFileSync('LICENSE', 'utf8'), licences };
  return { name: makeDebianPackage({ ...about, date: sourceDate() }, root, outdir), notes: ['not signed'] };
}

async function make(target: Target, place: string, loader: string, bundled: string): Promise<readonly Made[]> {
  const isHere = target.name === here;
  const path = join(outdir, target.file);
  makeExecutable(target, path, { place, loader, compiled: isHere ? await compiledProgram(place) : null });
  if (isHere) execFileSync(path, ['--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const licences = licencesOf(target, bundled, place);
  writeFileSync(`${path}.licences.txt`, licences);
  const notes = isHere ? ['not signed'] : ['not signed', 'not run: this is another platform', 'without compiled code'];
  const debian = target.debian === null || !canPack ? [] : [makeDebian(target.debian, path, licences, place)];
  return [{ name: target.file, notes }, ...debian];
}

function checksum(name: string): string {
  return `${createHash('sha256')
    .update(readFileSync(join(outdir, name)))
    .digest('hex')}  ${name}`;
}

function told({ name, notes }: Made): string {
  const megabytes = (statSync(join(outdir, name)).size / 1e6).toFixed(1);
  return `  ${name.padEnd(28)}${megabytes.padStart(6)} MB  ${notes.join('; ')}`;
}

if (process.versions.node !== nodeVersion) {
  process.stderr.write(`The file is made by the Node that it contains, ${nodeVersion}: npm run binary brings it.\n`);
  process.exit(1);
}
/** Another system may not have the program that makes packages of Debian. */
const canPack = spawnSync('dpkg-deb', ['--version'], { stdio: 'ignore' }).status === 0;
const asked = askedFor(process.argv.slice(2));
const place = mkdtempSync(join(tmpdir(), 'rollcall-binary-'));
try {
  const { inputs } = await build();
  const bundled = licenceList(bundledPackages(inputs));
  const loader = await builtLoader(place);
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir);
  const made: Made[] = [];
  for (const target of asked) made.push(...(await make(target, place, loader, bundled)));
  const sums = made.map(({ name }) => checksum(name));
  writeFileSync(join(outdir, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  const lines = [
    `Made in ${outdir}:`,
    ...made.map(told),
    '',
    ...sums,
    '',
    'Not made:',
    ...[...(canPack ? [] : ['packages of Debian: dpkg-deb is not installed here']), ...missing].map(
      (one) => `  ${one}`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
} finally {
  rmSync(place, { recursive: true });
}
