/** Declares the feature: one request that changes something, shown as it would be sent, confirmed and sent once. */
import type { Slice, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';
import type { Call } from '../call/call.ts';
import type { DefinedOperation } from '../definition/definition.ts';

/** A call that changes something, with all that is to be seen before it is sent. */
export interface ChangeRequest {
  readonly id: number;
  readonly call: Call;
  readonly operation: DefinedOperation;
}

export interface RequestFeature {
  /** Null: none is shown, and none is under way. */
  readonly state: ChangeRequest | null;
  readonly action: Tagged<{
    /** A form is filled in: its request is shown. Nothing is sent by it. */
    requestShown: { call: Call; operation: DefinedOperation };
  }>;
  readonly screen: { readonly kind: 'request'; readonly id: number; readonly list: ListPosition };
}

export const requestSlice: Slice<ChangeRequest | null> = { initial: null, lasts: 'session' };
