/** Declarations of a feature: its slice of the state, its unions, values that are loaded, and the notices of all. */
import type { Problem } from '../../api/problem.ts';

/** The part of the state that one feature keeps. */
export interface Slice<State> {
  readonly initial: State;
  /** The root resets it when this ends; no feature resets the fields of another. */
  readonly lasts: 'program' | 'session' | 'organisation';
}

/** The kinds of `{ moved: { by: number }; left: None }` are `moved` and `left`. */
export type Tagged<Payloads> = {
  [Kind in keyof Payloads]: { readonly kind: Kind } & Readonly<Payloads[Kind]>;
}[keyof Payloads];

/** No payload. */
export type None = object;

/** Something that is read from the service. The last value stays during a refresh, and after a failed one. */
export type Loadable<T> =
  | { readonly kind: 'loading'; readonly last: T | null }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly problem: Problem; readonly last: T | null };

/** The value as far as it is known: read now, or before. */
export function known<T>(loadable: Loadable<T>): T | null {
  return loadable.kind === 'ready' ? loadable.value : loadable.last;
}

/** The same thing, being refreshed. */
export function readAgain<T>(loadable: Loadable<T>): Loadable<T> {
  return { kind: 'loading', last: known(loadable) };
}

/** Notices of any feature; those of one feature are in its declaration. */
export type PlainNotice = Tagged<{
  said: { text: string };
  /** Why a key does nothing: until there is another list, too. */
  refused: { text: string };
  /** ctrl-c was pressed once. */
  interrupted: None;
  /** `next`: the key, which is not cut off where the text is. */
  warning: { text: string; next?: string };
  problem: { problem: Problem };
}>;
