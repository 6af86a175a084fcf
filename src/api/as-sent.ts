/** JSON text of a value that has another type than the specification says: what was sent is kept, and can be compared. */

/** Longer ones are cut: the answer of a service must not be held in memory a second time. */
const longest = 8000;

/** Raw JSON, still to be made safe. Of a longer value the beginning and a sum of the rest: no two read the same. */
export function asSent(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    // Nested deeper than can be written.
    return '…';
  }
  return text.length <= longest ? text : `${text.slice(0, longest)}… ${text.length} ${sumOf(text)}`;
}

/** Levels of what is kept as it came. An indented text of thousands of them has megabytes of spaces. */
const deepest = 50;

/** Nested deeper than rollcall writes again. */
export function isTooDeep(value: unknown, levels = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isTooDeep(inner, levels - 1)) return true;
  return false;
}

/** FNV-1a: tells texts apart that are not made to collide. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16);
}
