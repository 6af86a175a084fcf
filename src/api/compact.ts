/** Keeps values of many records in little memory: interns texts, and cuts JSON that is too long. */

/** A few hundred states, platforms, versions and tags; where every system has its own, it is not worth the looking up. */
const mostTexts = 4096;
const longestText = 64;
const texts = new Map<string, string>();

/** The same text, and the same one in memory wherever it was met before. */
export function intern(text: string): string {
  if (text.length > longestText) return text;
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size < mostTexts) texts.set(text, text);
  return text;
}

/** Raw JSON, still to be made safe; null where the value is nested deeper than can be written. */
export function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** Longer ones are cut: the answer of a service must not be held in memory a second time. */
const longestJson = 8000;

/** Raw JSON to be compared. Of a longer value the beginning and a sum of the rest: no two read the same. */
export function cutJson(value: unknown): string {
  const text = jsonText(value);
  if (text === null) return '…';
  return text.length <= longestJson ? text : `${text.slice(0, longestJson)}… ${text.length} ${sumOf(text)}`;
}

/** FNV-1a: tells texts apart that are not made to collide. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16);
}

/** Levels of what is kept as it came. An indented text of thousands of them has megabytes of spaces. */
const deepest = 50;

/** Nested deeper than rollcall writes again. */
export function isTooDeep(value: unknown, levels = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}
