/** A filesystem of a few kilobytes, where this computer allows one. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Only root mounts, and not in every container. */
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

/** This folder on a filesystem of so many kilobytes, until the test is over. */
export function aSmallDisk(folder: string, kilobytes: number): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=700`, 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
  });
}

/** An empty disk in the place of this folder, on which nothing can be written, until the test is over. */
export function aReadOnlyDisk(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=64k,mode=700', 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
  });
}

/** Fills it, but for so many kilobytes. */
export function fillBut(folder: string, kilobytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const file = join(folder, 'filling');
  writeFileSync(file, Buffer.alloc(bavail * bsize, 'x'));
  truncateSync(file, bavail * bsize - kilobytes * 1024);
}
