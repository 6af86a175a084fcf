/** How far has something come? */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { clean, type Clean } from '../text/clean.ts';
import { useTones } from './colours.ts';

/** Work done and the cells to show it in. */
export interface ProgressBarProps {
  readonly width: number;
  readonly done: number;
  /** Null where it is not known how much there is to do. */
  readonly total: number | null;
}

/** The bar by itself. */
export function ProgressBar({ width, done, total }: ProgressBarProps): ReactNode {
  const tones = useTones();
  return <Text {...tones.accent}>{progressText(done, total, width)}</Text>;
}

/** The bar among other words: `██████░░░░`, full only when all is done; a plain line where the end is not known. */
export function progressText(done: number, total: number | null, width: number): Clean {
  if (total === null) return clean('─'.repeat(width));
  const filled = done >= total ? width : Math.floor((width * done) / total);
  return clean('█'.repeat(filled) + '░'.repeat(width - filled));
}
