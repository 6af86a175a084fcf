/** Declares the feature: keys that systems enrol with. */
import type { None, Tagged } from '../kernel/declare.ts';
import type { EnrolmentKey } from '../../api/enrolment-keys.ts';
import type { Problem } from '../../api/problem.ts';
import type { KeyCreation } from './creation.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';

export type EnrolmentKeysAction = Tagged<{
  newKeyOpened: None;
  keyDescribed: None;
  keyCreated: { attempt: number; key: EnrolmentKey };
  keyCreationFailed: { attempt: number; problem: Problem };
  secretToggled: None;
  secretCopied: None;
  keysSeenOpened: None;
}>;

export type EnrolmentKeysEffect = {
  readonly kind: 'createEnrolmentKey';
  readonly attempt: number;
  readonly orgId: string;
  readonly description: string;
};

export type EnrolmentKeysScreen = Tagged<{
  newKey: { creation: KeyCreation };
  keysSeen: { list: ListPosition };
}>;

export interface EnrolmentKeysFeature {
  readonly action: EnrolmentKeysAction;
  readonly effect: EnrolmentKeysEffect;
  readonly screen: EnrolmentKeysScreen;
  readonly field: 'keyDescription';
}
