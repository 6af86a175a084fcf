/** How is a row of a list drawn, with the cursor and without? */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { clean, type Clean } from '../text/clean.ts';
import { useTones, type Tone } from './theme.ts';

/** One stretch of a row. */
export interface Part {
  readonly text: Clean;
  readonly tone: Tone;
}

interface RowProps {
  readonly hasCursor: boolean;
  /** After the cursor's sign: what names the row. */
  readonly bar: readonly Part[];
  readonly parts?: readonly Part[];
}

const CURSOR = '▸ ';
const NO_CURSOR: Part = { text: clean('  '), tone: 'plain' };

/**
 * The cursor is a bar over the signs and the name, in one tone, because colours are hard to read in inverse video; the
 * rest is bold and keeps its tones. Bold and dim at once is neither.
 */
export function Row({ hasCursor, bar, parts = [] }: RowProps): ReactNode {
  if (!hasCursor) {
    return (
      <Text wrap="truncate">
        <Stretches parts={[NO_CURSOR, ...bar, ...parts]} />
      </Text>
    );
  }
  return (
    <Text wrap="truncate">
      <Text inverse>
        {CURSOR}
        {bar.map(({ text }) => text).join('')}
      </Text>
      <Text bold>
        <Stretches parts={parts.map(({ text, tone }) => ({ text, tone: tone === 'dim' ? 'plain' : tone }))} />
      </Text>
    </Text>
  );
}

/** Neighbours of one tone are one text: each element less is time less for each frame. */
function Stretches({ parts }: { readonly parts: readonly Part[] }): ReactNode {
  const tones = useTones();
  return stretchesOf(parts).map(({ text, tone }, index) =>
    tone === 'plain' ? (
      text
    ) : (
      <Text key={index} {...tones[tone]}>
        {text}
      </Text>
    ),
  );
}

function stretchesOf(parts: readonly Part[]): readonly Part[] {
  const stretches: Part[] = [];
  for (const part of parts) {
    const before = stretches.at(-1);
    if (before?.tone !== part.tone) stretches.push(part);
    else stretches[stretches.length - 1] = { text: clean(before.text + part.text), tone: part.tone };
  }
  return stretches;
}
