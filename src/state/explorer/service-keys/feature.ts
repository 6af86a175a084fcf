/** Declares the feature: the enrolment keys as the service itself lists them. */
import type { Problem } from '../../../api/problem.ts';
import type { Paging } from '../../../api/paging/envelope.ts';
import type { ServiceKeysPage } from '../../../api/enrolment-keys.ts';
import type { KeySwitching, ServiceKeyList } from '../../account/enrolment-keys/feature.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';

export interface ServiceKeysState {
  /** Null: not asked for, because the definition names no such operation, or is not there yet. */
  readonly list: ServiceKeyList | null;
  /** The service does not know the operation that its definition names: it is not asked again. */
  readonly isWithdrawn: boolean;
  /** Operations on keys that the service does not know, though its definition names them. */
  readonly withdrawn: ReadonlySet<KeySwitching>;
  /** All fields of a new key are asked for, and the definition is not there yet. */
  readonly isFormWanted: boolean;
}

export interface ServiceKeysFeature {
  readonly state: ServiceKeysState;
  readonly action: Tagged<{
    serviceKeysWanted: None;
    serviceKeysArrived: { attempt: number; page: ServiceKeysPage };
    serviceKeysFailed: { attempt: number; problem: Problem };
    /** The request that disables the key under the cursor, or enables it again. Nothing is sent by it. */
    keySwitchRequested: None;
    /** From the description of a new key to all that its schema has. */
    newKeyFieldsWanted: None;
  }>;
  readonly effect: Tagged<{
    showKeyRequest: { call: Call; operation: DefinedOperation };
    openKeyForm: { operation: DefinedOperation; description: string };
  }>;
  /** `paging`: null for the first page. */
  readonly read: Tagged<{ readServiceKeys: { attempt: number; orgId: string; paging: Paging | null } }>;
  readonly slot: 'serviceKeys';
}

export const serviceKeysSlice: Slice<ServiceKeysState> = {
  initial: { list: null, isWithdrawn: false, withdrawn: new Set(), isFormWanted: false },
  lasts: 'session',
};
