/** Marks of an earlier visit are judged again by what the list says now. */
import { describe, expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import {
  type Marks,
  noMarks,
  withMarked,
  withRowsMarked,
  withStaleMarked,
} from '../../../../src/state/fleet/marks/marks.ts';
import { marksIn, type Visit } from '../../../../src/state/fleet/resume/model.ts';
import { visitOf } from '../../../../src/state/fleet/resume/restore.ts';
import type { State } from '../../../../src/state/root/state.ts';
import {
  aListing,
  anOrganisation,
  aPage,
  aScan,
  aState,
  aStateOf,
  aSystem,
  daysAgo,
  idsOf,
  systemsOf,
} from '../../../support/make.ts';
import { arrived, play } from '../../root/play.ts';

const systems = systemsOf(40, () => ({ lastSeen: daysAgo(200) }));

function visitIn(state: State): Visit {
  const visit = visitOf(state);
  if (visit === null) throw new Error('Nothing is kept.');
  return visit;
}

/** The organisation is opened again with this visit, and its list has these systems now. */
function reopened(visit: Visit, listed: readonly System[]): State {
  const { state: start } = play(
    aState({
      organisation: null,
      organisations: { kind: 'ready', value: [anOrganisation()] },
      screen: { kind: 'organisations' },
    }),
    { kind: 'organisationOpened' },
    { kind: 'visitRecalled', orgId: 'N1', visit },
  );
  return play(start, arrived(start.list.listing.pending?.id ?? 0, aPage(listed))).state;
}

describe('a mark is judged again by what the list says now', () => {
  const [first = aSystem(), ...others] = systems;

  /** Everything was marked in this way; then one system became another. */
  function restoredWith(marks: Marks, change: Partial<System>): State {
    const kept = visitIn(aState({ listing: aListing([aPage(systems)], { includeDisabled: true }), marks }));
    return reopened(kept, [{ ...first, ...change }, ...others]);
  }

  const ways = [
    ['by hand', withMarked(noMarks, systems)],
    ['by the filter', withRowsMarked(noMarks, aScan([aPage(systems)]), null)],
    ['by the rule', withStaleMarked(noMarks, systems)],
  ] as const;
  const seen = { lastSeen: daysAgo(20), lastSeenMs: Date.parse(daysAgo(20)) };
  const changes: readonly (readonly [string, Partial<System>])[] = [
    ['was seen since, and is stale no longer', seen],
    ['was seen since, and is stale all the same', { lastSeen: daysAgo(95), lastSeenMs: Date.parse(daysAgo(95)) }],
    ['was enrolled again under its id', { enrolledAt: daysAgo(3), enrolledAtMs: Date.parse(daysAgo(3)) }],
    ['has a time that cannot be read', { lastSeen: 'yesterday', lastSeenMs: null }],
    ['has another name', { hostname: 'another' }],
    ['has another key', { enrolmentKeyId: 77 }],
  ];

  describe.each(ways)('set %s', (_, marks) => {
    test.each(changes)('it is not set again where its system %s', (_what, change) => {
      const state = restoredWith(marks, change);
      expect(idsOf(state.marks.marked)).toEqual(others.map(({ systemId }) => systemId));
      expect(state.notice).toMatchObject({ text: 'Restored 39 of 40 marks: 1 seen or enrolled since.' });
      // Nor is it looked for any more.
      expect(marksIn(visitIn(state))).toBe(39);
    });

    test('it is set again, in its own way, where nothing changed', () => {
      const { marked } = restoredWith(marks, {}).marks;
      expect(Array.from(marked.values(), ({ by }) => by)).toEqual(Array.from(marks.values(), ({ by }) => by));
    });
  });

  test('by another threshold, a mark of the rule goes', () => {
    const kept = visitIn(aStateOf(systems, { marks: withStaleMarked(noMarks, systems) }));
    const state = reopened({ ...kept, days: 99_999 }, systems);
    expect([state.marks.marked.size, state.notice]).toMatchObject([0, { text: /^Restored 0 of 40 marks/ }]);
  });
});
