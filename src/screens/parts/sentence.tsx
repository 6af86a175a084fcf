/** A sentence in the body of a screen. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { Clean } from '../text/clean.ts';
import { wrapped } from '../text/fit.ts';
import type { Tone } from './palette.ts';
import { useTones } from './root-context.ts';

interface SentenceProps {
  readonly text: Clean;
  readonly columns: number;
  readonly tone?: Tone;
}

/** In as many lines as it takes, broken at blanks. */
export function Sentence({ text, columns, tone = 'plain' }: SentenceProps): ReactNode {
  const tones = useTones();
  return wrapped(text, columns).map((line, at) => (
    <Text key={at} wrap="truncate" {...tones[tone]}>
      {line}
    </Text>
  ));
}
