/** What went wrong, and what now? */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { clean, type Clean } from '../text/clean.ts';
import { clip, width } from '../text/fit.ts';
import { useTones } from './theme.ts';

/** A problem in one line. */
export interface ProblemLineProps {
  readonly columns: number;
  readonly sentence: Clean;
  /** What the person can do here, such as `r tries again.`; it stays when the sentence has to be cut. */
  readonly next?: Clean | undefined;
  readonly tone?: 'warning' | 'danger';
}

const SIGN = '! ';

/** Stands above the hints, as a frame's notice. */
export function ProblemLine({ columns, sentence, next, tone = 'danger' }: ProblemLineProps): ReactNode {
  const tones = useTones();
  const ending = next === undefined ? clean('') : clean(` ${next}`);
  return (
    <Text wrap="truncate" {...tones[tone]}>
      {SIGN}
      {clip(sentence, columns - SIGN.length - width(ending))}
      {ending}
    </Text>
  );
}
