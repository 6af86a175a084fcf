/** Declares the feature: every operation of the service, as a list. */
import type { None, Slice, Tagged } from '../kernel/declare.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';

export interface OperationsState {
  readonly filter: string;
  readonly sort: 'tag' | 'path' | 'method' | 'used';
}

export interface OperationsFeature {
  readonly state: OperationsState;
  readonly action: Tagged<{ operationsOpened: None }>;
  readonly screen: Tagged<{ operations: { list: ListPosition; isTyping: boolean } }>;
}

export const operationsSlice: Slice<OperationsState> = { initial: { filter: '', sort: 'tag' }, lasts: 'session' };
