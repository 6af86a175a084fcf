/** Installs the program onto the path of a shell. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { programPath } from '../support/program.ts';
import { aFolder } from '../support/folder.ts';

/** A PATH on which `rollcall` is installed, with the Node of these tests before any other. */
export function pathWithRollcall(): string {
  const folder = aFolder();
  symlinkSync(programPath, join(folder, 'rollcall'));
  symlinkSync(process.execPath, join(folder, 'node'));
  return `${folder}:/usr/bin:/bin`;
}
