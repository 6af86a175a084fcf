/** Interns texts that thousands of systems share: a parser makes each of them again. */

/** A few hundred states, platforms, versions and tags; where every system has its own, it is not worth the looking up. */
const mostTexts = 4096;
const longestText = 64;
const texts = new Map<string, string>();

/** The same text, and the same one in memory wherever it was met before; null where there is none. */
export function shared<Text extends string | null | undefined>(text: Text): Text extends string ? Text : string | null;
export function shared(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  if (text.length > longestText) return text;
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size < mostTexts) texts.set(text, text);
  return text;
}
