/** The doctor's checks of rollcall's own folders: locks, compiled code, definitions, and any other. */
import process from 'node:process';
import { count, plural } from '../../../screens/text/quantities.ts';
import { assetText, compiledAsset, isOneFile } from '../../process/assets.ts';
import { cacheFolder, stateOfCache } from '../../process/compile-cache.ts';
import { scriptOf } from '../../process/script.ts';
import { placeFault, writeFault } from '../../storage/can-write.ts';
import { keptDefinitions } from '../../storage/definitions.ts';
import { type FolderState, locksFolder, stateOfFolder } from '../../storage/folders.ts';
import { lockFault, placeOf } from '../../storage/lock.ts';
import { type Check, failed, info, passed } from './section.ts';

/** A folder for rollcall's files, and the consequence without it. */
interface Kept {
  readonly name: string;
  /** Null: none can be had. */
  readonly path: string | null;
  readonly stateOf?: (path: string) => FolderState;
  /** Goes on after "cannot be written" and a colon. */
  readonly without: string;
}

export function folderCheck({ name, path, stateOf = stateOfFolder, without }: Kept): Check {
  if (path === null) return info(name, `none, there is no home folder: ${without}`);
  const state = stateOf(path);
  if (state.kind === 'refused') {
    const mend = state.code === 'not yours' ? `sudo chown -R "$(id -un)" ${path}` : undefined;
    return failed(name, `not used: ${state.sentence}`, mend);
  }
  const code = placeFault(path);
  if (code !== null) return failed(name, `${path} cannot be written (${code}): ${without}`, 'make it writable for you');
  return state.kind === 'own' ? passed(name, `${path}, for you alone`) : info(name, `${path} (not there yet)`);
}

const mendOfLocks =
  process.platform === 'linux'
    ? 'set XDG_STATE_HOME to a folder of yours on a disk of this computer'
    : 'set HOME to a folder of yours on a disk of this computer';

/** Takes a lock, and releases it again. */
export async function locksCheck(): Promise<Check> {
  const kept = { name: 'locks', without: 'rollcall deletes and disables nothing' };
  const path = await locksFolder().then(placeOf, () => null);
  if (path === null || stateOfFolder(path).kind === 'refused') return folderCheck({ ...kept, path });
  const code = await lockFault();
  return code === null
    ? passed(kept.name, `${path}, for you alone`)
    : failed(kept.name, `${path} takes none (${code}): ${kept.without}`, mendOfLocks);
}

/** Can the compiled code of the program be kept between starts? */
export function compiledCheck(): Check {
  const name = 'compiled code';
  if (!isOneFile()) {
    const without = 'every start takes a little longer';
    return folderCheck({ name, path: cacheFolder(process.env), stateOf: stateOfCache, without });
  }
  const compiled = compiledAsset('main.js');
  if (compiled === undefined) return info(name, 'none: this file was made on another platform, and starts slower');
  const { cachedDataRejected } = scriptOf({ path: 'main.js', source: assetText('main.js') }, compiled);
  if (cachedDataRejected === true) return info(name, 'in the file, but not for this computer: it starts slower');
  return passed(name, 'in the file, and used');
}

/** The stored definitions, and room for more: without it, each start asks the service for its definition. */
export function definitionsCheck(folder: string | null): Check {
  const [name, without] = ['definitions', 'every start reads the definition of the service'];
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
