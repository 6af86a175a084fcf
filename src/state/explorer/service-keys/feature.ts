/** Declares the feature: the enrolment keys in the service's own list. */
import type { Problem } from '../../../api/problem.ts';
import type { KeysLink, ServiceKey, ServiceKeysPage } from '../../../api/service-keys.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';

/** A disabled key can be enabled; any other key can be disabled. */
export type KeySwitching = 'disable' | 'enable';

/** The loaded keys of one organisation. */
export interface ServiceKeyList {
  readonly orgId: string;
  /** Number of the reading: answers to an earlier one are dropped. */
  readonly attempt: number;
  readonly isReading: boolean;
  /** In the service's order; during a refresh, the former keys until the first page arrives. */
  readonly keys: readonly ServiceKey[];
  /** Addresses of the pages already read. */
  readonly addresses: readonly string[];
  /** Link to the next page; null: at the first page, or at the end. */
  readonly from: KeysLink | null;
  /** Why the list is incomplete. */
  readonly problem: Problem | null;
}

export interface ServiceKeysState {
  /** Null: not read, because the definition has no such operation, or has not arrived. */
  readonly list: ServiceKeyList | null;
  /** The service rejected the operation that its definition names: it is not read again. */
  readonly isWithdrawn: boolean;
  /** Operations that the service rejected, though its definition names them. */
  readonly withdrawn: ReadonlySet<KeySwitching>;
  /** The form of a new key should open when the definition arrives. */
  readonly isFormWanted: boolean;
}

export interface ServiceKeysFeature {
  readonly state: ServiceKeysState;
  readonly action: Tagged<{
    serviceKeysWanted: None;
    serviceKeysArrived: { attempt: number; page: ServiceKeysPage };
    serviceKeysFailed: { attempt: number; problem: Problem };
    /** Shows the request that disables or enables the key under the cursor. It sends nothing. */
    keySwitchRequested: None;
    /** From the description of a new key, opens the form with all fields of its schema. */
    newKeyFieldsWanted: None;
  }>;
  readonly effect: Tagged<{
    showKeyRequest: { call: Call; operation: DefinedOperation };
    openKeyForm: { operation: DefinedOperation; description: string };
  }>;
  /** `from`: null for the first page. */
  readonly read: Tagged<{ readServiceKeys: { attempt: number; orgId: string; from: KeysLink | null } }>;
  readonly slot: 'serviceKeys';
}

export const serviceKeysSlice: Slice<ServiceKeysState> = {
  initial: { list: null, isWithdrawn: false, withdrawn: new Set(), isFormWanted: false },
  lasts: 'session',
};
