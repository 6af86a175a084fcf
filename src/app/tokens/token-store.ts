/** Stores the token of the profile in use in the storage that you chose, without a fallback to another. */
import { readPrintedToken, readToken, redactSecrets } from '../../api/access.ts';
import { clean } from '../../screens/text/clean.ts';
import { clip } from '../../screens/text/fit.ts';
import { commandWords, runChild } from '../process/child.ts';
import type { Profile } from '../storage/preferences/settings-file.ts';
import { isAcceptedFor, withAccepted, withCommand } from '../storage/preferences/port.ts';
import type { Keychain, StorageResult } from './keychain.ts';
import { rmSync } from 'node:fs';
import { type TokenStorage, tokenStorages } from '../../state/session/session.ts';
import type { RemovalResult, StoreResult, TokenStore } from '../../state/account/token-storage/feature.ts';
import { codeOf } from '../../state/kernel/files.ts';
import { replaceFile } from '../storage/atomic-write.ts';
import { jsonIn, judgeOwnFile, type OwnFile, readOwnFile } from '../storage/own-file.ts';
import { defaultProfile } from '../../state/session/profile-settings.ts';
import type { Preferences } from '../storage/preferences/preferences.ts';

// Runs the token command of a profile, with the address in its environment, and only for accepted addresses.

/** At the timeout the command is killed with all its children; longer output cannot be a token. */
const [timeoutMs, maxCharacters] = [10_000, 4096];

/** Characters that are safe in a shell, because the command may be one. */
const plainAddress = /^[\w.~%:/[\]-]+$/;
const oddAddress = 'the address has more than letters, digits and . _ ~ % : / -';

/**
 * Reads a token from the command's output, which is never shown. `cancelled` kills the command at once. `unaccepted`:
 * rollcall must ask you first.
 */
export async function tokenFromCommand(
  profile: Profile,
  baseUrl: string,
  env: NodeJS.ProcessEnv,
  cancelled?: AbortSignal,
): Promise<StorageResult> {
  const { tokenCommand: command = '' } = profile;
  if (!plainAddress.test(baseUrl)) return commandFailed(`The token command is not run: ${oddAddress}.`);
  const told = { ...env, ROLLCALL_ADDRESS: baseUrl };
  const read = commandWords(command.replaceAll('{baseUrl}', baseUrl), told);
  if (!read.ok) return commandFailed(`The token command ${read.message}.`);
  if (read.words.length === 0) return commandFailed('There is no token command.');
  if (!isAcceptedFor(profile, baseUrl))
    return { ok: false, reason: 'unaccepted', sentence: nameOfCommand(command, baseUrl) };
  // Your shell's environment, without variables that let the command draw on the screen or open an inspector.
  const ownEnv = { ...told, GPG_TTY: undefined, NODE_OPTIONS: undefined, ...read.env };
  const end = await runChild(read.words, { env: ownEnv, limitMs: timeoutMs, maxCharacters, cancelled });
  if (end.kind === 'notStarted') return commandFailed(`The token command ${end.message}.`);
  if (end.kind !== 'ended') return commandFailed(endedEarly[end.kind]);
  if (end.code !== 0) {
    const mend = 'Run it in your shell: it must print the token without asking.';
    return commandFailed(`The token command failed (${end.code ?? 'unknown'}). ${mend}`);
  }
  const token = readPrintedToken(end.output);
  if (token.ok) return { ok: true, value: token.token };
  return commandFailed(`The token command prints no token: ${token.reason}.`);
}

/** Redacts a token that was misplaced in the command. */
function nameOfCommand(command: string, baseUrl: string): string {
  const name = clip(clean(redactSecrets(command, null)), 40);
  return `The token command "${name}" was not accepted for ${baseUrl}.`;
}

const endedEarly = {
  cancelled: 'The token command was not waited for.',
  late: `The token command took longer than ${timeoutMs / 1000} s.`,
  tooMuch: `The token command prints no token: more than ${maxCharacters} characters.`,
};

function commandFailed(sentence: string): StorageResult {
  return { ok: false, reason: 'failed', sentence };
}

interface TokenStoreOptions {
  readonly preferences: Preferences;
  readonly keychain: Keychain;
  readonly tokenFilePath: string | null;
  /** --insecure-storage: uses a file, whatever was chosen before. */
  readonly isInsecure: boolean;
  readonly env: NodeJS.ProcessEnv;
}

type Stored = Promise<StorageResult> | StorageResult;

interface Storage {
  readonly find: (account: string, baseUrl: string) => Stored;
  /** `command`: as typed, if the command was chosen as the storage; else null. */
  readonly store: (account: string, token: string, command: string | null, baseUrl: string) => Stored;
  readonly remove: (account: string) => Stored;
}

