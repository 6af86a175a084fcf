/** The rows of a run's screen: they fit, and its list scrolls by those that it has. */
import { expect } from 'vitest';
import fc from 'fast-check';
import { listRows, resultsLayout, runningLayout } from '../../../../src/state/removal/deletion/public.ts';
import { bodyRows, isRoomy, smallest } from '../../../../src/state/kernel/list-view.ts';
import { property } from '../../../support/property.ts';
import { aRun } from './story.ts';

const anySize = fc.record({
  columns: fc.integer({ min: smallest.columns, max: 200 }),
  rows: fc.integer({ min: smallest.rows, max: 60 }),
});
const going = aRun(3).deletion;

property(
  'the list of a run that goes on, and of its results, has the rows of its layout',
  [anySize, fc.nat(9)],
  (size, troubles) => {
    if (going === null) throw new Error('Nothing is deleted.');
    const running = runningLayout(size, troubles, going);
    expect(listRows(size, going, troubles)).toBe(running.list);
    const over = { ...going, finishedAt: 1, inFlight: new Map(), taken: 3 };
    expect(listRows(size, over, troubles)).toBe(resultsLayout(size, over).list);
  },
);

property(
  'side by side, a run leaves no row of the body free, paused or not',
  [anySize, fc.boolean()],
  (size, isPaused) => {
    if (going === null) throw new Error('Nothing is deleted.');
    const { isSplit, now, done, list } = runningLayout(size, 1, { ...going, isPaused });
    if (!isSplit || !isRoomy(size.rows)) return;
    const above = isPaused ? 4 : 3;
    expect(above + now + done + 2).toBe(bodyRows(size.rows));
    expect(above + list + 1).toBe(bodyRows(size.rows));
  },
);

property(
  'one above the other, what is just done keeps the rows that what needs attention leaves',
  [fc.record({ columns: fc.constant(60), rows: fc.integer({ min: smallest.rows, max: 60 }) }), fc.nat(40)],
  (size, troubles) => {
    if (going === null) throw new Error('Nothing is deleted.');
    const { now, done, list } = runningLayout(size, troubles, going);
    const titled = (rows: number): number => (rows === 0 ? 0 : rows + 1);
    const used = 3 + titled(now) + titled(done) + titled(Math.min(list, troubles));
    const free = bodyRows(size.rows) - used;
    // A title alone would say nothing.
    if (bodyRows(size.rows) >= 7) expect([0, 1]).toContain(free);
  },
);

property(
  'once it is over, all rows of the body are used, a sentence for each thing that there is to say',
  [fc.integer({ min: smallest.rows, max: 60 }), fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })],
  (rows, [isStopped, isKept, isSigned, isChecked, isRecorded]) => {
    if (going === null) throw new Error('Nothing is deleted.');
    const { people, ...run } = going;
    const [system] = run.planned;
    if (system === undefined) throw new Error('It has systems.');
    const signature = { by: 'anna', at: '2026-11-20T12:00:00Z' };
    const over = {
      ...{ ...run, finishedAt: 1, stop: isStopped === true ? ('asked' as const) : null },
      settled: isKept === true ? [{ system, outcome: { kind: 'kept', why: 'connected' } as const }] : [],
      ...(isSigned === true && { people: people ?? { reviewed: signature, confirmed: signature } }),
      ...{ checked: isChecked === true ? { at: signature.at } : null },
      journalPath: isRecorded === true ? '/runs/1.jsonl' : null,
    };
    const wanted = [isStopped, isKept, isSigned, isChecked, isRecorded].filter(Boolean).length;
    const { hasBar, reason, sentences, list } = resultsLayout({ columns: 80, rows }, over);
    const above = hasBar ? 4 : 3;
    expect([hasBar, reason]).toEqual(isRoomy(rows) ? [true, 2] : [false, 1]);
    expect(sentences).toBe(isRoomy(rows) ? wanted : Math.min(wanted, Math.max(0, bodyRows(rows) - 6)));
    expect(above + reason + sentences + list).toBe(Math.max(above + reason + sentences + 1, bodyRows(rows)));
  },
);
