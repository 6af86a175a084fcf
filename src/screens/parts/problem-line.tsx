/** A line with a problem, and the next key. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { clean, type Clean } from '../text/clean.ts';
import { clip, width } from '../text/fit.ts';
import { useTones } from './theme.ts';

export interface ProblemLineProps {
  readonly columns: number;
  readonly sentence: Clean;
  /** What to press now, such as `r tries again.`; never cut. */
  readonly next?: Clean | undefined;
}

const SIGN = '! ';

/** Stands above the hints, as a frame's notice. */
export function ProblemLine({ columns, sentence, next }: ProblemLineProps): ReactNode {
  const tones = useTones();
  const ending = next === undefined ? clean('') : clean(` ${next}`);
  return (
    <Text wrap="truncate" {...tones.warning}>
      {SIGN}
      {clip(sentence, columns - SIGN.length - width(ending))}
      {ending}
    </Text>
  );
}
