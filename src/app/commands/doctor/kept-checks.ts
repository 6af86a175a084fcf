/** The doctor's checks of rollcall's own folders: locks, compiled code, definitions, changes, and any other. */
import process from 'node:process';
import { count, plural } from '../../../screens/text/quantities.ts';
import { isRequest, standingOf } from '../../../state/change/history/rows.ts';
import { isUnread, unreadWords } from '../../../state/change/journal/records-file.ts';
import { decodeRecord } from '../../../state/change/runs/effects.ts';
import { listChanges } from '../../../state/change/runs/files.ts';
import { cacheFolder, stateOfCache } from '../../process/compile-cache.ts';
import { assetText, compiledAsset, isOneFile, scriptOf } from '../../process/parts.ts';
import { placeFault, writeFault } from '../../storage/atomic-write.ts';
import { keptDefinitions } from '../../storage/definitions.ts';
import { locksFolder, stateOfFolder } from '../../storage/folders.ts';
import { lockFault, placeOf } from '../../storage/lock.ts';
import { failed, type Finding, info, passed } from './section.ts';

/** `path`: null where none can be had. `without`: the consequence, after "cannot be written" and a colon. */
export function folderCheck(path: string | null, without: string, stateOf = stateOfFolder): Finding {
  if (path === null) return info(`none, there is no home folder: ${without}`);
  const state = stateOf(path);
  if (state.kind === 'refused') {
    const mend = state.code === 'not yours' ? `sudo chown -R "$(id -un)" ${path}` : undefined;
    return failed(`not used: ${state.sentence}`, mend);
  }
  const code = placeFault(path);
  if (code !== null) return failed(`${path} cannot be written (${code}): ${without}`, 'make it writable for you');
  return state.kind === 'own' ? passed(`${path}, for you alone`) : info(`${path} (not there yet)`);
}

export async function locksCheck(): Promise<Finding> {
  const without = 'rollcall deletes and disables nothing';
  const path = await locksFolder().then(placeOf, () => null);
  if (path === null || stateOfFolder(path).kind === 'refused') return folderCheck(path, without);
  const code = await lockFault();
  if (code === null) return passed(`${path}, for you alone`);
  const variable = process.platform === 'linux' ? 'XDG_STATE_HOME' : 'HOME';
  return failed(
    `${path} takes none (${code}): ${without}`,
    `set ${variable} to a folder of yours on a disk of this computer`,
  );
}

export function compiledCheck(): Finding {
  if (!isOneFile()) return folderCheck(cacheFolder(process.env), 'every start takes a little longer', stateOfCache);
  const compiled = compiledAsset('main.js');
  if (compiled === undefined) return info('none: this file was made on another platform, and starts slower');
  const { cachedDataRejected } = scriptOf({ path: 'main.js', source: assetText('main.js') }, compiled);
  if (cachedDataRejected === true) return info('in the file, but not for this computer: it starts slower');
  return passed('in the file, and used');
}

/** The stored definitions, and room for more: without it, each start asks the service for its definition. */
export function definitionsCheck(folder: string | null): Finding {
  const without = 'every start reads the definition of the service';
  const state = folder === null ? null : stateOfFolder(folder).kind;
  if (folder === null || state === 'refused') return folderCheck(folder, without);
  const code = state === 'own' ? writeFault(folder) : placeFault(folder);
  if (code !== null) {
    const mend = 'make room, or make the folder writable; all else works without it';
    return failed(`${folder} cannot be written (${code}): ${without}`, mend);
  }
  const kept = state === 'own' ? keptDefinitions(folder) : null;
  if (kept === null || kept.services === 0) return info(`${folder} (none is kept yet)`);
  const size = `${count(Math.ceil(kept.bytes / 1024))} kB`;
  return passed(`${folder}, of ${plural(kept.services, 'service')}, ${size}, for you alone`);
}

/** Records of changes: their place, the room for more, and what is left open there. */
export async function changesCheck(folder: string | null): Promise<Finding> {
  const without = 'rollcall deletes and changes nothing';
  const state = folder === null ? null : stateOfFolder(folder).kind;
  if (folder === null || state === 'refused') return folderCheck(folder, without);
  const code = state === 'own' ? writeFault(folder) : placeFault(folder);
  if (code !== null) {
    const mend = 'make room, or make the folder writable for you alone';
    return failed(`${folder} cannot be written (${code}): ${without}`, mend);
  }
  if (state === 'missing') return info(`${folder} (not there yet)`);
  const rows = await listChanges(folder, decodeRecord, () => Promise.resolve(true), Date.now());
  const unread = rows.find(isUnread);
  if (unread !== undefined) return failed(`${unread.path}: ${unreadWords(unread)}`, 'move it away');
  const open = rows.filter((row) => isRequest(row) && standingOf(row) === 'noOutcome').length;
  const says = [
    `${folder}, ${plural(rows.length, 'change')}`,
    ...(open === 0 ? [] : [`${open} without a known outcome`]),
    'for you alone',
  ].join(', ');
  return open === 0 ? passed(says) : info(says, 'in rollcall, E shows them');
}
