/** Finds the tag of a system that is one of the words that protect, in any shape and spelling. */
import type { System } from '../../api/system.ts';
import { memoize } from '../kernel/memoize.ts';
import { inPlainSpelling } from '../kernel/hidden-characters.ts';

/** The tag as it was sent. `unreadable`: too long or too deep to look into, and so a word that protects may be there. */
export type ProtectedTag = { readonly tag: string } | 'unreadable';

/** A tag is a few words: what stands further on is not looked at. */
const longestTag = 1000;

const part = String.raw`[\p{L}\p{M}\p{N}_-]`;

/** The words as whole words of a text: "do_not_delete" and "do not delete" are `do-not-delete`, too. */
const patternOf = memoize((words: readonly string[]): { readonly pattern: RegExp | null } => {
  const spelled = words.map(inPlainSpelling).filter((word) => word !== '');
  if (spelled.length === 0) return { pattern: null };
  const sources = spelled.map((word) => escaped(word).replaceAll(/[-_\s]+/g, String.raw`[-_\s]*`));
  return { pattern: new RegExp(`(?<!${part})(?:${sources.join('|')})(?!${part})`, 'u') };
});

export function protectedTag(system: System, words: readonly string[]): ProtectedTag | null {
  const { pattern } = patternOf(words);
  if (pattern === null) return null;
  const isWord = (text: string): boolean => pattern.test(inPlainSpelling(text.slice(0, longestTag)));
  const tag = system.tags.find(isWord);
  if (tag !== undefined) return { tag };
  const { tags: odd } = system.odd;
  return odd === undefined ? null : wordIn(odd, isWord);
}

/** Tags that are not understood: a word anywhere in them protects, as a value or as the name of one that is not off. */
function wordIn(json: string, isWord: (text: string) => boolean): ProtectedTag | null {
  const values: unknown[] = [];
  try {
    values.push(JSON.parse(json));
  } catch {
    return 'unreadable';
  }
  for (const value of values) {
    if (typeof value === 'string' && isWord(value)) return { tag: value };
    if (typeof value !== 'object' || value === null) continue;
    const name = Array.isArray(value) ? undefined : Object.entries(value).find(([one, of]) => isOn(of) && isWord(one));
    if (name !== undefined) return { tag: name[0] };
    // The loop goes on to them.
    values.push(...Object.values<unknown>({ ...value }));
  }
  return null;
}

function isOn(value: unknown): boolean {
  return value !== false && value !== null && value !== 0;
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}
