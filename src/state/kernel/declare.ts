/** Declarations of a feature: its slice of the state, and its unions as tables of kinds and payloads. */

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
