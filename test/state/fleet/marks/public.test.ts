import { expect, test } from 'vitest';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { unseenMarks } from '../../../../src/state/fleet/marks/public.ts';
import { withThreshold } from '../../../../src/state/fleet/staleness/public.ts';
import { aListing, aPage, aStateOf, aSystem, daysAgo, systemsOf, withParts } from '../../../support/make.ts';
import { filtered, play } from '../../root/play.ts';

const start = aStateOf(systemsOf(3));

test('marks of systems that are not in the list are counted', () => {
  const marks = withMarked(noMarks, [...systemsOf(1), aSystem({ systemId: 'A' }), aSystem({ systemId: 'B' })]);
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
  const marks = withMarked(noMarks, systems);
  const { state } = play(aStateOf(systems, { marks }), ...filtered('is:stale'));
  const moved = withThreshold(state, 120);
  expect([state, moved].map((one) => unseenMarks(one).hidden)).toEqual([0, 1]);
});
