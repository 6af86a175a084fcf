/** Names the folders and files of rollcall on this platform. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import process from 'node:process';
import { stateOfFolder, throwRefusal } from './private-folder.ts';

/**
 * The folder of the runs' records, which must outlive caches and logs: `$XDG_STATE_HOME/rollcall/runs` on Linux, the
 * data folder elsewhere. The demo's are kept apart: nothing in them was ever real. Rejects for a person without a home.
 */
export async function runsFolder(isDemo: boolean): Promise<string> {
  const { log, data } = await platformFolders();
  return join(process.platform === 'linux' ? log : data, isDemo ? 'demo-runs' : 'runs');
}

/** The same; rejects with the code of the refusal, too, where it is not this person's alone. */
export async function ownRunsFolder(isDemo: boolean): Promise<string> {
  const folder = await runsFolder(isDemo);
  throwRefusal(folder, stateOfFolder(folder));
  return folder;
}

/** The folder of the preferences. Rejects for a person without a home. */
export async function configFolder(): Promise<string> {
  return (await platformFolders()).config;
}

/** The file of tokens, where that was chosen: beside the preferences. Rejects for a person without a home. */
export async function tokenFilePath(): Promise<string> {
  return join(await configFolder(), 'tokens.json');
}

/** The folder for notes of crashes: above that of the runs. Rejects for a person without a home. */
export async function notesFolder(): Promise<string> {
  return join(await runsFolder(false), '..');
}

type Folders = Readonly<Record<'config' | 'data' | 'log', string>>;

async function platformFolders(): Promise<Folders> {
  // Loading it already asks for the home folder, and throws where there is none.
  const folders = await import('env-paths')
    .then(({ default: envPaths }) => withoutRelative(envPaths('rollcall', { suffix: '' })))
    .catch(() => null);
  // Of a home that is empty or relative: they would be another folder for each start.
  if (folders === null || !Object.values(folders).every((folder) => isAbsolute(folder))) {
    throw Object.assign(new Error('There is no home folder.'), { code: 'no home folder' });
  }
  return folders;
}

/** The XDG Base Directory Specification ignores a path in `XDG_…_HOME` that is not absolute; env-paths takes it. */
function withoutRelative({ config, data, log }: Folders): Folders {
  if (process.platform !== 'linux') return { config, data, log };
  const read = (name: string, folder: string, ...standard: string[]): string =>
    isAbsolute(process.env[name] ?? '') ? folder : join(homedir(), ...standard, 'rollcall');
  return {
    config: read('XDG_CONFIG_HOME', config, '.config'),
    data: read('XDG_DATA_HOME', data, '.local', 'share'),
    log: read('XDG_STATE_HOME', log, '.local', 'state'),
  };
}

/** The folder of locks: the same for every session of a person, and beside the runs' records. */
export async function locksFolder(): Promise<string> {
  return join(await runsFolder(false), '..', 'locks');
}

/** The name of the file or lock for this text: always the same, and not revealing it (24 hexadecimal digits). */
export function nameFor(text: string): string {
  // Not imported: loading it takes a thirtieth of the start, which needs no name.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
