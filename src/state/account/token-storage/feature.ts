/** Declares the feature: storing the token beyond the session, with the storages and their results. */
import { type FailedStorage, type TokenStorage, tokenStorages } from '../../session/session.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import { type ListPosition, atTop } from '../../kernel/list-view.ts';
import type { State } from '../../root/state.ts';

/** Phrased to follow "stored in" or "still in". */
const storageNames: Readonly<Record<TokenStorage, string>> = {
  session: 'this session only',
  keychain: 'the keychain',
  command: 'your command',
  file: 'a file only you can read',
};

/**
 * Result of looking up the token in the profile's storage. `hasChosen`: you chose that storage; otherwise it is the
 * default. `storage` is null when the settings name an unknown storage.
 */
export type TokenFound =
  | { readonly kind: 'found'; readonly storage: TokenStorage }
  | { readonly kind: 'none'; readonly storage: TokenStorage; readonly hasChosen: boolean }
  /** `unaccepted`: the token command was not run, because you have not accepted it for this address. */
  | ({ readonly kind: 'failed' | 'unaccepted'; readonly hasChosen: boolean } & FailedStorage);

/** Result of removing the token from one storage at sign-out; `sentence`: why it failed. */
export interface RemovalResult {
  readonly storage: TokenStorage;
  readonly sentence: string | null;
}

/** Result of storing a token; `stillIn`: the storage from which an earlier token could not be removed. */
export type StoreResult =
  | { readonly ok: true; readonly storage: TokenStorage; readonly stillIn: TokenStorage | null }
  | { readonly ok: false; readonly sentence: string };

/** `command` prints the token, when that is the storage. */
export interface StorageChoice {
  readonly storage: TokenStorage;
  readonly command: string | null;
}

/** Stores the profile's tokens by the origin of the base URL: a token is never found for another service. */
export interface TokenStore {
  /** `isAccepted`: you accept the token command for this address, which is remembered. */
  find(baseUrl: string, isAccepted?: boolean): Promise<TokenFound & { readonly token?: string }>;
  /** `choice` null: the profile's storage. Succeeds only after the token was read back. */
  store(baseUrl: string, token: string, choice: StorageChoice | null): Promise<StoreResult>;
  /** Empties every storage that may contain a token; a failure of one does not stop the others. */
  remove(baseUrl: string): Promise<readonly RemovalResult[]>;
  cancel(): void;
  /** Resolves when pending storing and removing has ended, successfully or not. */
  settled(): Promise<void>;
}

export function storedSentence(kept: StoreResult): string {
  if (!kept.ok) return `The token lasts for this session only: ${kept.sentence}`;
  const left = kept.stillIn === null ? '' : ` An earlier one is still in ${storageNames[kept.stillIn]}.`;
  if (kept.storage === 'command') return `The token comes from your command.${left}`;
  return kept.storage === 'session'
    ? `The token lasts for this session only.${left}`
    : `The token is stored in ${storageNames[kept.storage]}.${left}`;
}

/** For a profile that this sign-in created. */
export function createdSentence(profile: string, kept: StoreResult): string {
  const whole = `Profile "${profile}" created. ${storedSentence(kept)}`;
  const isWhole = whole.length <= maxInNotice || !kept.ok || kept.stillIn !== null;
  return isWhole ? whole : `Profile "${profile}" created.`;
}

/** In characters: a longer notice is clipped at 80 columns. */
const maxInNotice = 76;

/** The ways to a token without the keychain; `last`: the one that only this storage has. */
export function withOtherWays(sentence: string, last: string): string {
  return `${sentence} Set tokenCommand in the settings, set ROLLCALL_TOKEN, or ${last}.`;
}

/** One line for each storage, and what no storage can do. */
export function removalLines(report: readonly RemovalResult[]): readonly string[] {
  return [...report.map(lineOf), 'The token stays valid until you revoke it in the portal.'];
}

function lineOf({ storage, sentence }: RemovalResult): string {
  if (sentence !== null) return `! ${storageNames[storage]}: may still hold the token. ${sentence}`;
  if (storage === 'session') return '✓ this session: signed out';
  if (storage === 'command') return '✓ your command: no longer used; what it reads is unchanged';
  return `✓ ${storageNames[storage]}: no longer holds the token`;
}

// The types that the feature adds to the state.

export interface TokenStorageFeature {
  readonly action: Tagged<{
    tokenStorageOpened: None;
    storageChosen: None;
    commandEntered: None;
    storageLeft: None;
    keychainCancelled: None;
    tokenStored: { kept: StoreResult };
  }>;
  readonly effect: Tagged<{
    /** `choice`: the storage that you have just chosen; null: the profile's. */
    storeToken: { baseUrl: string; choice: StorageChoice | null };
    cancelKeychain: None;
  }>;
  readonly overlay: Tagged<{
    /**
     * Asks where to store the token. `why`: the storage that failed; null after a key. `command`: its typed text, once
     * that storage was chosen.
     */
    tokenStorage: {
      why: FailedStorage | null;
      list: ListPosition;
      command: string | null;
      message: string | null;
      isTrying: boolean;
    };
  }>;
  readonly field: 'tokenCommand';
  readonly port: {
    readonly tokens: TokenStore;
  };
}

declare module '../../root/state.ts' {
  interface Features {
    readonly tokenStorage: TokenStorageFeature;
  }
}

// Offers the storages for a token.

/** `why`: the storage that failed; null after a key. */
export function offerStorage(state: State, why: FailedStorage | null): State {
  return {
    ...state,
    overlay: { kind: 'tokenStorage', why, list: atTop, command: null, message: null, isTrying: false },
  };
}

/** The storages in the order of the menu; the first one leaves no trace. */
export function storagesOffered(why: FailedStorage | null): readonly TokenStorage[] {
  // A keychain that has just failed is not offered again.
  return tokenStorages.filter((storage) => why?.storage !== 'keychain' || storage !== 'keychain');
}

/** Does rollcall only wait for a storage, to find or store the token? */
export function isKeychainPending({ session, overlay }: State): boolean {
  return session.signIn.isSearching || (overlay?.kind === 'tokenStorage' && overlay.isTrying);
}
