/** Types for the declarations of features: a slice of the state, its unions, loaded values, and the notices common to all. */
import type { Problem } from '../../api/problem.ts';

export interface Slice<State> {
  readonly initial: State;
  /** The root resets the slice when this ends; no feature resets the fields of another. */
  readonly lasts: 'program' | 'session' | 'organisation';
}

/** One object type in place of an intersection: TypeScript finds a member of a large union of these by its kind. */
export type Flat<T> = { [Key in keyof T]: T[Key] };

/** Turns `{ moved: { by: number }; left: None }` into a union of the kinds `moved` and `left`. */
export type Tagged<Payloads> = {
  [Kind in keyof Payloads]: Flat<{ readonly kind: Kind } & Readonly<Payloads[Kind]>>;
}[keyof Payloads];

export type None = object;

/** A value that is read from the service. The last value stays during a refresh, and after a failed one. */
export type Loadable<T> =
  | { readonly kind: 'loading'; readonly last: T | null }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly problem: Problem; readonly last: T | null };

/** The newest known value; null when nothing was read yet. */
export function knownOrNull<T>(loadable: Loadable<T>): T | null {
  return loadable.kind === 'ready' ? loadable.value : loadable.last;
}

export function readAgain<T>(loadable: Loadable<T>): Loadable<T> {
  return { kind: 'loading', last: knownOrNull(loadable) };
}

/** Notices that every feature may show; those of one feature are in its declaration. */
export type PlainNotice = Tagged<{
  said: { text: string };
  /** Why a key does nothing; replaced when another list is shown. */
  refused: { text: string };
  /** ctrl-c was pressed once. */
  interrupted: None;
  /** `next`: the key to press, which stays visible when the text is clipped. */
  warning: { text: string; next?: string };
  problem: { problem: Problem };
  /** `at`: milliseconds since 1970; null if the record does not tell when it connected. */
  watchedConnected: { name: string; at: number | null; isUnmarked: boolean };
}>;
