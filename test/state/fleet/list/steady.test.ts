/** Marks and cursor are of systems, not of rows: whatever the list does, they stay on theirs. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { systemsShown } from '../../../../src/state/fleet/list/listing.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aPage, aStateOf, daysAgo, idsOf, now, systemsOf } from '../../../support/make.ts';
import { filtered, play } from '../../root/play.ts';
import { property } from '../../../support/property.ts';

const systems = systemsOf(12, (at) => ({
  hostname: `${at % 2 === 0 ? 'web' : 'db'}-${(at * 7) % 12}`,
  lastSeen: daysAgo((at * 5) % 11),
}));

type Event = (state: State) => readonly Action[];

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.constant(() => [{ kind: 'sortChanged' } as const]),
  fc.constant(() => [{ kind: 'sortReversed' } as const]),
  fc.constantFrom('', 'web', '-db-1', 'is:marked', 'seen:>5d').map((text) => () => filtered(text)),
  // The service lists them in another order from then on.
  fc.shuffledSubarray(systems, { minLength: systems.length }).map((again) => (state: State) => {
    const asked = play(state, { kind: 'refreshRequested' }).state;
    const scan = asked.list.listing.pending?.id ?? asked.list.listing.scan?.id ?? 0;
    return [{ kind: 'refreshRequested' }, { kind: 'pageArrived', scan, page: aPage(again), now }] as const;
  }),
);

property(
  'through any refresh, order and filter',
  [fc.array(fc.nat({ max: 11 }), { maxLength: 5 }), fc.nat({ max: 11 }), fc.array(anyEvent, { maxLength: 12 })],
  (marked, at, events) => {
    const moves = (count: number): Action[] => Array.from({ length: count }, () => ({ kind: 'moved', motion: 'down' }));
    const first: Action = { kind: 'moved', motion: 'first' };
    let { state } = play(
      aStateOf(systems),
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
