/** The doctor's check of the definitions of services that are kept from one start to the next. */
import { count, plural } from '../../../screens/text/quantities.ts';
import { placeFault, writeFault } from '../../storage/can-write.ts';
import { keptDefinitions } from '../../storage/definitions.ts';
import { type FolderState, stateOfFolder } from '../../storage/folders.ts';
import { folderCheck } from './checks.ts';
import { type Check, failed, info, passed } from './section.ts';

const name = 'definitions';

const without = 'every start reads the definition of the service';

/** What is kept, and whether more can be: without it, each start asks the service for its definition. */
export function definitionsCheck(folder: string | null): Check {
  const state: FolderState['kind'] | null = folder === null ? null : stateOfFolder(folder).kind;
  if (folder === null || state === 'refused') return folderCheck({ name, path: folder, without });
  const code = state === 'own' ? writeFault(folder) : placeFault(folder);
  if (code !== null) {
    const says = `${folder} cannot be written (${code}): ${without}`;
    return failed(name, says, 'make room, or make the folder writable; all else works without it');
  }
  const kept = state === 'own' ? keptDefinitions(folder) : null;
  if (kept === null || kept.services === 0) return info(name, `${folder} (none is kept yet)`);
  const size = `${count(Math.ceil(kept.bytes / 1024))} kB`;
  return passed(name, `${folder}, of ${plural(kept.services, 'service')}, ${size}, for you alone`);
}
