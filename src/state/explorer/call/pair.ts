/** A name and a value of a query. */
export type Pair = readonly [name: string, value: string];

/** A pair as it is sent, and as it is meant once it is decoded. */
export interface QueryPart {
  readonly encoded: string;
  readonly meant: Pair;
}
