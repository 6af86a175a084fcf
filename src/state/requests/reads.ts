/** The definitions of all reads, by the kind of the effect. */
import { features } from '../features.ts';
import type { ReadDefinition } from '../kernel/feature.ts';
import type { Effect, Read } from '../state.ts';

const definitions = Object.assign({}, ...Object.values(features).map((feature) => feature.reads)) as Readonly<
  Record<Read['kind'], ReadDefinition<Read>>
>;

export const readDefinitions: readonly ReadDefinition<Read>[] = Object.values(definitions);

export function isRead(effect: Effect): effect is Read {
  return effect.kind in definitions;
}

export function readDefinition({ kind }: Read): ReadDefinition<Read> {
  return definitions[kind];
}

export function readKey(read: Read): string {
  return definitions[read.kind].key(read);
}
