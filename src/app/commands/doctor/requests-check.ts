/** The doctor's check of the records of requests: where they cannot be saved, no change is sent. */
import { plural } from '../../../screens/text/quantities.ts';
import { standingOf } from '../../../state/change/history/rows.ts';
import { reasonWords } from '../../../state/change/journal/records-file.ts';
import { codeOf } from '../../../state/kernel/system-error.ts';
import { placeFault, writeFault } from '../../storage/can-write.ts';
import { type FolderState, stateOfFolder } from '../../storage/folders.ts';
import { nextFileFault, openRequestRecords } from '../../storage/request-records.ts';
import { folderCheck } from './kept-checks.ts';
import { type Check, failed, info, passed } from './section.ts';

const name = 'requests';

const without = 'rollcall sends nothing that changes something';

/** Their place, the room for more, and the number without a known outcome. */
export async function requestsCheck(folder: string | null, version: string): Promise<Check> {
  const state: FolderState['kind'] | null = folder === null ? null : stateOfFolder(folder).kind;
  if (folder === null || state === 'refused') return folderCheck({ name, path: folder, without });
  const code = state === 'own' ? (writeFault(folder) ?? (await nextFileFault(folder))) : placeFault(folder);
  if (code !== null) {
    const says = `${folder} cannot be written (${code}): ${without}`;
    return failed(name, says, 'make room, or make the folder and its newest file writable for you alone');
  }
  if (state === 'missing') return info(name, `${folder} (none is saved yet)`);
  const records = openRequestRecords({ folder: () => Promise.resolve(folder), version, now: () => Date.now() });
  const kept = await records.list().catch((error: unknown) => ({ code: codeOf(error) }));
  if ('code' in kept) return failed(name, `${folder} cannot be read (${kept.code})`);
  const { requests, damaged, unread } = kept;
  const [first] = unread;
  if (first !== undefined) return failed(name, `${first.path}: ${reasonWords(first.why)}`, 'move it away');
  const open = requests.filter((request) => standingOf(request) === 'noOutcome').length;
  const says = [
    `${folder}, ${plural(requests.length, 'request')}`,
    ...(open === 0 ? [] : [`${open} without a known outcome`]),
    ...(damaged === 0 ? [] : [plural(damaged, 'damaged line')]),
    'for you alone',
  ].join(', ');
  return open === 0 ? passed(name, says) : info(name, says, 'in rollcall, E shows them');
}
