/** The doctor's check of the definitions of services that are kept from one start to the next. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { count, plural } from '../../../screens/text/quantities.ts';
import { codeOf } from '../../../state/kernel/system-error.ts';
import { removeIfPossible, writeWhole } from '../../storage/atomic-write.ts';
import { keptDefinitions } from '../../storage/definitions.ts';
import { type FolderState, stateOfFolder } from '../../storage/folders.ts';
import { type Check, failed, folderCheck, info, passed } from './checks.ts';

const name = 'definitions';

/** What is kept, and whether more can be: without it, each start asks the service for its definition. */
export function definitionsCheck(folder: string | null): Check {
  const state: FolderState['kind'] | null = folder === null ? null : stateOfFolder(folder).kind;
  if (folder === null || state === 'refused') return folderCheck(name, folder, stateOfFolder);
  const code = state === 'own' ? writeFault(folder) : placeFault(folder);
  if (code !== null) {
    const says = `${folder} cannot be written (${code}): every start reads the definition of the service`;
    return failed(name, says, 'make room, or make the folder writable; all else works without it');
  }
  const kept = state === 'own' ? keptDefinitions(folder) : null;
  if (kept === null || kept.services === 0) return info(name, `${folder} (none is kept yet)`);
  const size = `${count(Math.ceil(kept.bytes / 1024))} kB`;
  return passed(name, `${folder}, of ${plural(kept.services, 'service')}, ${size}, for you alone`);
}

/** As much as the notes beside a definition take. */
const probe = 'x'.repeat(4096);

function writeFault(folder: string): string | null {
  const path = join(folder, `probe-${process.pid}`);
  try {
    writeWhole(path, probe, false);
    removeIfPossible(path);
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

/** Of a folder that is not there yet: can it be made? */
function placeFault(folder: string): string | null {
  const above = dirname(folder);
  if (!existsSync(above) && above !== folder) return placeFault(above);
  try {
    accessSync(above, constants.W_OK);
    return statSync(above).isDirectory() ? null : 'ENOTDIR';
  } catch (error) {
    return codeOf(error);
  }
}
