/** The loaded features, and what derives from them. It names none: `features.ts` registers them. */
import type { Feature, ReadDefinition } from './feature.ts';
import type { Effect, Features, Read } from './state.ts';

type AnyFeature = { readonly [N in keyof Features]: Feature<N> }[keyof Features];

let present: readonly AnyFeature[] = [];

export function addFeatures(features: { readonly [N in keyof Features]?: Feature<N> }): void {
  present = [...new Set(present.concat(Object.values<AnyFeature>(features)))];
}

/** A value derived from the loaded features, recomputed when more are loaded. */
export function fromFeatures<T>(derive: (features: readonly AnyFeature[]) => T): () => T {
  let made: { readonly of: readonly AnyFeature[]; readonly value: T } | null = null;
  return () => {
    if (made?.of !== present) made = { of: present, value: derive(present) };
    return made.value;
  };
}

const definitions = fromFeatures(
  (features) =>
    Object.assign({}, ...features.map(({ reads }) => reads)) as Readonly<Record<Read['kind'], ReadDefinition<Read>>>,
);

export const readDefinitions = fromFeatures((): readonly ReadDefinition<Read>[] => Object.values(definitions()));

export function isRead(effect: Effect): effect is Read {
  return effect.kind in definitions();
}

export function readDefinition({ kind }: Read): ReadDefinition<Read> {
  return definitions()[kind];
}

export function readKey(read: Read): string {
  return definitions()[read.kind].key(read);
}
