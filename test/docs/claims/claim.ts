/** A promise of `docs/safety.md`, and the patch that breaks it. */
export interface Claim {
  /** The words of the page with which the promise begins. */
  readonly says: string;
  /** The file of the source to change, and its text, which is there once. */
  readonly file: string;
  readonly from: string;
  /** The text in its place that breaks the promise. */
  readonly to: string;
  /** A file of tests that the page links there, and a part of the name of the test that must fail. */
  readonly test: string;
  readonly fails: string;
}
