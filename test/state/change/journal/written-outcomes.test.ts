/** The words of files: what older ones have is read as one of the eight outcomes, and what is written is read back. */
import { expect, test } from 'vitest';
import {
  countsWritten,
  outcomeWritten,
  writtenAchieved,
  writtenOutcome,
} from '../../../../src/state/change/journal/written-outcomes.ts';
import { gone, type Outcome } from '../../../../src/state/change/outcome.ts';
import { runKinds } from '../../../../src/state/change/run-kinds.ts';

const outcomes: readonly Outcome[] = [
  ...([{ kind: 'done' }, { kind: 'would' }, { kind: 'already' }, gone] as const),
  { kind: 'kept', why: 'connected' },
  { kind: 'refused', problem: null },
  { kind: 'failed', problem: null },
  ...(['done', 'already', 'gone'] as const).map((was) => ({ kind: 'failed', problem: null, was }) as const),
  { kind: 'unknown', problem: null, doubt: 'cutOff' },
  { kind: 'notAttempted', problem: null },
];

test.each(runKinds)('the record of a run that is to %s is read back as it was', (kind) => {
  for (const outcome of outcomes) {
    // A system that is to be deleted and is not there is gone.
    const isOne =
      kind === 'delete' && (outcome.kind === 'already' || (outcome.kind === 'failed' && outcome.was === 'already'));
    const read = outcomeWritten(JSON.parse(JSON.stringify(writtenOutcome(outcome, kind))) as { kind: string });
    if (!isOne) expect(read).toEqual(outcome);
  }
});

test.each<[string, Outcome['kind']]>([
  ...(['deleted', 'disabled', 'enabled'] as const).map((word): [string, Outcome['kind']] => [word, 'done']),
  ...(['wouldDelete', 'wouldDisable', 'wouldEnable'] as const).map((word): [string, Outcome['kind']] => [
    word,
    'would',
  ]),
  ...(['alreadyDisabled', 'alreadyEnabled', 'alreadyGone'] as const).map((word): [string, Outcome['kind']] => [
    word,
    'already',
  ]),
  ['skipped', 'kept'],
])('the word %s of older files means %s', (word, kind) => {
  expect(outcomeWritten({ kind: word }).kind).toBe(kind);
  expect(countsWritten({ [word]: 2 })).toMatchObject({ [kind]: 2, gone: word === 'alreadyGone' ? 2 : 0 });
});

test.each(runKinds)(
  'the words for what was achieved are those of success alone, in the record of a run that is to %s',
  (kind) => {
    for (const outcome of outcomes) {
      const isAchieved = outcome.kind === 'done' || outcome.kind === 'already';
      expect(writtenAchieved.includes(writtenOutcome(outcome, kind).kind), JSON.stringify(outcome)).toBe(isAchieved);
    }
  },
);
