/** Declares the feature: where the token is kept beyond the session. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';
import type { FailedStorage, StorageChoice, StoreResult } from './model.ts';

export interface TokenStorageFeature {
  readonly action: Tagged<{
    keepingOpened: None;
    placeChosen: None;
    commandEntered: None;
    keepingLeft: None;
    keychainCancelled: None;
    tokenKept: { kept: StoreResult };
  }>;
  readonly effect: Tagged<{
    /** `choice`: what was chosen just now; null: where the profile keeps it. */
    keepToken: { baseUrl: string; choice: StorageChoice | null };
    /** The keychain is not waited for any longer. */
    cancelKeychain: None;
  }>;
  readonly overlay: Tagged<{
    /**
     * Where the token is to be kept. `why`: where it was not found; null where a key asked for it. `command`: as it is typed,
     * once that place was chosen.
     */
    keeping: {
      why: FailedStorage | null;
      list: ListPosition;
      command: string | null;
      says: string | null;
      isTrying: boolean;
    };
  }>;
  readonly field: 'tokenCommand';
}
