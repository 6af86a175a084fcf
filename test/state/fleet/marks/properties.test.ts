/** Any changes of marks, one after the other: a mark is a record as it was, and its changes can be undone and redone. */
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  invertMarks,
  type Marks,
  noMarks,
  toggleMark,
  withMarked,
  withoutMarks,
  withRowsMarked,
  withStaleMarked,
} from '../../../../src/state/fleet/marks/marks.ts';
import type { Action } from '../../../../src/state/root/state.ts';
import { aPage, aScan, aStateOf, daysAgo, idsOf, systemsOf } from '../../../support/make.ts';
import { property } from '../../../support/property.ts';
import { filtered, play } from '../../root/play.ts';

const systems = systemsOf(8, (at) => ({ lastSeen: daysAgo(at % 3 === 0 ? 200 : 1) }));
/** The same ids, in a list that was read later. */
const scan = aScan([aPage(systemsOf(8, () => ({ hostname: 'renamed' })))]);
const start = aStateOf(systems);

const undo: Action = { kind: 'markingUndone' };
const redo: Action = { kind: 'markingRedone' };
const anyChange = fc.constantFrom<Action>(
  ...([
    { kind: 'markToggled' },
    { kind: 'matchingMarked' },
    { kind: 'marksInverted' },
    { kind: 'marksCleared' },
    { kind: 'staleMarkRequested' },
    { kind: 'markListEdited', text: 's1\ns2' },
    { kind: 'rangeToggled' },
  ] satisfies Action[]),
);
const anyOther = fc.constantFrom<readonly Action[]>(
  ...[[{ kind: 'moved', motion: 'down' } as const], [{ kind: 'moved', motion: 'last' } as const]],
  ...[filtered('is:stale'), filtered('is:marked'), filtered('')],
);
const anyActions = fc.array(
  fc.oneof(
    anyChange.map((change) => [change]),
    anyOther,
    fc.constantFrom([undo], [redo]),
  ),
  { maxLength: 12 },
);

property(
  'any changes are undone one by one, each to the marks before it, and redone in their order',
  [fc.array(fc.oneof(anyChange, fc.constant<Action>({ kind: 'moved', motion: 'down' })), { maxLength: 60 })],
  (changes) => {
    const moments = [start];
    for (const change of changes) {
      const after = play(moments.at(-1) ?? start, change).state;
      // Only a change of the marks is a step.
      if (after.marks.marked === moments.at(-1)?.marks.marked) moments[moments.length - 1] = after;
      else moments.push(after);
    }
    const idsAt = moments.map(({ marks }) => idsOf(marks.marked));
    const kept = idsAt.slice(-51);
    const back = [moments.at(-1) ?? start];
    for (let left = kept.length - 1; left > 0; left--) back.push(play(back.at(-1) ?? start, undo).state);
    expect(back.map(({ marks }) => idsOf(marks.marked))).toEqual(kept.toReversed());
    if (idsAt.length <= 51) expect(back.at(-1)?.marks.before).toEqual([]);
    const forward = [back.at(-1) ?? start];
    for (let left = kept.length - 1; left > 0; left--) forward.push(play(forward.at(-1) ?? start, redo).state);
    expect(forward.map(({ marks }) => idsOf(marks.marked))).toEqual(kept);
    expect(forward.at(-1)?.marks.undone).toEqual([]);
  },
);

property(
  'the last change is undone by u, whatever came before it, and ctrl-r restores it',
  [anyActions, anyChange],
  { numRuns: 300 },
  (actions, change) => {
    const before = play(start, ...actions.flat()).state;
    const after = play(before, change).state;
    if (after.marks.marked === before.marks.marked) return;
    const undone = play(after, undo).state;
    expect([...undone.marks.marked]).toEqual([...before.marks.marked]);
    expect([...play(undone, redo).state.marks.marked]).toEqual([...after.marks.marked]);
  },
);

const anyIds = fc.uniqueArray(fc.nat(7), { maxLength: 8 });
const named = (ids: readonly number[]) => ids.flatMap((at) => systems[at] ?? []);

/** A change of the marks, and whether an id is marked after it. */
interface Change {
  readonly ids: readonly number[];
  readonly change: (marks: Marks) => Marks;
  readonly isMarked: (was: boolean, isOneOfThem: boolean) => boolean;
}

const anyStep = fc.oneof(
  ...([
    fc.nat(7).map((at) => ({
      ids: [at],
      change: (marks) => toggleMark(marks, systems[at] ?? expect.unreachable()),
      isMarked: (was, isOne) => was !== isOne,
    })),
    anyIds.map((ids) => ({
      ids,
      change: (marks) => withMarked(marks, named(ids), { by: 'hand' }),
      isMarked: (was, isOne) => was || isOne,
    })),
    anyIds.map((ids) => ({
      ids,
      change: (marks) => withRowsMarked(marks, scan, Int32Array.from(ids)),
      isMarked: (was, isOne) => was || isOne,
    })),
    anyIds.map((ids) => ({
      ids,
      change: (marks) => invertMarks(marks, scan, Int32Array.from(ids)),
      isMarked: (was, isOne) => was !== isOne,
    })),
    anyIds.map((ids) => ({
      ids,
      change: (marks) => withoutMarks(marks, new Set(ids.map((at) => `S${at}`))),
      isMarked: (was, isOne) => was && !isOne,
    })),
  ] satisfies fc.Arbitrary<Change>[]),
);

property(
  'exactly those are marked that were chosen, and a mark that stays keeps its record and its reason',
  [fc.array(anyStep, { maxLength: 12 })],
  { numRuns: 500 },
  (steps) => {
    let marks = noMarks;
    for (const { ids, change, isMarked } of steps) {
      const next = change(marks);
      const marked = systems.filter(({ systemId }, at) => isMarked(marks.has(systemId), ids.includes(at)));
      expect(idsOf(next).toSorted()).toEqual(marked.map(({ systemId }) => systemId));
      for (const [id, mark] of next) if (marks.has(id)) expect(mark).toBe(marks.get(id));
      marks = next;
    }
  },
);

property(
  'marks by the rule are replaced by those of another threshold, and no other one is',
  [anyIds, anyIds, anyIds],
  (byHand, first, second) => {
    const hand = withMarked(noMarks, named(byHand), { by: 'hand' });
    const once = withStaleMarked(hand, named(second));
    expect([...withStaleMarked(withStaleMarked(hand, named(first)), named(second))]).toEqual([...once]);
    expect([...once].slice(0, hand.size)).toEqual([...hand]);
  },
);
