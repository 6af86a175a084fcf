/** Describes where a token can be stored, and what came of storing, finding and removing one. */
import type { FailedStorage, TokenStorage } from '../../session/session.ts';

/** As it stands after "stored in" or "still in". */
const storageNames: Readonly<Record<TokenStorage, string>> = {
  session: 'this session only',
  keychain: 'the keychain',
  command: 'your command',
  file: 'a file only you can read',
};

/**
 * Result of looking for the token where the profile stores it. `hasChosen`: that storage was chosen; else it is the
 * one that is tried first. Null: the settings name one that rollcall does not have.
 */
export type TokenFound =
  | { readonly kind: 'found'; readonly place: TokenStorage }
  | { readonly kind: 'none'; readonly place: TokenStorage; readonly hasChosen: boolean }
  /** `unaccepted`: the token command was not run, as it was not accepted for this address. */
  | ({ readonly kind: 'failed' | 'unaccepted'; readonly hasChosen: boolean } & FailedStorage);

/** Result of removing the token from one storage at sign-out; `sentence`: why it failed. */
export interface RemovalResult {
  readonly place: TokenStorage;
  readonly sentence: string | null;
}

/** Result of storing a token; `stillIn`: where an earlier one could not be removed. */
export type StoreResult =
  | { readonly ok: true; readonly place: TokenStorage; readonly stillIn: TokenStorage | null }
  | { readonly ok: false; readonly sentence: string };

/** `command` prints the token, where that is the place. */
export interface StorageChoice {
  readonly place: TokenStorage;
  readonly command: string | null;
}

/** Stores the profile's tokens, by the origin of the base URL: one is never found for another service. */
export interface TokenStore {
  /** `isAccepted`: the person accepts the token command for this address, which is remembered. */
  find(baseUrl: string, isAccepted?: boolean): Promise<TokenFound & { readonly token?: string }>;
  /** `choice` null: where the profile stores it. Succeeds only after the token was read back. */
  store(baseUrl: string, token: string, choice: StorageChoice | null): Promise<StoreResult>;
  /** Empties every storage in which a token may be; one that fails keeps no other from being tried. */
  remove(baseUrl: string): Promise<readonly RemovalResult[]>;
  /** Ends the present wait. */
  cancel(): void;
  /** Resolves when what is being stored or removed is so, or cannot be. */
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
  const isWhole = whole.length <= maxInNotice || !kept.ok || kept.stillIn !== null;
  return isWhole ? whole : `Profile "${profile}" created.`;
}

/** A longer notice is cut where the terminal has 80 columns. */
const maxInNotice = 76;

/** One line for each storage, and what no storage can do. */
export function removalLines(report: readonly RemovalResult[]): readonly string[] {
  return [...report.map(lineOf), 'The token stays valid until you revoke it in the portal.'];
}

function lineOf({ place, sentence }: RemovalResult): string {
  if (sentence !== null) return `! ${storageNames[place]}: may still hold the token. ${sentence}`;
  if (place === 'session') return '✓ this session: signed out';
  if (place === 'command') return '✓ your command: no longer used; what it reads is unchanged';
  return `✓ ${storageNames[place]}: no longer holds the token`;
}
