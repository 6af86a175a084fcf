/** Folders for files of tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

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
