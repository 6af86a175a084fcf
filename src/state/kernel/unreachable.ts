/** Ends a switch that returns nothing: while a case of its union is missing, this call does not compile. */
export function unreachable(value: never): never {
  throw new Error(`No case for ${String(value)}.`);
}
