/** Can settings and a token be kept here? Each place is asked as the program itself asks it. */
import { lstatSync } from 'node:fs';
import type { Place } from '../../../state/token-storage/model.ts';
import type { Preferences } from '../../storage/preferences/preferences.ts';
import type { Keychain } from '../../tokens/keychain.ts';
import type { KeychainFailure } from '../../tokens/keychain-failure.ts';
import type { FolderState } from '../../storage/private-folder.ts';
import { tokenFromCommand } from '../../tokens/token-command.ts';
import { exposureOf } from '../../tokens/token-file.ts';
import { amiss, type Check, fine, type Section, told } from './check.ts';

/** Each folder in which the program keeps something; null: none can be had. `look` judges it. */
export function foldersSection(
  folders: readonly {
    readonly name: string;
    readonly path: string | null;
    readonly look: (path: string) => FolderState;
  }[],
): Section {
  const checks = folders.map(({ name, path, look }): Check => {
    if (path === null) return told(name, 'none: there is no home folder');
    const state = look(path);
    switch (state.kind) {
      case 'own':
        return fine(name, `${path}, for you alone`);
      case 'missing':
        return told(name, `${path} (not there yet)`);
      case 'refused':
        return amiss(name, `not used: ${state.sentence}`);
    }
  });
  return { title: 'Folders', checks };
}

/** Longer than this is told as slow. */
const slowMs = 1000;

export function preferencesSection({ path, problem, profileName, profileNames }: Preferences): Section {
  const place =
    path === null ? told('file', 'none: there is no folder for it') : told('file', `${path} ${rightsOf(path)}`);
  return {
    title: 'Settings',
    checks: [
      place,
      problem === null ? fine('reading', 'as it should be') : amiss('reading', problem),
      told('profile', `${profileName} (of ${profileNames.length})`),
    ],
  };
}

function rightsOf(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '(not there yet)' : `(${(stats.mode & 0o777).toString(8).padStart(4, '0')})`;
}

interface StoreFacts {
  readonly preferences: Preferences;
  readonly keychain: Keychain;
  readonly kernel: Keychain;
  readonly tokenFilePath: string | null;
  readonly account: string;
  readonly places: readonly Place[];
  readonly env: NodeJS.ProcessEnv;
}

/** A place that is not in use and does not work is told, and is nothing amiss. */
export async function storesSection(facts: StoreFacts): Promise<Section> {
  const { preferences, places, keychain, kernel, account } = facts;
  const inUse = preferences.profile.keepIn ?? null;
  const checks = [
    told('in use', inUse ?? 'none was chosen yet; the keychain is tried first'),
    await systemCheck('keychain', keychain, account, inUse),
    ...(places.includes('kernel') ? [await systemCheck('kernel', kernel, account, inUse)] : []),
    await commandCheck(facts, inUse),
    fileCheck(facts, inUse),
  ];
  return { title: 'Token', checks };
}

const mends: Readonly<Record<'keychain' | 'kernel', Partial<Record<KeychainFailure, string>>>> = {
  keychain: {
    absent: 'install and start a keychain (gnome-keyring, KeePassXC), or choose another place in rollcall (:)',
    locked: 'gnome-keyring-daemon --unlock, or sign in on its desktop',
    denied: 'start rollcall in the session that owns the keychain',
    'no answer': 'systemctl --user restart gnome-keyring-daemon',
    damaged: 'sign out and in again in rollcall',
  },
  kernel: {
    denied: 'keyctl session - rollcall',
    damaged: 'sign out and in again in rollcall',
  },
};

async function systemCheck(
  place: 'keychain' | 'kernel',
  store: Keychain,
  account: string,
  inUse: Place | null,
): Promise<Check> {
  const begun = performance.now();
  const found = await store.find(account);
  const ms = Math.round(performance.now() - begun);
  if (found.ok) {
    const holds = found.value === null ? 'holds no token of this service' : 'holds a token of this service';
    const says = `works, ${holds}${ms > slowMs ? `; slow: ${ms} ms` : ''}`;
    return found.value === null && inUse === place ? amiss(place, says, 'sign in once in rollcall') : fine(place, says);
  }
  const says = `${found.reason}: ${found.sentence}`;
  const mend = mends[place][found.reason];
  return inUse === place ? amiss(place, says, mend) : { ...told(place, says), ...(mend !== undefined && { mend }) };
}

async function commandCheck({ preferences, env }: StoreFacts, inUse: Place | null): Promise<Check> {
  const { tokenCommand } = preferences.profile;
  if (inUse !== 'command') return told('command', tokenCommand === undefined ? 'none' : 'set, not in use');
  const printed = await tokenFromCommand(tokenCommand ?? '', env);
  return printed.ok ? fine('command', 'prints a token') : amiss('command', printed.sentence);
}

function fileCheck({ tokenFilePath: path }: StoreFacts, inUse: Place | null): Check {
  if (path === null) return told('file', 'none: there is no folder for it');
  const exposure = exposureOf(path);
  if (exposure !== null) return amiss('file', exposure, `chmod 600 ${path}`);
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (inUse === 'file' && !isThere) return amiss('file', `${path} is not there`, 'sign in once in rollcall');
  return told('file', isThere ? `${path}, for you alone, not encrypted` : 'none');
}
