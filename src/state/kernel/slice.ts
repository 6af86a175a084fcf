/** A slice: the part of the state that one feature keeps. */

export interface Slice<State> {
  readonly initial: State;
  /** The root resets it when this ends; no feature resets the fields of another. */
  readonly lasts: 'program' | 'session' | 'organisation';
}
