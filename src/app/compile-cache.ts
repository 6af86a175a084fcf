/** Where does Node keep what it has compiled of this program, so that the next start need not? */
import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { isOwn } from './own-file.ts';

/** A sixth of the time to the first table. In a folder of this person alone: what is in it is run. */
export function enableCompileCache(env: NodeJS.ProcessEnv): void {
  const folder = folderOf(env);
  if (folder === null) return;
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = fs.lstatSync(folder);
    const isTrusted = stats.isDirectory() && isOwn(stats);
    if (isTrusted && (process.platform === 'win32' || (stats.mode & 0o022) === 0)) module.enableCompileCache(folder);
  } catch {
    // Without it the program starts as it does for the first time.
  }
}

/** By the platform's own rule for caches (XDG Base Directory on Linux); null where there is no home. */
function folderOf(env: NodeJS.ProcessEnv): string | null {
  const home = env['HOME'] ?? '';
  const under = (base: string | undefined, ...rest: string[]): string | null =>
    base === undefined || base === '' || !path.isAbsolute(base) ? null : path.join(base, ...rest);
  if (process.platform === 'win32') return under(env['LOCALAPPDATA'], 'rollcall', 'Cache');
  if (process.platform === 'darwin') return under(home, 'Library', 'Caches', 'rollcall');
  return under(env['XDG_CACHE_HOME'], 'rollcall') ?? under(home, '.cache', 'rollcall');
}
