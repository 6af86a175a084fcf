/** Declares the feature: the form of one operation. */
import type { Json } from '../../../api/exact-json.ts';
import type { Slice, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';
import type { DefinedOperation } from '../definition/definition.ts';

export interface OperationFormState {
  /** What is set, by the id of the operation, while the program runs. */
  readonly kept: ReadonlyMap<string, ReadonlyMap<string, Json>>;
}

export interface OperationFormFeature {
  readonly state: OperationFormState;
  /** `known`: values for its path, by the name of the parameter, from the row that it was opened on. */
  readonly action: Tagged<{
    operationOpened: { operation: DefinedOperation; known: Readonly<Record<string, string>> };
  }>;
  readonly screen: Tagged<{ operation: { operation: DefinedOperation; list: ListPosition } }>;
}

export const operationFormSlice: Slice<OperationFormState> = { initial: { kept: new Map() }, lasts: 'session' };
