import { expect, test } from 'vitest';
import {
  inverted,
  type Marks,
  noMarks,
  toggled,
  withMarked,
  withoutMarks,
  withStaleMarked,
} from '../../src/state/marks.ts';
import { aSystem, daysAgo, now } from '../support/make.ts';

const fresh = aSystem({ systemId: 'fresh' });
const old = aSystem({ systemId: 'old', lastSeen: daysAgo(200) });
const older = aSystem({ systemId: 'older', lastSeen: daysAgo(300) });
const live = aSystem({ systemId: 'live', lastSeen: daysAgo(300), state: 'Connected' });
const all = [fresh, old, older, live];

/** Each mark's id and maker, in order. */
function written(marks: Marks): string[] {
  return Array.from(marks, ([id, { by }]) => `${id} by ${by}`);
}

test('a mark is set and taken away again', () => {
  const once = toggled(noMarks, old);
  expect(written(once)).toEqual(['old by hand']);
  expect(written(toggled(once, old))).toEqual([]);
});

test('marking many leaves the marks that are there', () => {
  const marks = withMarked(withStaleMarked(noMarks, all, 250, now), all);
  expect(written(marks)).toEqual(['older by rule', 'fresh by hand', 'old by hand', 'live by hand']);
});

test('inverting marks what was not, and nothing that is not shown', () => {
  const marks = withMarked(noMarks, [old, live]);
  expect(written(inverted(marks, [fresh, old]))).toEqual(['live by hand', 'fresh by hand']);
  expect(inverted(inverted(marks, all), all)).toEqual(marks);
});

test('the rule marks what is stale, and never what is connected', () => {
  expect(written(withStaleMarked(noMarks, all, 90, now))).toEqual(['old by rule', 'older by rule']);
});

test('applied again, the rule replaces its own marks and leaves those by hand', () => {
  const marks = withStaleMarked(toggled(noMarks, fresh), all, 90, now);
  expect(written(withStaleMarked(marks, all, 250, now))).toEqual(['fresh by hand', 'older by rule']);
});

test('a mark by hand stays one when the rule would set it too', () => {
  expect(written(withStaleMarked(toggled(noMarks, old), all, 250, now))).toEqual(['old by hand', 'older by rule']);
});

test('marks go with the systems that are gone', () => {
  expect(written(withoutMarks(withMarked(noMarks, all), new Set(['old', 'live'])))).toEqual([
    'fresh by hand',
    'older by hand',
  ]);
});

test('no change touches the marks before it', () => {
  const marks = withMarked(noMarks, [old]);
  toggled(marks, old);
  inverted(marks, all);
  withoutMarks(marks, new Set(['old']));
  expect(written(marks)).toEqual(['old by hand']);
  expect(noMarks.size).toBe(0);
});
