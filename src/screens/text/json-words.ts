/** How is a value of a shape that nobody documented written? */

/** Text as it is, anything else as JSON; raw, still to be made safe. */
export function jsonWords(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    // Nested deeper than can be written: no screen could show it either.
    return '⟨too deep to show⟩';
  }
}
