/** Lends a text to another program, in a temporary file that is gone after: also where this program is ended meanwhile. */
import { rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isOwn } from '../../state/kernel/files.ts';
import { isAlive } from '../../state/kernel/alive.ts';

/** The folders of the texts that are lent now. */
const lent = new Set<string>();

/** In a file that only this person can read. Rejects as `fs` and `use` do. */
export async function lendText<Value>(
  name: string,
  text: string,
  use: (path: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), `rollcall-text-${process.pid}-`));
  if (lent.size === 0) process.once('exit', removeLentTexts);
  lent.add(folder);
  try {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
    lent.delete(folder);
    if (lent.size === 0) process.off('exit', removeLentTexts);
  }
}

/** At once, for an end of the program that waits for nothing. */
export function removeLentTexts(): void {
  for (const folder of lent) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The next start tries again.
    }
  }
}

/** Removes the texts of sessions that were killed. */
export async function removeLeftTexts(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const [, writer] = /^rollcall-text-(\d+)-/.exec(name) ?? [];
    const folder = join(tmpdir(), name);
    // In a container every session may have the same number.
    const isAtWork = Number(writer) === process.pid ? lent.has(folder) : isAlive(Number(writer));
    if (writer === undefined || isAtWork) continue;
    const stats = await lstat(folder).catch(() => null);
    const isLeft = stats?.isDirectory() === true && isOwn(stats);
    if (isLeft) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
