/** Words for a value of an undocumented shape. */

/** Text as it is, anything else as JSON; raw, not clean yet. */
export function jsonWords(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    // Nested deeper than can be written: no screen could show it either.
    return '⟨too deep to show⟩';
  }
}
