/** Describes the storages of a token, and the outcomes of storing, finding and removing one. */

/** In the order in which they are offered. `session`: for this session only. */
export const tokenStorages = ['session', 'keychain', 'command', 'file'] as const;

export type TokenStorage = (typeof tokenStorages)[number];

/** The words after "stored in" or "still in". */
const storageNames: Readonly<Record<TokenStorage, string>> = {
  session: 'this session only',
  keychain: 'the keychain',
  command: 'your command',
  file: 'a file only you can read',
};

/**
 * The outcome of looking up the token in the profile's storage. `hasChosen`: that storage was chosen; else it is the
 * default. Null: the settings name an unknown one.
 */
export type TokenFound =
  | { readonly kind: 'found'; readonly place: TokenStorage }
  | { readonly kind: 'none'; readonly place: TokenStorage; readonly hasChosen: boolean }
  | ({ readonly kind: 'failed'; readonly hasChosen: boolean } & FailedStorage);

/** The storage that should hold the token did not give it. */
export interface FailedStorage {
  readonly place: TokenStorage | null;
  readonly sentence: string;
}

/** The outcome of removing the token from one storage at sign-out; `sentence`: the reason for a failure. */
export interface RemovalResult {
  readonly place: TokenStorage;
  readonly sentence: string | null;
}

/** The outcome of storing a token; `stillIn`: the storages that keep an earlier one. */
export type StoreResult =
  | { readonly ok: true; readonly place: TokenStorage; readonly stillIn: TokenStorage | null }
  | { readonly ok: false; readonly sentence: string };

/** `command` prints the token, if that is the storage. */
export interface StorageChoice {
  readonly place: TokenStorage;
  readonly command: string | null;
}

/** Stores the profile's tokens by the origin of the base URL: a token is never found for another service. */
export interface TokenStore {
  find(baseUrl: string): Promise<TokenFound & { readonly token?: string }>;
  /** `choice` null: the profile's storage. Succeeds only after the token was read back. */
  store(baseUrl: string, token: string, choice: StorageChoice | null): Promise<StoreResult>;
  /** Empties every storage that may hold a token, even after one fails. */
  remove(baseUrl: string): Promise<readonly RemovalResult[]>;
  /** Cancels the wait in progress. */
  cancel(): void;
  /** Resolves when all stores and removals have ended. */
  settled(): Promise<void>;
}

export function storedSentence(kept: StoreResult): string {
  if (!kept.ok) return `The token lasts for this session only: ${kept.sentence}`;
  const left = kept.stillIn === null ? '' : ` An earlier one is still in ${storageNames[kept.stillIn]}.`;
  if (kept.place === 'command') return `The token comes from your command.${left}`;
  return kept.place === 'session'
    ? `The token lasts for this session only.${left}`
    : `The token is stored in ${storageNames[kept.place]}.${left}`;
}

/** The same for a profile that this sign-in created. */
export function createdSentence(profile: string, kept: StoreResult): string {
  const whole = `Profile "${profile}" created. ${storedSentence(kept)}`;
  const isWhole = whole.length <= mostInNotice || !kept.ok || kept.stillIn !== null;
  return isWhole ? whole : `Profile "${profile}" created.`;
}

/** A longer notice is cut where the terminal has 80 columns. */
const mostInNotice = 76;

/** One line for each storage, and the limits of all of them. */
export function removalLines(report: readonly RemovalResult[]): readonly string[] {
  return [...report.map(lineOf), 'The token stays valid until you revoke it in the portal.'];
}

function lineOf({ place, sentence }: RemovalResult): string {
  if (sentence !== null) return `! ${storageNames[place]}: may still hold the token. ${sentence}`;
  if (place === 'session') return '✓ this session: signed out';
  if (place === 'command') return '✓ your command: no longer used; what it reads is unchanged';
  return `✓ ${storageNames[place]}: no longer holds the token`;
}
