/** Lists the packages in the bundle, their licences, and which of them needs which. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

export interface Package {
  readonly name: string;
  readonly version: string;
  /** As its package.json says (SPDX). */
  readonly licence: string;
  /** Hash of its archive, from package-lock.json (W3C "Subresource Integrity"). */
  readonly integrity: string | null;
  /** The listed packages that it needs, each as `name@version`. */
  readonly needs: readonly string[];
}

export interface BundledPackage extends Package {
  /** Text of its licence file, and of the file in `packaging/licences` under its name. */
  readonly licenceText: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function locked(): Readonly<Record<string, Locked>> {
  return (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }).packages;
}

/** The packages installed beside the program where possible: these, and the binaries of each for the platforms. */
export function optionalPackages(names: readonly string[]): readonly Package[] {
  const lock = locked();
  return names.flatMap((name) => {
    const { version = '', license, integrity, optionalDependencies = {} } = lock[`node_modules/${name}`] ?? {};
    const needs = optionalPackages(Object.keys(optionalDependencies));
    const of = (one: Package): string => `${one.name}@${one.version}`;
    const licence = license ?? 'NOASSERTION';
    return [{ name, version, licence, integrity: integrity ?? null, needs: needs.map(of) }, ...needs];
  });
}

/** In order of their names, each once. Reads `node_modules` and the lockfile beside it. */
export function bundledPackages(inputs: Metafile['inputs']): readonly BundledPackage[] {
  const lock = locked();
  const packages = new Map<string, BundledPackage>();
  for (const folder of new Set(Object.keys(inputs).flatMap(packageFolderOf))) {
    const { name, version, license } = manifestIn(folder);
    // One version may be installed in several places, for packages that each need it.
    const needs = [...(packages.get(`${name}@${version}`)?.needs ?? []), ...neededBy(folder, inputs)];
    packages.set(`${name}@${version}`, {
      name,
      version,
      licence: license ?? 'NOASSERTION',
      licenceText: licenceTextOf(name, folder),
      integrity: lock[folder.slice(folder.indexOf('node_modules/'))]?.integrity ?? null,
      needs: [...new Set(needs)].sort(),
    });
  }
  return Array.from(packages)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one);
}

/** The packages that the files of this folder import; null: that the program itself imports. */
export function neededBy(folder: string | null, inputs: Metafile['inputs']): readonly string[] {
  const folders = Object.entries(inputs)
    .filter(([path]) => (packageFolderOf(path)[0] ?? null) === folder)
    .flatMap(([, { imports }]) => imports.flatMap(({ path }) => packageFolderOf(path)));
  return [...new Set(folders)]
    .filter((other) => other !== folder)
    .map((other) => `${manifestIn(other).name}@${manifestIn(other).version}`)
    .sort();
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** `node_modules/a/node_modules/@b/c/index.js` belongs to `node_modules/a/node_modules/@b/c`. */
function packageFolderOf(path: string): readonly string[] {
  const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  return folder === undefined || !existsSync(join(folder, 'package.json')) ? [] : [folder];
}

/** Throws where there is none: the code may be distributed only with its licence. */
function licenceTextOf(name: string, folder: string): string {
  const own = readdirSync(folder).find((file) => /^licen[cs]e(?:\.|$)/i.test(file));
  const paths = [...(own === undefined ? [] : [join(folder, own)]), join('packaging/licences', `${name}.txt`)];
  const texts = paths.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8').trim());
  if (texts.length === 0) throw new Error(`${name} has no licence in it: put its text into packaging/licences.`);
  return texts.join('\n\n');
}

/** The package's list of its packages, each with its licence and the licence's text. */
export function licenceList(packages: readonly BundledPackage[]): string {
  const parts = packages.map(({ name, version, licence, licenceText }) =>
    [`${name} ${version}`, `Licence: ${licence}`, '', licenceText].join('\n'),
  );
  const head = 'rollcall contains code of these packages, each under its own licence.';
  return [head, ...parts].join(`\n\n${'-'.repeat(78)}\n\n`) + '\n';
}
