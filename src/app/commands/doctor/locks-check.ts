/** The doctor's check of locks: where none can be had, nothing is deleted, for two sessions could do so at once. */
import process from 'node:process';
import { locksFolder, stateOfFolder } from '../../storage/folders.ts';
import { lockFault, placeOf } from '../../storage/lock.ts';
import { folderCheck } from './checks.ts';
import { type Check, failed, passed } from './section.ts';

const without = 'rollcall deletes and disables nothing';

const mend =
  process.platform === 'linux'
    ? 'set XDG_STATE_HOME to a folder of yours on a disk of this computer'
    : 'set HOME to a folder of yours on a disk of this computer';

/** One is taken, and released again. */
export async function locksCheck(): Promise<Check> {
  const name = 'locks';
  const path = await locksFolder().then(placeOf, () => null);
  if (path === null || stateOfFolder(path).kind === 'refused') return folderCheck({ name, path, without });
  const code = await lockFault();
  return code === null
    ? passed(name, `${path}, for you alone`)
    : failed(name, `${path} takes none (${code}): ${without}`, mend);
}
