/** The reads of all features, by their kind. */
import { fromFeatures } from './registry.ts';
import type { ReadDefinition } from './feature.ts';
import type { Effect, Read } from './state.ts';

const definitions = fromFeatures(
  (features) =>
    Object.assign({}, ...features.map(({ reads }) => reads)) as Readonly<Record<Read['kind'], ReadDefinition<Read>>>,
);

/** All of them. */
export const readDefinitions = fromFeatures((): readonly ReadDefinition<Read>[] => Object.values(definitions()));

/** Does it only read, so that it may be sent again? */
export function isRead(effect: Effect): effect is Read {
  return effect.kind in definitions();
}

/** How it is sent, sent again, and given up. */
export function readDefinition({ kind }: Read): ReadDefinition<Read> {
  return definitions()[kind];
}

/** Two reads of one key are the same. */
export function readKey(read: Read): string {
  return definitions()[read.kind].key(read);
}
