/** Declares the feature: what came back, as a table, a tree or text. */
import type { Slice, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';
import type { Call } from '../call/call.ts';
import type { DefinedOperation } from '../definition/definition.ts';

export interface AnswerState {
  /** The call that is under way. */
  readonly pending: Call | null;
}

export interface AnswerFeature {
  readonly state: AnswerState;
  /** A call that only reads is sent. */
  readonly action: Tagged<{ callSent: { call: Call; operation: DefinedOperation } }>;
  readonly screen: Tagged<{ answer: { call: Call; list: ListPosition } }>;
}

export const answerSlice: Slice<AnswerState> = { initial: { pending: null }, lasts: 'session' };
