/** The rows of a run's screen: they fit, and its list scrolls by those that it has. */
import { expect } from 'vitest';
import fc from 'fast-check';
import { listRows, resultsLayout, runningLayout } from '../../../../src/state/removal/deletion/public.ts';
import { bodyRows, isRoomy, minScreen } from '../../../../src/state/kernel/list-view.ts';
import { property } from '../../../support/property.ts';
import { aRun } from './story.ts';

const anySize = fc.record({
  columns: fc.integer({ min: minScreen.columns, max: 200 }),
  rows: fc.integer({ min: minScreen.rows, max: 60 }),
});
const going = aRun(3).deletion;

property('the list of a run in progress, and of its results, has the rows of its layout', [anySize], (size) => {
  if (going === null) throw new Error('Nothing is deleted.');
  expect(listRows(size, going)).toBe(runningLayout(size).list);
  const over = { ...going, finishedAt: 1, inFlight: new Map(), taken: 3 };
  expect(listRows(size, over)).toBe(resultsLayout(size, over).list);
});

property('both halves of a run fill the body, side by side or one above the other', [anySize], (size) => {
  const { isSplit, isAired, now, done, list, kept } = runningLayout(size);
  const titled = (rows: number): number => (rows === 0 ? 0 : rows + 1);
  const above = isAired ? 4 : 2;
  const [first, second] = [titled(now) + titled(done), titled(list) + titled(kept)];
  const used = above + (isSplit ? Math.max(first, second) : first + second);
  // One row is left where a title alone would say nothing.
  expect([0, 1]).toContain(bodyRows(size.rows) - used);
});

property('a small terminal has room for the progress and for a failure', [anySize], (size) => {
  const { now, list } = runningLayout(size);
  expect(list).toBeGreaterThan(0);
  if (size.rows >= 10) expect(now).toBeGreaterThan(0);
});

property(
  'once it is over, all rows of the body are used, a sentence for each thing that there is to say',
  [fc.integer({ min: minScreen.rows, max: 60 }), fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })],
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
