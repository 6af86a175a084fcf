/** Installs the program onto the path of a shell. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { programPath } from '../support/program.ts';

/** A PATH on which `rollcall` is installed, with the Node of these tests before any other. */
export function pathWithRollcall(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-bin-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 50 });
  });
  symlinkSync(programPath, join(folder, 'rollcall'));
  symlinkSync(process.execPath, join(folder, 'node'));
  return `${folder}:/usr/bin:/bin`;
}
