/** How are the keys of a screen laid out to be read? */
import type { Clean } from '../text/clean.ts';

/** One key's line: what it does and, where it cannot be used now, why. */
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

const NARROWEST = 36;
/** The cells between two columns. */
export const HELP_GAP = 4;

/** The lines of each column: as many columns as fit, each group in the one that is shortest so far. */
export function layoutHelp(groups: readonly HelpGroup[], width: number): readonly (readonly HelpLine[])[] {
  const most = Math.floor((width + HELP_GAP) / (NARROWEST + HELP_GAP));
  const columns = Array.from({ length: Math.max(1, Math.min(most, groups.length)) }, (): HelpLine[] => []);
  for (const group of groups) {
    const shortest = columns.reduce((a, b) => (b.length < a.length ? b : a));
    if (shortest.length > 0) shortest.push({ kind: 'blank' });
    shortest.push({ kind: 'title', text: group.title }, ...group.entries.flatMap(entryLines));
  }
  return columns;
}

/** The lines of the longest column: what there is to scroll through. */
export function helpHeight(groups: readonly HelpGroup[], width: number): number {
  return Math.max(...layoutHelp(groups, width).map((column) => column.length));
}

function entryLines({ keys, does, refusal }: HelpEntry): readonly HelpLine[] {
  if (refusal === undefined) return [{ kind: 'key', keys, does, usable: true }];
  return [
    { kind: 'key', keys, does, usable: false },
    { kind: 'refusal', text: refusal },
  ];
}
