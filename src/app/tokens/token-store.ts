/** Where is this profile's token, and where else was it ever put? One place is in use; none stands in for another. */
import type { Forgotten, Kept, Place } from '../../state/token-storage/model.ts';
import type { TokenStore } from '../../state/ports.ts';
import { defaultProfile, type Preferences } from '../storage/preferences/preferences.ts';
import type { Keychain } from './keychain.ts';
import { tokenFromCommand } from './token-command.ts';
import { findInFile, forgetInFile, keepInFile } from './token-file.ts';

export interface TokenStoresOptions {
  readonly preferences: Preferences;
  readonly keychain: Keychain;
  readonly kernel: Keychain;
  /** Null where this person has no folder for it. */
  readonly tokenFilePath: string | null;
  /** --insecure-storage: a file, whatever was chosen before. */
  readonly isInsecure: boolean;
  readonly env: NodeJS.ProcessEnv;
}

type Result = { readonly ok: true; readonly value: string | null } | { readonly ok: false; readonly sentence: string };

const noFile: Result = { ok: false, sentence: 'There is no folder for a file.' };

/** In the order in which signing out reports them. */
const allPlaces: readonly Place[] = ['session', 'keychain', 'kernel', 'command', 'file'];

/** Under which name the token of a profile for a service is kept: by the origin, so that no other service gets it. */
export function accountFor(baseUrl: string, profileName: string): string {
  const { origin } = new URL(baseUrl);
  return profileName === defaultProfile ? origin : `${origin} ${profileName}`;
}

export function openTokenStores(options: TokenStoresOptions): TokenStore {
  const { preferences, keychain, kernel, tokenFilePath, isInsecure, env } = options;

  let commands = new AbortController();

  // One after the other: a place that answers late would put back what signing out has taken away.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  const placeInUse = (): Place | null => (isInsecure ? 'file' : (preferences.profile.keepIn ?? null));

  const foundIn = async (place: Place, account: string): Promise<Result> => {
    switch (place) {
      case 'session':
        return { ok: true, value: null };
      case 'keychain':
        return keychain.find(account);
      case 'kernel':
        return kernel.find(account);
      case 'command': {
        const printed = await tokenFromCommand(preferences.profile.tokenCommand ?? '', env, commands.signal);
        return printed.ok ? { ok: true, value: printed.token } : printed;
      }
      case 'file':
        return tokenFilePath === null ? noFile : findInFile(tokenFilePath, account);
    }
  };

  const keptIn = async (place: Place, account: string, token: string, command: string | null): Promise<Result> => {
    switch (place) {
      case 'session':
        return { ok: true, value: null };
      case 'keychain':
        return keychain.keep(account, token);
      case 'kernel':
        return kernel.keep(account, token);
      case 'command': {
        // A new token that takes the place of one: the command is the person's, and prints the new one when they say so.
        if (command === null) return { ok: true, value: null };
        const printed = await tokenFromCommand(command, env, commands.signal);
        if (!printed.ok) return printed;
        if (printed.token !== token) return { ok: false, sentence: 'The token command prints another token.' };
        return { ok: true, value: null };
      }
      case 'file':
        return tokenFilePath === null ? noFile : keepInFile(tokenFilePath, account, token);
    }
  };

  const forgottenIn = async (place: Place, account: string): Promise<Result> => {
    switch (place) {
      case 'session':
      case 'command':
        return { ok: true, value: null };
      case 'keychain':
        return keychain.forget(account);
      case 'kernel':
        return kernel.forget(account);
      case 'file':
        return tokenFilePath === null ? noFile : forgetInFile(tokenFilePath, account);
    }
  };

  /** Which places hold the account's token, as far as the file says by then: another session may have added one. */
  const noteUsed = (account: string, name: string, change: (places: readonly Place[]) => readonly Place[]): void => {
    preferences.change((profile) => {
      const places = [...change(profile.usedPlaces?.[account] ?? [])];
      return { ...profile, usedPlaces: { ...profile.usedPlaces, [account]: places } };
    }, name);
  };

  return {
    async find(baseUrl) {
      const chosen = placeInUse();
      const place = chosen ?? 'keychain';
      const found = await foundIn(place, accountFor(baseUrl, preferences.profileName));
      const hasChosen = chosen !== null;
      if (!found.ok) return { kind: 'failed', place, hasChosen, sentence: found.sentence };
      return found.value === null ? { kind: 'none', place, hasChosen } : { kind: 'found', place, token: found.value };
    },
    async keep(baseUrl, token, choice): Promise<Kept> {
      // A place may take long to answer, and the profile be another one by then.
      const { profileName: name, profile } = preferences;
      const account = accountFor(baseUrl, name);
      const place = choice?.place ?? placeInUse() ?? 'keychain';
      const command = choice?.command ?? null;
      return inTurn(async () => {
        const before = profile.usedPlaces?.[account] ?? [];
        // Written down first: whatever happens next, signing out looks there.
        if (place !== 'session') noteUsed(account, name, (places) => [...new Set([...places, place])]);
        await preferences.saved();
        const kept = await keptIn(place, account, token, command);
        if (!kept.ok) return { ok: false, place, sentence: kept.sentence };
        preferences.change(
          (now) => ({ ...now, keepIn: place, ...(command !== null && { tokenCommand: command }) }),
          name,
        );
        const others = before.filter((one) => one !== place);
        const left: Place[] = [];
        for (const other of others) {
          if (!(await forgottenIn(other, account)).ok) left.push(other);
        }
        noteUsed(account, name, (places) => places.filter((one) => !others.includes(one) || left.includes(one)));
        await preferences.saved();
        return { ok: true, place, stillIn: left };
      });
    },
    async forget(baseUrl): Promise<readonly Forgotten[]> {
      const { profileName: name, profile: asked } = preferences;
      const account = accountFor(baseUrl, name);
      return inTurn(async () => {
        // What was kept meanwhile is in it, too.
        const { keepIn, usedPlaces } = preferences.profileName === name ? preferences.profile : asked;
        const used = usedPlaces?.[account] ?? [];
        const report: Forgotten[] = [];
        for (const place of allPlaces.filter((one) => one === 'session' || one === keepIn || used.includes(one))) {
          const forgotten = await forgottenIn(place, account);
          report.push({ place, sentence: forgotten.ok ? null : forgotten.sentence });
        }
        const emptied = report.filter(({ sentence }) => sentence === null).map(({ place }) => place);
        noteUsed(account, name, (places) => places.filter((one) => !emptied.includes(one)));
        if (keepIn === 'command') {
          preferences.change(
            (now) =>
              Object.fromEntries(Object.entries(now).filter(([key]) => key !== 'keepIn' && key !== 'tokenCommand')),
            name,
          );
        }
        await preferences.saved();
        return report;
      });
    },
    cancel() {
      keychain.cancel();
      kernel.cancel();
      commands.abort();
      commands = new AbortController();
    },
    async settled() {
      await last;
    },
  };
}
