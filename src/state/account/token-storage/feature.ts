/** Declares the feature: storing the token beyond the session. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-view.ts';
import type { FailedStorage } from '../../session/session.ts';
import type { StorageChoice, StoreResult, TokenStore } from './model.ts';

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
    /** `choice`: the storage that you have just chosen; null: the profile's. */
    keepToken: { baseUrl: string; choice: StorageChoice | null };
    cancelKeychain: None;
  }>;
  readonly overlay: Tagged<{
    /**
     * Asks where to store the token. `why`: the storage that failed; null after a key. `command`: its typed text, once
     * that storage was chosen.
     */
    keeping: {
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