const nothing: StorageResult = { ok: true, value: null };
/** `absent`: this computer has no such storage. */
const noFile: StorageResult = { ok: false, reason: 'absent', sentence: 'There is no folder for a file.' };

/** The name under which a profile's token is stored: by the service's origin, so that no other service gets it. */
export function accountFor(baseUrl: string, profileName: string): string {
  const { origin } = new URL(baseUrl);
  return profileName === defaultProfile ? origin : `${origin} ${profileName}`;
}

type ChosenStorage =
  { readonly ok: true; readonly storage: TokenStorage | null } | { readonly ok: false; readonly sentence: string };

/** Null if no storage was chosen, or if another version chose one that this version does not have. */
export function storageOf({ keepIn }: Profile): ChosenStorage {
  const storage = keepIn === undefined ? null : tokenStorages.find((one) => one === keepIn);
  if (storage !== undefined) return { ok: true, storage };
  const name = clip(clean(keepIn ?? ''), 20);
  return { ok: false, sentence: `rollcall no longer stores tokens in "${name}". Choose another place.` };
}

type Tokens = Readonly<Record<string, unknown>>;

/** `value` is null if there is no token. A file that others can read is refused. */
export function findInFile(path: string, account: string): StorageResult {
  const read = tokensIn(path);
  if (!read.ok) return read;
  const text = Object.hasOwn(read.tokens, account) ? read.tokens[account] : undefined;
  if (text === undefined) return { ok: true, value: null };
  const token = typeof text === 'string' ? readToken(text) : { ok: false as const };
  return token.ok
    ? { ok: true, value: token.token }
    : { ok: false, reason: 'damaged', sentence: `${path} holds no valid token for this service.` };
}

/** Succeeds only after the token was read back. The old file stays until the new one is complete. */
export function storeInFile(path: string, account: string, token: string): StorageResult {
  const written = changeTokens(path, (tokens) => ({ ...tokens, [account]: token }));
  if (!written.ok) return written;
  const found = findInFile(path, account);
  if (!found.ok || found.value === token) return found.ok ? { ok: true, value: null } : found;
  changeTokens(path, (tokens) => without(tokens, account));
  return { ok: false, reason: 'damaged', sentence: `${path} does not hold what was written to it.` };
}

/** Succeeds even if there was no token. Removing the last token removes the file. */
export function removeFromFile(path: string, account: string): StorageResult {
  return changeTokens(path, (tokens) => without(tokens, account));
}

/** Why others could read or change the file; null if they cannot, or if there is no file. */
export function exposureOf(path: string): string | null {
  return exposureIn(path, judgeOwnFile(path, rules));
}

const rules = { closed: 0o077, maxBytes: 1_000_000 };

function exposureIn(path: string, file: OwnFile | { readonly kind: 'own' | 'read' }): string | null {
  if (file.kind !== 'refused' || file.why === 'unreadable') return null;
  if (file.why === 'folder') return file.sentence;
  if (file.why === 'notYours') return `${path} belongs to another user.`;
  if (file.why === 'exposed') return `${path} can be read by other users: chmod 600 ${path}`;
  return `${path} is not a plain file; it is not used.`;
}

function without(tokens: Tokens, account: string): Tokens {
  return Object.fromEntries(Object.entries(tokens).filter(([name]) => name !== account));
}

type TokensRead = { readonly ok: true; readonly tokens: Tokens } | (StorageResult & { readonly ok: false });

function tokensIn(path: string): TokensRead {
  const file = readOwnFile(path, rules);
  const exposure = exposureIn(path, file);
  if (exposure !== null) return { ok: false, reason: 'exposed', sentence: exposure };
  if (file.kind === 'read') {
    const value = jsonIn(file.bytes);
    if (typeof value === 'object' && value !== null) return { ok: true, tokens: value as Tokens };
    return { ok: false, reason: 'damaged', sentence: `${path} is damaged.` };
  }
  const code = 'code' in file ? file.code : 'unknown';
  if (code === 'ENOENT') return { ok: true, tokens: {} };
  return { ok: false, reason: 'failed', sentence: `${path} cannot be read (${code}).` };
}

function changeTokens(path: string, change: (tokens: Tokens) => Tokens): StorageResult {
  const read = tokensIn(path);
  if (!read.ok) return read;
  const tokens = change(read.tokens);
  try {
    if (Object.keys(tokens).length === 0) rmSync(path, { force: true });
    else replaceFile(path, JSON.stringify(tokens));
    return { ok: true, value: null };
  } catch (error) {
    return { ok: false, reason: 'failed', sentence: `${path} cannot be written (${codeOf(error)}).` };
  }
}

