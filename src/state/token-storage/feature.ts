/** Declares the feature: where the token is kept beyond the session. */
import type { None, Tagged } from '../kernel/declare.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';
import type { FailedStorage, StorageChoice, StoreResult } from './model.ts';

export type TokenStorageAction = Tagged<{
  keepingOpened: None;
  placeChosen: None;
  commandEntered: None;
  keepingLeft: None;
  keychainCancelled: None;
  tokenKept: { kept: StoreResult };
}>;

export type TokenStorageEffect = Tagged<{
  /** `choice`: what somebody chose just now; null: where the profile keeps it. */
  keepToken: { baseUrl: string; choice: StorageChoice | null };
  /** The keychain is not waited for any longer. */
  cancelKeychain: None;
}>;

export type TokenStorageOverlay =
  /**
   * Where the token is to be kept. `why`: where it was not found; null where somebody asked. `command`: as it is typed,
   * once that place was chosen.
   */
  {
    readonly kind: 'keeping';
    readonly why: FailedStorage | null;
    readonly list: ListPosition;
    readonly command: string | null;
    readonly says: string | null;
    readonly isTrying: boolean;
  };

export interface TokenStorageFeature {
  readonly action: TokenStorageAction;
  readonly effect: TokenStorageEffect;
  readonly overlay: TokenStorageOverlay;
  readonly field: 'tokenCommand';
}
