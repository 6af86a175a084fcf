/** Declares the feature: keys that systems enrol with. */
import type { None, Tagged } from '../kernel/declare.ts';
import type { EnrolmentKey } from '../../api/enrolment-keys.ts';
import type { Problem } from '../../api/problem.ts';
import type { KeyCreation } from './creation.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';

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
  readonly screen: Tagged<{ newKey: { creation: KeyCreation }; keysSeen: { list: ListPosition } }>;
  readonly field: 'keyDescription';
}
