/** Which packages are in the bundle, under which licences? */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** As its package.json says (SPDX). */
  readonly licence: string;
  /** The file in it that holds the licence; null where there is none. */
  readonly licenceText: string | null;
  /** Of the archive it came from, as package-lock.json has it (W3C "Subresource Integrity"). */
  readonly integrity: string | null;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

/** In order of their names. Reads `node_modules` and the lockfile beside it. */
export function bundledPackages({ inputs }: Metafile): readonly BundledPackage[] {
  const folders = new Set(Object.keys(inputs).flatMap(packageFolderOf));
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const packages = Array.from(folders, (folder): BundledPackage => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    return {
      name: manifest.name,
      version: manifest.version,
      licence: manifest.license ?? 'NOASSERTION',
      licenceText: licenceTextIn(folder),
      integrity: lock.packages[folder.slice(folder.indexOf('node_modules/'))]?.integrity ?? null,
    };
  });
  return packages.sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** `node_modules/a/node_modules/@b/c/index.js` is of `node_modules/a/node_modules/@b/c`. */
function packageFolderOf(path: string): readonly string[] {
  const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  return folder === undefined || !existsSync(join(folder, 'package.json')) ? [] : [folder];
}

function licenceTextIn(folder: string): string | null {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(?:\.|$)/i.test(name));
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim();
}

/** The list that is handed on with the program: each package, its licence, and the licence's text. */
export function licenceList(packages: readonly BundledPackage[]): string {
  const parts = packages.map(({ name, version, licence, licenceText }) =>
    [`${name} ${version}`, `Licence: ${licence}`, ...(licenceText === null ? [] : ['', licenceText])].join('\n'),
  );
  const head = 'rollcall holds code of these packages, each under the licence that is named.';
  return [head, ...parts].join(`\n\n${'-'.repeat(78)}\n\n`) + '\n';
}
