/** The hint bar: the most important keys, in the last line. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { Clean } from '../text/clean.ts';
import { clip, width } from '../text/fit.ts';
import { useTones } from '../parts/theme.ts';

/** A key and what it does, in a word or two. */
export interface Hint {
  readonly key: Clean;
  readonly does: Clean;
}

interface HintBarProps {
  readonly columns: number;
  /** The most important first; the last one (`? all keys`) is always shown. */
  readonly hints: readonly Hint[];
}

const GAP = '  ';

/** The keys that fit into one line. */
export function HintBar({ columns, hints }: HintBarProps): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate">
      {fittingHints(hints, columns).map(({ key, does }, index) => (
        <Text key={index}>
          {index > 0 && GAP}
          <Text bold {...tones.accent}>
            {key}
          </Text>{' '}
          {clip(does, columns - width(key) - 1)}
        </Text>
      ))}
    </Text>
  );
}

/** As many hints as fit: the last one, and of the others the first ones. */
export function fittingHints(hints: readonly Hint[], columns: number): readonly Hint[] {
  const last = hints.slice(-1);
  const others = hints.slice(0, -1);
  while (others.length > 0 && room([...others, ...last]) > columns) others.pop();
  return [...others, ...last];
}

function room(hints: readonly Hint[]): number {
  const texts = hints.reduce((sum, { key, does }) => sum + width(key) + 1 + width(does), 0);
  return texts + GAP.length * (hints.length - 1);
}
