/** The last line of every screen: its keys, and those for commands and help at the right. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { useTones } from '../parts/root-context.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, width } from '../text/fit.ts';

/** A key and its action, in a word or two. */
export interface Hint {
  readonly key: Clean;
  readonly does: Clean;
  /** The commands and the help: they stand at the right end, and are never left out. */
  readonly isAlwaysThere?: boolean;
  /** Other hints are left out before it, such as the key that goes back. */
  readonly isLeftOutLast?: boolean;
}

const HINT_GAP = '  ';

/** The keys that fit into the last line: the screen's at the left, commands and help at the right. */
export function HintBar({ columns, hints }: { readonly columns: number; readonly hints: readonly Hint[] }): ReactNode {
  const tones = useTones();
  const { left, right } = fittingHints(hints, columns);
  const drawn = (some: readonly Hint[]): ReactNode =>
    some.map(({ key, does }, index) => (
      <Text key={index}>
        {index > 0 && HINT_GAP}
        <Text bold {...tones.accent}>
          {key}
        </Text>
        {does !== '' && clip(clean(` ${does}`), columns - width(key))}
      </Text>
    ));
  return (
    <Text wrap="truncate">
      {drawn(left)}
      {right.length > 0 && ' '.repeat(Math.max(0, columns - hintCells(left) - hintCells(right)))}
      {drawn(right)}
    </Text>
  );
}

/** In a narrower line, the permanent hints are their keys alone, so that more of the screen's own have room. */
const namedFrom = 60;

/** As many hints as fit: the permanent ones first, then those that are left out last; all keep their order. */
export function fittingHints(
  hints: readonly Hint[],
  columns: number,
): Readonly<Record<'left' | 'right', readonly Hint[]>> {
  const permanent = hints.filter(({ isAlwaysThere }) => isAlwaysThere === true);
  const own = hints.filter(({ isAlwaysThere }) => isAlwaysThere !== true);
  const named = besides(own, permanent, columns);
  if (columns >= namedFrom || named.left.length === own.length) return named;
  return besides(
    own,
    permanent.map((hint) => ({ ...hint, does: clean('') })),
    columns,
  );
}

function besides(own: readonly Hint[], right: readonly Hint[], columns: number) {
  const left = [...own];
  const most = right.length === 0 ? columns : columns - hintCells(right) - HINT_GAP.length;
  while (left.length > (right.length === 0 ? 1 : 0) && hintCells(left) > most) {
    const least = left.findLastIndex(({ isLeftOutLast }) => isLeftOutLast !== true);
    left.splice(least === -1 ? left.length - 1 : least, 1);
  }
  return { left, right };
}

function hintCells(hints: readonly Hint[]): number {
  const gaps = HINT_GAP.length * Math.max(0, hints.length - 1);
  return hints.reduce((sum, { key, does }) => sum + width(key) + (does === '' ? 0 : 1 + width(does)), gaps);
}
