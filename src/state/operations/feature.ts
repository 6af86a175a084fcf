/** Declares the feature: every operation of the service, as a list. */
import type { JsonObject } from '../../api/exact-json.ts';
import type { Slice, Tagged } from '../kernel/declare.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';

export interface OperationsState {
  readonly filter: string;
  readonly sort: 'tag' | 'path' | 'method' | 'used';
}

/** A row of a list: what can be done with it comes first. */
export interface OperationsRow {
  /** Of the list that it is in, as the definition writes it: `/org/{orgId}/enrolment-keys`. */
  readonly path: string;
  readonly fields: JsonObject;
}

export interface OperationsFeature {
  readonly state: OperationsState;
  readonly action: Tagged<{ operationsOpened: { row?: OperationsRow } }>;
  readonly screen: Tagged<{ operations: { list: ListPosition; isTyping: boolean } }>;
}

export const operationsSlice: Slice<OperationsState> = { initial: { filter: '', sort: 'tag' }, lasts: 'session' };
