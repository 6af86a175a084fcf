/** Declares the feature: the keys with which systems enrol. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { EnrolmentKey } from '../../../api/enrolment-keys.ts';
import type { Problem } from '../../../api/problem.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';

/** The progress of creating a key. `askedAt`: the time of the request. */
export type KeyCreation = Tagged<{
  describing: { typed: string; says: string | null; problem: Problem | null; askedAt: number | null };
  creating: { typed: string; attempt: number; askedAt: number };
  /** The answer is shown once and kept nowhere else. `isWarned`: you were told that leaving loses the secret. */
  created: {
    typed: string;
    key: EnrolmentKey;
    isRevealed: boolean;
    wasRevealed: boolean;
    isCopied: boolean;
    isWarned: boolean;
  };
}>;

export const describing: KeyCreation = { kind: 'describing', typed: '', says: null, problem: null, askedAt: null };

export interface EnrolmentKeysFeature {
  readonly action: Tagged<{
    newKeyOpened: None;
    keyDescribed: None;
    keyCreated: { attempt: number; key: EnrolmentKey };
    keyCreationFailed: { attempt: number; problem: Problem };
    secretToggled: None;
    secretCopied: None;
    keysSeenOpened: None;
  }>;
  readonly effect: Tagged<{ createEnrolmentKey: { attempt: number; orgId: string; description: string } }>;
  readonly screen: Tagged<{
    /** `isFromKeys`: it was opened from the list of keys, and leads back there. */
    newKey: { creation: KeyCreation; isFromKeys?: boolean };
    keysSeen: { list: ListPosition };
  }>;
  readonly field: 'keyDescription';
}
