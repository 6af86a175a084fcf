/** Writes a number as `12,431`: one fixed grouping, whatever the computer's locale, so that what people quote stays comparable. */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
