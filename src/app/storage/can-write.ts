/** Tells if files can be written in a folder: tried, or asked of the operating system. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { codeOf } from '../../state/kernel/system-error.ts';
import { removeIfPossible, writeWhole } from './atomic-write.ts';

/** Enough for most files. */
const probe = 'x'.repeat(4096);

/** The operating system's code; null where a file can be written. */
export function writeFault(folder: string): string | null {
  const path = join(folder, `probe-${process.pid}`);
  try {
    writeWhole(path, probe, false);
    removeIfPossible(path);
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

/** The same of a folder that need not be there yet, without writing anything. */
export function placeFault(folder: string): string | null {
  const above = dirname(folder);
  if (!existsSync(folder) && above !== folder) return placeFault(above);
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory() ? null : 'ENOTDIR';
  } catch (error) {
    return codeOf(error);
  }
}
