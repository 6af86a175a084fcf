/** A filesystem of a few kilobytes, if this computer allows one. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Only root can mount, and not in every container. */
export const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
})();

/** Puts this folder on a filesystem of this many kilobytes, until the end of the test. */
export function aSmallDisk(folder: string, kilobytes: number): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=700`, 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
  });
}

/** Puts an empty read-only disk in place of this folder, until the end of the test. */
export function aReadOnlyDisk(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=64k,mode=700', 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
  });
}

/** Fills the disk except for this many kilobytes. */
export function fillBut(folder: string, kilobytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const file = join(folder, 'filling');
  writeFileSync(file, Buffer.alloc(bavail * bsize, 'x'));
  truncateSync(file, bavail * bsize - kilobytes * 1024);
}
