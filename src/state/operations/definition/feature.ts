/** Declares the feature: the service's definition, read and kept. */
import type { Slice, Tagged } from '../../kernel/declare.ts';
import type { Definition } from './definition.ts';

export interface DefinitionState {
  readonly definition: Definition | null;
}

export interface DefinitionFeature {
  readonly state: DefinitionState;
  readonly action: Tagged<{ definitionArrived: { definition: Definition } }>;
}

export const definitionSlice: Slice<DefinitionState> = { initial: { definition: null }, lasts: 'session' };
