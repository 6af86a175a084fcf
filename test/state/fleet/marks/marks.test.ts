import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
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
import { type Scan, withPage } from '../../../../src/state/fleet/list/scan.ts';
import { isStale } from '../../../../src/state/fleet/staleness/staleness.ts';
import {
  aListing,
  aPage,
  aScan,
  aStateOf,
  aSystem,
  daysAgo,
  now,
  systemsOf,
  withParts,
} from '../../../support/make.ts';
import { unseenMarks } from '../../../../src/state/fleet/marks/feature.ts';
import { withThreshold } from '../../../../src/state/fleet/staleness/rows.ts';
import { filtered, play } from '../../root/play.ts';

const fresh = aSystem({ systemId: 'fresh' });
const old = aSystem({ systemId: 'old', lastSeen: daysAgo(200) });
const older = aSystem({ systemId: 'older', lastSeen: daysAgo(300) });
const live = aSystem({ systemId: 'live', lastSeen: daysAgo(300), state: 'Connected' });
const all = [fresh, old, older, live];
const list = aScan([aPage(all)]);

/** Systems that are stale by this threshold. */
function stale(days: number, systems: readonly System[] = all): readonly System[] {
  return systems.filter((system) => isStale(system, days, now));
}

/** A list in which one system stands under two names. */
function withAmbiguous(scan: Scan, systemId: string): Scan {
  return { ...scan, listedTwice: new Map([[systemId, aSystem({ systemId })]]) };
}

/** Each mark's id and maker, in order. */
function written(marks: Marks): string[] {
  return Array.from(marks.values(), ({ system, why }) => `${system.systemId} by ${why.by}`);
}

test('a mark is set and taken away again', () => {
  const once = toggleMark(noMarks, old);
  expect(written(once)).toEqual(['old by hand']);
  expect(written(toggleMark(once, old))).toEqual([]);
});

test('marking many leaves the marks that are there', () => {
  const marks = withMarked(withStaleMarked(noMarks, stale(250)), all, { by: 'hand' });
  expect(written(marks)).toEqual(['older by rule', 'fresh by hand', 'old by hand', 'live by hand']);
});

test('marking rows leaves the marks that are there, and what is ambiguous', () => {
  const marks = withRowsMarked(withStaleMarked(noMarks, stale(250)), withAmbiguous(list, 'live'), null, 'f');
  expect(written(marks)).toEqual(['older by rule', 'fresh by filter', 'old by filter']);
});

test('inverting marks what was not, and nothing that is not shown', () => {
  const marks = withMarked(noMarks, [old, live], { by: 'hand' });
  const firstTwo = Int32Array.of(0, 1);
  expect(written(invertMarks(marks, list, firstTwo, 'f'))).toEqual(['live by hand', 'fresh by filter']);
  const twice = invertMarks(invertMarks(marks, list, null, 'f'), list, null, 'f');
  expect(written(twice)).toEqual(['old by filter', 'live by filter']);
});

test('the rule marks what is stale, and never what is connected', () => {
  expect(written(withStaleMarked(noMarks, stale(90)))).toEqual(['old by rule', 'older by rule']);
});

test('applied again, the rule replaces its own marks and leaves those by hand', () => {
  const marks = withStaleMarked(toggleMark(noMarks, fresh), stale(90));
  expect(written(withStaleMarked(marks, stale(250)))).toEqual(['fresh by hand', 'older by rule']);
});

test('a mark by hand stays one when the rule would set it too', () => {
  expect(written(withStaleMarked(toggleMark(noMarks, old), stale(250)))).toEqual(['old by hand', 'older by rule']);
});

test('marks go with the systems that are gone', () => {
  const ways = { hand: withMarked(noMarks, all, { by: 'hand' }), filter: withRowsMarked(noMarks, list, null, 'f') };
  for (const [by, marks] of Object.entries(ways)) {
    expect(written(withoutMarks(marks, new Set(['old', 'live'])))).toEqual([`fresh by ${by}`, `older by ${by}`]);
  }
});

test('a system that was marked with its row is kept as it was then', () => {
  const marks = withRowsMarked(noMarks, list, null);
  const later = withPage(list, aPage([aSystem({ ...old, lastSeen: daysAgo(1) })]));
  const again = withRowsMarked(marks, later, null);
  expect(again.get('old')?.system).toBe(old);
});

test('the marks from before are left as they were', () => {
  const ways = {
    hand: withMarked(noMarks, [old], { by: 'hand' }),
    filter: withRowsMarked(noMarks, list, Int32Array.of(1), 'f'),
  };
  for (const [by, marks] of Object.entries(ways)) {
    toggleMark(marks, old);
    toggleMark(marks, fresh);
    invertMarks(marks, list, null);
    withRowsMarked(marks, list, null);
    withoutMarks(marks, new Set(['old']));
    expect(written(marks)).toEqual([`old by ${by}`]);
  }
});

const start = aStateOf(systemsOf(3));

test('marks of systems that are not in the list are counted', () => {
  const marks = withMarked(noMarks, [...systemsOf(1), aSystem({ systemId: 'A' }), aSystem({ systemId: 'B' })], {
    by: 'hand',
  });
  const counts = [{}, { marks }, { marks, listing: aListing([]) }].map((about) => unseenMarks(withParts(start, about)));
  expect(counts).toEqual([
    { notListed: 0, hidden: 0 },
    { notListed: 2, hidden: 0 },
    { notListed: 3, hidden: 0 },
  ]);
});

test('marks of rows are counted, as long as the list has them and the filter shows them', () => {
  const marked = play(aStateOf(systemsOf(5)), { kind: 'matchingMarked' }).state;
  const narrowed = play(marked, ...filtered('s4')).state;
  const other = { ...marked, list: { ...marked.list, listing: aListing([aPage(systemsOf(2))]) } };
  expect([marked, narrowed, other].map(unseenMarks)).toEqual([
    { notListed: 0, hidden: 0 },
    { notListed: 0, hidden: 4 },
    { notListed: 3, hidden: 0 },
  ]);
});

test('marks that a filter by age hides are counted again when the threshold changes', () => {
  const systems = [90, 120].map((days) => aSystem({ lastSeen: daysAgo(days + 1) }));
  const marks = withMarked(noMarks, systems, { by: 'hand' });
  const { state } = play(aStateOf(systems, { marks }), ...filtered('is:stale'));
  const moved = withThreshold(state, 120);
  expect([state, moved].map((one) => unseenMarks(one).hidden)).toEqual([0, 1]);
});
