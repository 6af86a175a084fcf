/** Declares the feature: the code of the operations of the service, loaded at its first use. */
import type { Tagged } from '../../kernel/declare.ts';

/** What a key asks of those features, once their code is there. */
export type FirstUse =
  | 'operationsOpened'
  | 'serviceKeysWanted'
  | 'newKeyFieldsWanted'
  | 'offersWanted'
  | 'offersSought'
  | 'requestRecordsOpened';

export interface OperationsLoadingFeature {
  readonly action: Tagged<{ operationsWanted: { then: FirstUse } }>;
  readonly effect: Tagged<{ loadOperations: { then: FirstUse } }>;
}
