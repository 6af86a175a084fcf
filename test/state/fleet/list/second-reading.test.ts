import { describe, expect, test } from 'vitest';
import { incompletenessOf } from '../../../../src/state/fleet/list/scan.ts';
import type { State } from '../../../../src/state/root/state.ts';
import { aListing, aState, aSystem, daysAgo, pagesOf, refused, systemsOf } from '../../../support/make.ts';
import { arrived, play, shownIds } from '../../root/play.ts';

const systems = systemsOf(100);
const [first, second] = pagesOf(systems, 50);
if (first === undefined || second === undefined) throw new Error('There are two pages.');

/** Its first page gave another total than its second. */
const moving = { ...first, total: 101 };

/** The first page of a list that moves was read; its second one is on its way. */
function afterFirst(): State {
  return play(aState({ listing: aListing([moving]) }), { kind: 'moved', motion: 'last' }).state;
}

/** The list was read to its end, and moved meanwhile. */
function afterMove() {
  const state = afterFirst();
  return { id: state.nextId, ...play(state, arrived(0, second)) };
}

const idsOf = (state: State) => shownIds(state).length;

describe('a list that moved while it was read', () => {
  test('is said to have moved where it moves again, and is read no third time', () => {
    const { id, state } = afterMove();
    const again = play(state, arrived(id, moving), arrived(id, second));
    expect(again.effects.filter(({ kind }) => kind === 'readPage')).toHaveLength(1);
    expect(again.state.list.listing.scan && incompletenessOf(again.state.list.listing.scan)).toEqual({
      kind: 'moved',
      seen: 100,
      total: 100,
    });
    // r refreshes it, and then the check reads it once more.
    const { state: asked } = play(again.state, { kind: 'refreshRequested' });
    const third = asked.list.listing.pending?.id ?? 0;
    expect(
      play(asked, arrived(third, moving), arrived(third, second)).state.list.listing.pending?.isSecondReading,
    ).toBe(true);
  });

  test('stays as it was where the refresh fails, or is stopped', () => {
    const { id, state } = afterMove();
    const failed = play(state, arrived(id, first), { kind: 'pageFailed', scan: id, problem: refused(418) }).state;
    expect([idsOf(failed), failed.list.listing.pending, failed.list.listing.missed?.id]).toEqual([100, null, id]);
    const stopped = play(state, arrived(id, first), { kind: 'wentBack' }).state;
    expect([idsOf(stopped), stopped.list.listing.pending, stopped.list.listing.missed]).toEqual([100, null, null]);
  });

  test('is marked once it was refreshed, and not before', () => {
    const old = systems.map(({ systemId }) => aSystem({ systemId, lastSeen: daysAgo(200) }));
    const [one, two] = pagesOf(old, 50).map((page, at) => (at === 0 ? { ...page, total: 101 } : page));
    if (one === undefined || two === undefined) throw new Error('There are two pages.');
    const asked = play(aState(), { kind: 'organisationOpened' }, { kind: 'staleMarkRequested' }).state;
    const id = asked.list.listing.scan?.id ?? asked.list.listing.pending?.id ?? 0;
    const { state } = play(asked, arrived(id, one), arrived(id, two));
    expect(state.list.listing.pending).toMatchObject({ isSecondReading: true, mode: 'markStale' });
    const again = state.list.listing.pending?.id ?? 0;
    expect(state.marks.marked.size).toBe(0);
    expect(play(state, arrived(again, { ...one, total: 100 }), arrived(again, two)).state.marks.marked.size).toBe(100);
  });
});
