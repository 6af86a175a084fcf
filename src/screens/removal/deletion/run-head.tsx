/** The head of a run: its bar, and how many ended in which way. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import type { Run } from '../../../state/change/run.ts';
import { PlainContext } from '../../parts/root-context.ts';
import { PartsLine, plain } from '../../parts/table.tsx';
import { clean } from '../../text/clean.ts';
import { width } from '../../text/fit.ts';
import { barWords } from './deletion-wording.ts';
import { barParts } from '../../change/outcome-signs.ts';
import { signedCounts } from '../../change/outcome-wording.ts';

interface HeadProps {
  readonly run: Run;
  readonly columns: number;
  readonly hasBar: boolean;
}

export function RunHead({ run, columns, hasBar }: HeadProps): ReactNode {
  return (
    <>
      {hasBar && <Bar run={run} columns={columns} />}
      <PartsLine parts={signedCounts(run)} />
    </>
  );
}

function Bar({ run, columns }: Omit<HeadProps, 'hasBar'>): ReactNode {
  const words = run.finishedAt === null || run.isElsewhere ? clean(`  ${barWords(run)}`) : clean('');
  // A reader is told the counts.
  if (useContext(PlainContext) !== null) return <Text>{words.trim()}</Text>;
  const bar = barParts(run.counts, run.planned.length, Math.max(4, columns - width(words)));
  return <PartsLine parts={[...bar, plain(words)]} />;
}
