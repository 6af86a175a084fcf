/** Declares the feature: keys that systems enrol with. */
import type { EnrolmentKey } from '../../api/enrolment-keys.ts';
import type { Problem } from '../../api/problem.ts';
import type { KeyCreation } from './creation.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';

export type EnrolmentKeysAction =
  | { readonly kind: 'newKeyOpened' }
  | { readonly kind: 'keyDescribed' }
  | { readonly kind: 'keyCreated'; readonly attempt: number; readonly key: EnrolmentKey }
  | { readonly kind: 'keyCreationFailed'; readonly attempt: number; readonly problem: Problem }
  | { readonly kind: 'secretToggled' }
  | { readonly kind: 'secretCopied' }
  | { readonly kind: 'keysSeenOpened' };

export type EnrolmentKeysEffect = {
  readonly kind: 'createEnrolmentKey';
  readonly attempt: number;
  readonly orgId: string;
  readonly description: string;
};

export type EnrolmentKeysScreen =
  | { readonly kind: 'newKey'; readonly creation: KeyCreation }
  | { readonly kind: 'keysSeen'; readonly list: ListPosition };

/** Keys that systems enrol with. */
export interface EnrolmentKeysFeature {
  readonly action: EnrolmentKeysAction;
  readonly effect: EnrolmentKeysEffect;
  readonly screen: EnrolmentKeysScreen;
}
