/** The head of a run: its bar, and how many ended in which way. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import type { Run } from '../../../state/change/run.ts';
import { PlainContext, useTones } from '../../parts/root-context.ts';
import { clean } from '../../text/clean.ts';
import { width } from '../../text/fit.ts';
import { barWords } from './deletion-wording.ts';
import { barSegments } from '../../change/outcome-signs.ts';
import { signedCounts } from '../../change/outcome-wording.ts';

interface HeadProps {
  readonly run: Run;
  readonly columns: number;
  readonly hasBar: boolean;
}

export function RunHead({ run, columns, hasBar }: HeadProps): ReactNode {
  const tones = useTones();
  return (
    <>
      {hasBar && <Bar run={run} columns={columns} />}
      <Text wrap="truncate">
        {signedCounts(run, columns).map(({ text, tone }, at) => (
          <Text key={at} {...tones[tone]}>
            {text}
          </Text>
        ))}
      </Text>
    </>
  );
}

function Bar({ run, columns }: Omit<HeadProps, 'hasBar'>): ReactNode {
  const tones = useTones();
  const words = run.finishedAt === null || run.isElsewhere ? clean(`  ${barWords(run)}`) : clean('');
  // A reader is told the counts.
  if (useContext(PlainContext) !== null) return <Text>{words.trim()}</Text>;
  const segments = barSegments(run.counts, run.planned.length, Math.max(4, columns - width(words)));
  return (
    <Text wrap="truncate">
      {segments.map(({ text, tone }, at) => (
        <Text key={at} {...tones[tone]}>
          {text}
        </Text>
      ))}
      {words}
    </Text>
  );
}
