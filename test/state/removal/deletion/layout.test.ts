/** The rows of a run's screen: they fit, and its list scrolls by those that it has. */
import { expect } from 'vitest';
import fc from 'fast-check';
import { listRows, resultsLayout, runningLayout } from '../../../../src/state/removal/deletion/layout.ts';
import { smallest } from '../../../../src/state/kernel/layout.ts';
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
    const running = runningLayout(size, troubles, going.concurrency);
    expect(listRows(size, going, troubles)).toBe(running.list);
    const over = { ...going, finishedAt: 1, inFlight: new Map(), taken: 3 };
    expect(listRows(size, over, troubles)).toBe(resultsLayout(size, over).list);
  },
);
