/** A progress bar, and its text. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { clean, type Clean } from '../text/clean.ts';
import { useTones } from './theme.ts';

export interface ProgressBarProps {
  readonly width: number;
  readonly done: number;
  /** Null where the total is unknown. */
  readonly total: number | null;
}

export function ProgressBar({ width, done, total }: ProgressBarProps): ReactNode {
  const tones = useTones();
  return <Text {...tones.accent}>{progressText(done, total, width)}</Text>;
}

/** `██████░░░░`; full only when all is done, and a line where the total is unknown. */
export function progressText(done: number, total: number | null, width: number): Clean {
  if (total === null) return clean('─'.repeat(width));
  const filled = done >= total ? width : Math.floor((width * done) / total);
  return clean('█'.repeat(filled) + '░'.repeat(width - filled));
}
