/** Checks where settings and a token are stored: each storage as the program itself uses it. */
import { lstatSync } from 'node:fs';
import type { TokenStorage } from '../../../state/token-storage/model.ts';
import type { Preferences } from '../../storage/preferences/preferences.ts';
import type { Keychain } from '../../tokens/keychain.ts';
import type { KeychainFailure } from '../../tokens/keychain-request.ts';
import type { FolderState } from '../../storage/private-folder.ts';
import { tokenFromCommand } from '../../tokens/token-command.ts';
import { exposureOf } from '../../tokens/token-file.ts';
import { storageOf } from '../../tokens/token-store.ts';
import { type Check, failed, info, passed, type Section } from './check.ts';

/** Each folder in which the program keeps something; null: none can be had. `stateOf` judges it. */
export function foldersSection(
  folders: readonly {
    readonly name: string;
    readonly path: string | null;
    readonly stateOf: (path: string) => FolderState;
  }[],
): Section {
  const checks = folders.map(({ name, path, stateOf }): Check => {
    if (path === null) return info(name, 'none: there is no home folder');
    const state = stateOf(path);
    switch (state.kind) {
      case 'own':
        return passed(name, `${path}, for you alone`);
      case 'missing':
        return info(name, `${path} (not there yet)`);
      case 'refused':
        return failed(name, `not used: ${state.sentence}`);
    }
  });
  return { title: 'Folders', checks };
}

/** Longer than this is reported as slow. */
const slowMs = 1000;

export function preferencesSection({ path, problem, profileName, profileNames }: Preferences): Section {
  return {
    title: 'Settings',
    checks: [
      info('file', path === null ? 'none: there is no folder for it' : `${path} ${rightsOf(path)}`),
      problem === null ? passed('reading', 'as it should be') : failed('reading', problem),
      info('profile', `${profileName} (of ${profileNames.length})`),
    ],
  };
}

function rightsOf(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '(not there yet)' : `(${(stats.mode & 0o777).toString(8).padStart(4, '0')})`;
}

interface TokenFacts {
  readonly preferences: Preferences;
  readonly keychain: Keychain;
  readonly tokenFilePath: string | null;
  readonly account: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A storage that is not in use and does not work is no failure. */
export async function tokenSection(facts: TokenFacts): Promise<Section> {
  const chosen = storageOf(facts.preferences.profile);
  const inUse = chosen.ok ? chosen.storage : null;
  const checks = [
    chosen.ok
      ? info('in use', inUse ?? 'none was chosen yet; the keychain is tried first')
      : failed('in use', chosen.sentence),
    await keychainCheck(facts, inUse),
    await commandCheck(facts, inUse),
    fileCheck(facts, inUse),
  ];
  return { title: 'Token', checks };
}

const keychainMends: Readonly<Partial<Record<KeychainFailure, string>>> = {
  absent: 'install and start a keychain (gnome-keyring, KeePassXC), or choose another place in rollcall (:)',
  locked: 'gnome-keyring-daemon --unlock, or sign in on its desktop',
  denied: 'start rollcall in the session that owns the keychain',
  'no answer': 'systemctl --user restart gnome-keyring-daemon',
  damaged: 'sign out and in again in rollcall',
};

async function keychainCheck({ keychain, account }: TokenFacts, inUse: TokenStorage | null): Promise<Check> {
  const begun = performance.now();
  const found = await keychain.find(account);
  const ms = Math.round(performance.now() - begun);
  if (found.ok) {
    const holds = found.value === null ? 'holds no token of this service' : 'holds a token of this service';
    const says = `works, ${holds}${ms > slowMs ? `; slow: ${ms} ms` : ''}`;
    if (found.value === null && inUse === 'keychain') return failed('keychain', says, 'sign in once in rollcall');
    return passed('keychain', says);
  }
  const says = `${found.reason}: ${found.sentence}`;
  const mend = keychainMends[found.reason];
  return inUse === 'keychain' ? failed('keychain', says, mend) : info('keychain', says, mend);
}

async function commandCheck({ preferences, env }: TokenFacts, inUse: TokenStorage | null): Promise<Check> {
  const { tokenCommand } = preferences.profile;
  if (inUse !== 'command') return info('command', tokenCommand === undefined ? 'none' : 'set, not in use');
  const printed = await tokenFromCommand(tokenCommand ?? '', env);
  return printed.ok ? passed('command', 'prints a token') : failed('command', printed.sentence);
}

function fileCheck({ tokenFilePath: path }: TokenFacts, inUse: TokenStorage | null): Check {
  if (path === null) return info('file', 'none: there is no folder for it');
  const exposure = exposureOf(path);
  if (exposure !== null) return failed('file', exposure, `chmod 600 ${path}`);
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (inUse === 'file' && !isThere) return failed('file', `${path} is not there`, 'sign in once in rollcall');
  return info('file', isThere ? `${path}, for you alone, not encrypted` : 'none');
}