export function openTokenStore(options: TokenStoreOptions): TokenStore {
  const { preferences, keychain, tokenFilePath: path, isInsecure, env } = options;
  let commands = new AbortController();

  // Serialised: a slow storage could otherwise restore a token that signing out has removed.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  const fromCommand = (profile: Profile, baseUrl: string) => tokenFromCommand(profile, baseUrl, env, commands.signal);

  const storages: Readonly<Record<TokenStorage, Storage>> = {
    session: { find: () => nothing, store: () => nothing, remove: () => nothing },
    keychain,
    command: {
      find: (_account, baseUrl) => fromCommand(preferences.profile, baseUrl),
      async store(_account, token, command, baseUrl) {
        // A token was replaced, but the command is yours: it must print the new one.
        if (command === null) return nothing;
        const printed = await fromCommand(withCommand({}, command, baseUrl), baseUrl);
        if (!printed.ok || printed.value === token) return printed;
        return { ok: false, reason: 'another', sentence: 'The token command prints another token.' };
      },
      remove: () => nothing,
    },
    file: {
      find: (account) => (path === null ? noFile : findInFile(path, account)),
      store: (account, token) => (path === null ? noFile : storeInFile(path, account, token)),
      remove: (account) => (path === null ? noFile : removeFromFile(path, account)),
    },
  };

  const chooseStorage = (profile: Profile): ChosenStorage =>
    isInsecure ? { ok: true, storage: 'file' } : storageOf(profile);

  return {
    async find(baseUrl, isAccepted = false) {
      if (isAccepted) preferences.change((profile) => withAccepted(profile, baseUrl));
      const chosen = chooseStorage(preferences.profile);
      if (!chosen.ok) return { kind: 'failed', storage: null, hasChosen: false, sentence: chosen.sentence };
      const storage = chosen.storage ?? 'keychain';
      const found = await storages[storage].find(accountFor(baseUrl, preferences.profileName), baseUrl);
      const hasChosen = chosen.storage !== null;
      if (!found.ok) {
        const kind = found.reason === 'unaccepted' ? 'unaccepted' : 'failed';
        return { kind, storage, hasChosen, sentence: found.sentence };
      }
      return found.value === null
        ? { kind: 'none', storage, hasChosen }
        : { kind: 'found', storage, token: found.value };
    },
    async store(baseUrl, token, choice): Promise<StoreResult> {
      // The profile is read first, because you may switch to another one while a storage answers.
      const name = preferences.profileName;
      const account = accountFor(baseUrl, name);
      return inTurn(async () => {
        const profile = preferences.profileNamed(name);
        const chosen = chooseStorage(profile);
        if (choice === null && !chosen.ok) return chosen;
        const storage = choice?.storage ?? (chosen.ok ? chosen.storage : null) ?? 'keychain';
        const command = choice?.command ?? null;
        // The command stays accepted for its own addresses.
        if (choice === null && storage === 'command' && !isAcceptedFor(profile, baseUrl))
          return { ok: true, storage: 'session', stillIn: null };
        const stored = await storages[storage].store(account, token, command, baseUrl);
        if (!stored.ok) return stored;
        preferences.change(
          (now) => ({ ...(command === null ? now : withCommand(now, command, baseUrl)), keepIn: storage }),
          name,
        );
        const before = storageOf(profile);
        const earlier = before.ok && before.storage !== storage ? before.storage : null;
        const isLeft = earlier !== null && !(await storages[earlier].remove(account)).ok;
        await preferences.saved();
        return { ok: true, storage, stillIn: isLeft ? earlier : null };
      });
    },
    async remove(baseUrl): Promise<readonly RemovalResult[]> {
      const name = preferences.profileName;
      const account = accountFor(baseUrl, name);
      return inTurn(async () => {
        const { keepIn } = preferences.profileNamed(name);
        const report: RemovalResult[] = [];
        // Removes the token from every storage: an earlier token may remain where a removal failed, or where rollcall
        // was killed.
        for (const storage of tokenStorages) {
          const removed = await storages[storage].remove(account);
          const isInUse = storage === 'session' || storage === keepIn;
          if (!isInUse && (removed.ok || removed.reason === 'absent')) continue;
          report.push({ storage, sentence: removed.ok ? null : removed.sentence });
        }
        if (keepIn === 'command') {
          const none = { keepIn: undefined, tokenCommand: undefined, tokenCommandFor: undefined };
          preferences.change((now) => ({ ...now, ...none }), name);
        }
        await preferences.saved();
        return report;
      });
    },
    cancel() {
      keychain.cancel();
      commands.abort();
      commands = new AbortController();
    },
    settled: () => last.then(() => undefined),
  };
}
