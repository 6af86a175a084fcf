/** Declares the feature: keys that systems enrol with. */
import type { EnrolmentKey } from '../../../api/organisations.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import type { WholeNumber } from '../../../api/exact-json.ts';
import type { Problem } from '../../../api/problem.ts';
import type { RecordAbout } from '../../change/journal/requests.ts';
import type { ListPosition, ListView } from '../../kernel/list-view.ts';

/** The stages of creating a key. `askedAt`: when enter was pressed. */
export type KeyCreation = Tagged<{
  describing: { typed: string; message: string | null; problem: Problem | null; askedAt: number | null };
  creating: { typed: string; attempt: number; askedAt: number };
  /**
   * The answer is shown once and stored nowhere else. `isWarned`: you were warned that the secret is lost when you
   * leave the screen.
   */
  created: {
    typed: string;
    key: EnrolmentKey;
    isRevealed: boolean;
    wasRevealed: boolean;
    isCopied: boolean;
    isWarned: boolean;
  };
}>;

export const describing: KeyCreation = { kind: 'describing', typed: '', message: null, problem: null, askedAt: null };

/** A key that was created here; its secret is not kept. */
export interface MadeKey {
  /** Null when the answer contains none. */
  readonly id: WholeNumber | null;
  readonly description: string;
}

export interface EnrolmentKeysState {
  /** Newest first. */
  readonly made: readonly MadeKey[];
  readonly view: ListView;
}

export interface EnrolmentKeysFeature {
  readonly state: EnrolmentKeysState;
  readonly action: Tagged<{
    newKeyOpened: None;
    /** A request of the explorer that sets only a description. */
    newKeyFilled: { description: string };
    keyDescribed: None;
    keyCreated: { attempt: number; key: EnrolmentKey };
    /** Nothing was sent, because the change could not be recorded or must wait: `message` is the sentence. */
    keyNotSent: { attempt: number; message: string };
    keyCreationFailed: { attempt: number; problem: Problem };
    secretToggled: None;
    secretCopied: None;
    keysSeenOpened: None;
    /** Opens the list of systems, filtered by the key under the cursor. */
    keySystemsShown: None;
  }>;
  readonly effect: Tagged<{
    createEnrolmentKey: { attempt: number; orgId: string; description: string; about: RecordAbout };
  }>;
  readonly screen: Tagged<{
    /** `isFromKeys`: opened from the list of keys, so esc returns to it. */
    newKey: { creation: KeyCreation; isFromKeys?: boolean };
    keysSeen: { list: ListPosition };
  }>;
  readonly field: 'keyDescription';
}
