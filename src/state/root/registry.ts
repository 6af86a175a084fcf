/** The features that are there, and what follows from them. It names none: `features.ts` adds them. */
import type { Feature } from './feature.ts';
import type { Features } from './state.ts';

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
