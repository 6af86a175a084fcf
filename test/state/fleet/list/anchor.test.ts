/** Marks and cursor are of systems, not of rows; the cursor returns to its system when a filter that hid it is removed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { aPage, aStateOf, daysAgo, idsOf, now, systemsOf } from '../../../support/make.ts';
import { anyFilterText } from '../filter/arbitraries.ts';
import { arrived, filtered, play } from '../../root/play.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { systemsShown } from '../../../../src/state/fleet/list/listing.ts';
import { holds, property } from '../../../support/property.ts';

const systems = systemsOf(30, (at) => ({ hostname: at % 2 === 0 ? `web-${at}` : `db-${at}` }));
const down: Action = { kind: 'moved', motion: 'down' };
const back: Action = { kind: 'wentBack' };
const accept: Action = { kind: 'promptAccepted' };
const open: Action = { kind: 'filterOpened' };
const markedOnly: Action = { kind: 'markedOnlyToggled' };
const type = (text: string): Action => ({ kind: 'textEdited', text });

/** The cursor is on S3, which is db-3. */
const start = play(aStateOf(systems), down, down, down).state;

test('whatever is typed on the way, the system of before has the cursor wherever it is shown', () => {
  holds([fc.array(fc.oneof(anyFilterText, fc.constantFrom('zzzzz', 'web', 'web-4')))], (texts) => {
    const typed = play(start, open, ...texts.map(type)).state;
    for (const rest of [[type('')], [type('db')], [back], [accept, back], [accept, open, type('')]]) {
      // A mistake is not taken: esc leaves the field then, and the list is as it was.
      expect(play(typed, ...rest).state.list.listing.cursor).toMatchObject({ systemId: 'S3' });
    }
  });
});

test.each<[string, Action[]]>([
  ['by esc', [open, type('zzzzz'), accept, back]],
  ['by esc, after an attempt to move', [open, type('zzzzz'), accept, down, back]],
  ['where nothing is marked, and m is pressed again', [markedOnly, markedOnly]],
  ['through another order', [markedOnly, { kind: 'sortReversed' }, back]],
  ['after a minute', [open, type('seen:>9000d'), accept, { kind: 'minutePassed', now: start.now + 60_000 }, back]],
  ['after a refresh', [open, type('zzzzz'), accept, { kind: 'refreshRequested' }, arrived(1, aPage(systems)), back]],
  ['by the view of all', [markedOnly, { kind: 'viewShown', digit: '0' }]],
])('a filter that matches nothing gives the cursor back %s', (_, actions) => {
  expect(play(start, ...actions).state.list.listing.cursor).toMatchObject({ systemId: 'S3' });
});

test('moving among filtered rows moves the cursor for good', () => {
  const { state } = play(start, open, type('web'), accept, down, back);
  expect(state.list.listing.cursor.systemId).toBe('S8');
});

test('marking the system under the cursor moves the anchor to it', () => {
  const last = play(start, open, type('web-4'), accept, { kind: 'markToggled' }, back).state;
  expect(last.list.listing.cursor.systemId).toBe('S4');
});

test('removing a mark where only marked systems are shown moves the cursor to the next, not back', () => {
  const marked = {
    ...start,
    marks: { ...start.marks, marked: withMarked(noMarks, systems.slice(10, 13), { by: 'hand' }) },
  };
  const mark: Action = { kind: 'markToggled' };
  const { state } = play(marked, markedOnly, { kind: 'moved', motion: 'first' }, mark, mark);
  expect(state.list.listing.cursor.systemId).toBe('S12');
  expect(play(state, markedOnly).state.list.listing.cursor.systemId).toBe('S11');
});

test('the search that is typed goes through other lists, and comes back to the system', () => {
  const pause: Action = { kind: 'timerEnded', timer: 'searchPause' };
  const { state } = play(
    start,
    { kind: 'searchOpened' },
    type('w'),
    pause,
    arrived(1, aPage(systems.slice(4, 9))),
    type(''),
    pause,
    arrived(2, aPage(systems)),
  );
  expect(state.list.listing.cursor).toMatchObject({ row: 3, systemId: 'S3' });
});

test('no page that arrives by itself moves the cursor back', () => {
  const filtered = play(start, open, type('web'), accept, { kind: 'refreshRequested' }).state;
  const { systemId } = filtered.list.listing.cursor;
  expect(play(filtered, arrived(1, aPage(systems))).state.list.listing.cursor.systemId).toBe(systemId);
});

const fleet = systemsOf(12, (at) => ({
  hostname: `${at % 2 === 0 ? 'web' : 'db'}-${(at * 7) % 12}`,
  lastSeen: daysAgo((at * 5) % 11),
}));

type Event = (state: State) => readonly Action[];

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.constant(() => [{ kind: 'sortChanged' } as const]),
  fc.constant(() => [{ kind: 'sortReversed' } as const]),
  fc.constantFrom('', 'web', '-db-1', 'is:marked', 'seen:>5d').map((text) => () => filtered(text)),
  // The service lists them in another order from then on.
  fc.shuffledSubarray(fleet, { minLength: fleet.length }).map((again) => (state: State) => {
    const asked = play(state, { kind: 'refreshRequested' }).state;
    const scan = asked.list.listing.pending?.id ?? asked.list.listing.scan?.id ?? 0;
    return [{ kind: 'refreshRequested' }, { kind: 'pageArrived', scan, page: aPage(again), now }] as const;
  }),
);

property(
  'marks and cursor stay on their systems through any refresh, order and filter',
  [fc.array(fc.nat({ max: 11 }), { maxLength: 5 }), fc.nat({ max: 11 }), fc.array(anyEvent, { maxLength: 12 })],
  (marked, at, events) => {
    const moves = (count: number): Action[] => Array.from({ length: count }, () => ({ kind: 'moved', motion: 'down' }));
    const first: Action = { kind: 'moved', motion: 'first' };
    let { state } = play(
      aStateOf(fleet),
      ...marked.flatMap((row): Action[] => [first, ...moves(row), { kind: 'markToggled' }]),
      first,
      ...moves(at),
    );
    const marks = idsOf(state.marks.marked).sort();
    for (const event of events) {
      const { systemId: before, anchorId } = state.list.listing.cursor;
      state = play(state, ...event(state)).state;
      expect(idsOf(state.marks.marked).sort()).toEqual(marks);
      const shown = Array.from(systemsShown(state.list.listing), ({ systemId }) => systemId);
      const { systemId, row } = state.list.listing.cursor;
      // It goes nowhere else than back to the system that a filter has taken it from.
      if (anchorId !== null && shown.includes(anchorId)) expect([anchorId, before]).toContain(systemId);
      else if (before !== null && shown.includes(before)) expect(systemId).toBe(before);
      if (systemId !== null) expect(shown[row]).toBe(systemId);
    }
  },
);
