/** Ranks the entries of the palette by the typed words: their own words, then those of other programs, then letters. */
import fuzzysort from 'fuzzysort';
import { folded } from '../../../state/kernel/spelling.ts';
import type { Binding } from '../../keys/binding.ts';
import { synonymsOf } from './synonyms.ts';

export interface PaletteEntry {
  readonly binding: Binding;
  /** The reason why it cannot be chosen; null where it can. */
  readonly refusal: string | null;
}

/** A match with one or two letters missing (1 is the same text). Below it, shared letters are chance. */
const leastScore = 0.25;

/** The matching entries, the best first; without typed text, all of them in their order. */
export function entriesMatching(typed: string, entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return entries;
  const byWords = entries
    .flatMap((entry) => {
      const rank = rankOf(wanted, entry);
      return rank === null ? [] : [{ entry, rank }];
    })
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ entry }) => entry);
  const found = new Set(byWords);
  return [...byWords, ...scattered(typed, entries).filter((entry) => !found.has(entry))];
}

/**
 * Scattered letters may match by chance: they find only actions that open or show something. Actions that mark, send or
 * end are found by words.
 */
function scattered(typed: string, entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const harmless = entries.filter(({ binding }) => /(?:Opened|Shown)$/.test(binding.action.kind));
  return fuzzysort
    .go(typed, harmless, { key: ({ binding }) => binding.does, limit: 0, threshold: leastScore })
    .map(({ obj }) => obj);
}

/** Compared number by number; the smallest comes first. */
type Rank = readonly number[];

function compareRanks(a: Rank, b: Rank): number {
  return a.map((number, at) => number - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

const [isWhole, isBeginning] = [
  (word: string, wanted: string): boolean => word === wanted || word === `${wanted}s` || `${word}s` === wanted,
  (word: string, wanted: string): boolean => word.startsWith(wanted),
];

/** Null unless it has each wanted word, whole or its beginning. */
function rankOf(wanted: readonly string[], { binding, refusal }: PaletteEntry): Rank | null {
  const own = wordsOf(binding.does);
  const other = wordsOf(synonymsOf(binding.action));
  if (own.join(' ') === wanted.join(' ')) return [0];
  const tiers = [
    { sources: [own], isMatch: isWhole },
    { sources: [own], isMatch: isBeginning },
    { sources: [own, other], isMatch: isWhole },
    { sources: [own, other], isMatch: isBeginning },
  ];
  for (const [at, { sources, isMatch }] of tiers.entries()) {
    const placeOf = (one: string): number =>
      sources.map((words) => words.findIndex((word) => isMatch(word, one))).find((place) => place !== -1) ?? -1;
    const places = wanted.map(placeOf);
    if (places.includes(-1)) continue;
    // All of its words, whole: the label in another order.
    if (at === 0 && own.length === wanted.length) return [1];
    // Equal matches: usable ones come first, then a match of an early word, then short labels.
    return [at + 2, refusal === null ? 0 : 1, Math.min(...places), own.length];
  }
  return null;
}

function wordsOf(text: string): readonly string[] {
  return folded(text)
    .split(/[^\p{L}\p{M}\p{N}!?]+/u)
    .filter((word) => word !== '');
}
