/** Folders for files of tests. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/** A fresh folder for temporary files, gone with the test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Such a folder with these files, each a value in JSON per line. */
export function aFolderOf(files: Readonly<Record<string, readonly object[]>>): string {
  const folder = aFolder();
  for (const [name, lines] of Object.entries(files)) {
    writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  return folder;
}

/** The folders of settings and of records, as this process finds them; neither is there yet. */
export function ownFolders(): { readonly config: string; readonly state: string } {
  const home = aFolder();
  vi.stubEnv('XDG_CONFIG_HOME', home);
  vi.stubEnv('XDG_STATE_HOME', join(home, 'state'));
  onTestFinished(() => void vi.unstubAllEnvs());
  return { config: join(home, 'rollcall'), state: join(home, 'state', 'rollcall') };
}

/** Does to files what another person or program may do. */
export function inShell(folder: string, script: string): void {
  execFileSync('sh', ['-ec', script], { cwd: folder });
}

const descriptors = '/proc/self/fd';

/** Only Linux tells which files a process has open. */
export const canSeeOpenFiles = existsSync(descriptors);

/** The files of this folder that this process has open. */
export function openFilesIn(folder: string): readonly string[] {
  return readdirSync(descriptors).flatMap((name) => {
    try {
      const path = readlinkSync(join(descriptors, name));
      return path.startsWith(folder) ? [path] : [];
    } catch {
      // It was the one by which the folder of descriptors was read.
      return [];
    }
  });
}
