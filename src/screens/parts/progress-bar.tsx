/** How far has something come? */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { progressText } from '../text/progress.ts';
import { useTones } from './theme.ts';

/** Work done and the cells to show it in. */
export interface ProgressBarProps {
  readonly width: number;
  readonly done: number;
  /** Null where it is not known how much there is to do. */
  readonly total: number | null;
}

/** The bar in the accent's colour. */
export function ProgressBar({ width, done, total }: ProgressBarProps): ReactNode {
  const tones = useTones();
  return <Text {...tones.accent}>{progressText(done, total, width)}</Text>;
}
