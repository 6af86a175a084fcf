/** Fetches packages from the registry and unpacks them after checking their hashes. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Archive } from './targets.ts';

/** Unpacks a package into a folder within `place`, and answers that folder. Throws where its hash is another one. */
export function unpacked({ name, integrity }: Archive, place: string): string {
  const folder = join(place, name.replaceAll('/', '+'));
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  const fetched = mkdtempSync(join(place, 'fetched-'));
  // npm need not fetch its cached packages again.
  const how = ['--silent', '--prefer-offline', '--pack-destination', fetched];
  const archive = join(fetched, execFileSync('npm', ['pack', name, ...how], { encoding: 'utf8' }).trim());
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name} has the hash ${found}, and not ${integrity}.`);
  execFileSync('tar', ['--extract', '--gzip', '--file', archive, '--directory', folder, '--strip-components=1']);
  rmSync(fetched, { recursive: true });
  return folder;
}

/** The optional dependency of this name, as the lockfile has it. */
export function lockedArchive(name: string): Archive {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, { readonly version: string; readonly integrity?: string }>>;
  };
  const locked = packages[`node_modules/${name}`];
  if (locked?.integrity === undefined) throw new Error(`package-lock.json has no hash of ${name}.`);
  return { name: `${name}@${locked.version}`, integrity: locked.integrity };
}
