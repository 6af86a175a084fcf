/** The features that are there, and what follows from them. It names none: `features.ts` adds them. */
import type { Feature, ReadDefinition } from './feature.ts';
import type { Effect, Features, Read } from './state.ts';

type AnyFeature = { readonly [N in keyof Features]: Feature<N> }[keyof Features];

let present: readonly AnyFeature[] = [];

/** From here on these features are there, too. */
export function addFeatures(features: { readonly [N in keyof Features]?: Feature<N> }): void {
  present = [...new Set([...present, ...Object.values(features)])];
}

/** A value derived from the loaded features: once, and again when more are loaded. */
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
