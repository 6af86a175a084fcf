/** Lays the keys of a screen out in columns. */
import type { Clean } from '../text/clean.ts';
import { width } from '../text/fit.ts';

/** One key: what it does and, where it cannot be used now, why. */
export interface HelpEntry {
  readonly keys: Clean;
  readonly does: Clean;
  readonly refusal?: Clean | undefined;
}

/** Keys that belong together. */
export interface HelpGroup {
  readonly title: Clean;
  readonly entries: readonly HelpEntry[];
}

/** One line of one column. */
export type HelpLine =
  | { readonly kind: 'title'; readonly text: Clean }
  | { readonly kind: 'key'; readonly keys: Clean; readonly does: Clean; readonly usable: boolean }
  | { readonly kind: 'refusal'; readonly text: Clean }
  | { readonly kind: 'blank' };

/** The cells between two columns. */
export const HELP_GAP = 4;
/** The cells between a key and what it does. */
export const KEY_GAP = 2;

/** The cells that the keys take. */
export function keyCellsOf(groups: readonly HelpGroup[]): number {
  return longest(groups, ({ keys }) => keys);
}

function longest(groups: readonly HelpGroup[], textOf: (entry: HelpEntry) => Clean): number {
  return Math.max(0, ...groups.flatMap(({ entries }) => entries.map((entry) => width(textOf(entry)))));
}

/** The lines of each column: as many columns as fit with every word in full, each group in the one that is shortest so far. */
export function layoutHelp(groups: readonly HelpGroup[], cells: number): readonly (readonly HelpLine[])[] {
  const narrowest = keyCellsOf(groups) + KEY_GAP + longest(groups, ({ does }) => does);
  const most = Math.floor((cells + HELP_GAP) / (narrowest + HELP_GAP));
  const columns = Array.from({ length: Math.max(1, Math.min(most, groups.length)) }, (): HelpLine[] => []);
  for (const group of groups) {
    const shortest = columns.reduce((a, b) => (b.length < a.length ? b : a));
    if (shortest.length > 0) shortest.push({ kind: 'blank' });
    shortest.push({ kind: 'title', text: group.title }, ...group.entries.flatMap(entryLines));
  }
  return columns;
}

/** The lines of the longest column: the height that scrolls. */
export function helpHeight(groups: readonly HelpGroup[], cells: number): number {
  return Math.max(...layoutHelp(groups, cells).map((column) => column.length));
}

function entryLines({ keys, does, refusal }: HelpEntry): readonly HelpLine[] {
  if (refusal === undefined) return [{ kind: 'key', keys, does, usable: true }];
  return [
    { kind: 'key', keys, does, usable: false },
    { kind: 'refusal', text: refusal },
  ];
}
