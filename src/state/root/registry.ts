/** The loaded features, and what derives from them. It names none: `features.ts` registers them. */
import type { Slice } from '../kernel/declare.ts';
import type { Feature, ReadDefinition } from './feature.ts';
import type { Effect, Features, Read, Slices, State } from './state.ts';

type AnyFeature = { readonly [N in keyof Features]: Feature<N> }[keyof Features];

let present: { readonly [N in keyof Features]?: Feature<N> } = {};

export function addFeatures(features: { readonly [N in keyof Features]?: Feature<N> }): void {
  present = { ...present, ...features };
}

/** A value derived from the loaded features, recomputed when more are loaded. */
export function fromFeatures<T>(derive: (features: readonly AnyFeature[]) => T): () => T {
  let made: { readonly of: object; readonly value: T } | null = null;
  return () => {
    if (made?.of !== present) made = { of: present, value: derive(Object.values<AnyFeature>(present)) };
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

/** The first values of the slices for which `ends` holds. */
function firstSlices(ends: (slice: Slice<unknown>) => boolean): Partial<Slices> {
  const slices = Object.entries<AnyFeature>(present).flatMap(([name, { slice }]) =>
    slice !== undefined && ends(slice) ? [[name, slice.initial]] : [],
  );
  return Object.fromEntries(slices) as Partial<Slices>;
}

export const noRequests: State['requests'] = { backoff: null, failures: new Map() };

const blank = {
  screen: { kind: 'starting' },
  trail: [],
  overlay: null,
  covered: null,
  prompt: null,
  notice: null,
  organisation: null,
  requests: noRequests,
} as const;

/** The state of a start, before it is known who starts. */
export function blankState(): Slices & typeof blank {
  return { ...(firstSlices(() => true) as Slices), ...blank };
}

/** Resets the slices that last only for a session or an organisation. */
export function withoutSlicesOf(state: State, ended: 'session' | 'organisation'): State {
  return { ...state, ...firstSlices(({ lasts }) => lasts === 'organisation' || lasts === ended) };
}

/** Removes everything that belongs to a session that is over. */
export function withoutSession(state: State): State {
  return { ...withoutSlicesOf(state, 'session'), ...blank };
}
