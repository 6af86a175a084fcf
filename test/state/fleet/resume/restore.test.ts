/** A kept visit meets the list that is loaded, or is loaded since: which list is asked for, and what is said of marks. */
import { describe, expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import type { SystemsPage } from '../../../../src/api/page.ts';
import { cursorAt } from '../../../../src/state/fleet/list/listing.ts';
import { plainView } from '../../../../src/state/fleet/list/rows.ts';
import { withGone } from '../../../../src/state/fleet/list/scan.ts';
import { keptText } from '../../../../src/state/fleet/marks/kept-mark.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { visitOf } from '../../../../src/state/fleet/resume/restore.ts';
import type { Visit } from '../../../../src/state/fleet/resume/model.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aListing, aPage, aScan, aState, aStateOf, daysAgo, idsOf, now, systemsOf } from '../../../support/make.ts';
import { play, type Played } from '../../root/play.ts';

const systems = systemsOf(40, () => ({ lastSeen: daysAgo(200) }));

function visitIn(state: State): Visit {
  const visit = visitOf(state);
  if (visit === null) throw new Error('Nothing is kept.');
  return visit;
}

const plain = visitIn(aStateOf(systems));

function recalled(about: Partial<Visit>): Action {
  return { kind: 'visitRecalled', orgId: 'N1', visit: { ...plain, ...about } };
}

/** A list with these pages, asked for with the disabled systems or without. */
function loaded(pages: readonly SystemsPage[], includeDisabled = false): State {
  return aState({ listing: aListing(pages, { includeDisabled }) });
}

function asked({ effects }: Played): unknown {
  return effects.flatMap((effect) =>
    effect.kind === 'readPage' ? [[effect.query.includeDisabled, effect.query.search, effect.isFollowed]] : [],
  );
}

const all = [aPage(systems)];
const marks = systems.slice(0, 1).map(keptText);

test.each<[string, State, Partial<Visit>, readonly unknown[]]>([
  ['stays where the visit had another search', loaded(all), { search: 'web' }, []],
  ['stays where it has the disabled systems as well', loaded(all, true), {}, []],
  ['is asked for with the disabled systems of a visit', loaded(all), { includeDisabled: true }, [[true, '', false]]],
  ['is read to its end for marks', loaded(all), { includeDisabled: true, marks }, [[true, '', true]]],
  ['that has nothing gets the search of the visit', loaded([aPage([])]), { search: 'web' }, [[false, 'web', false]]],
])('a list that is loaded %s', (_, state, about, reads) => {
  expect(asked(play(state, recalled(about)))).toEqual(reads);
});

describe('marks that are restored', () => {
  const first = (count: number): readonly string[] => systems.slice(0, count).map(keptText);

  /** All forty are marked, and these are listed now. */
  function restoredIn(listed: readonly System[], about: Partial<SystemsPage> = {}, marks = first(40)): State {
    return play(loaded([aPage(listed, about)]), recalled({ marks: [...marks] })).state;
  }

  test('as far as an incomplete list has them are said, and the rest is looked for in the next one', () => {
    const state = restoredIn(systems.slice(0, 9), { total: 40 });
    expect(state.notice).toEqual({ kind: 'said', text: 'Restored 9 of 40 marks: the list is incomplete.' });
    expect(idsOf(state.marks.marked)).toHaveLength(9);
    expect([...state.resume.toFind.marks.keys()]).toEqual(systems.slice(9).map(({ systemId }) => systemId));
    expect(visitIn(state).marks.toSorted()).toEqual([...first(40)].toSorted());
    // A list need not be whole where it has all that were marked.
    const enough = restoredIn(systems.slice(0, 9), { total: 40 }, first(2));
    expect(enough.notice).toMatchObject({ text: 'Restored 2 marks. U clears them.' });
  });

  const since = (at: number): System => ({ ...(systems[at] as System), enrolmentKeyId: 9 });

  test.each<[string, readonly System[], readonly string[]]>([
    ['40 marks. U clears them.', systems, first(40)],
    ['2 of 4 marks: 1 no longer listed, 1 seen or enrolled since.', [since(0), ...systems.slice(2)], first(4)],
    ['0 of 1 mark: 1 no longer listed.', [], first(1)],
  ])('are said: Restored %s', (words, listed, marks) => {
    const state = restoredIn(listed, {}, marks);
    const accepted = state.overlay === null ? state : play(state, { kind: 'restoreAccepted' }).state;
    expect(accepted.notice).toMatchObject({ text: `Restored ${words}` });
  });

  test('are offered where more than one in twenty is lost, and any is left', () => {
    const isOffered = (listed: readonly System[], marks = first(40)): boolean =>
      restoredIn(listed, {}, marks).overlay?.kind === 'restore';
    expect([38, 37].map((count) => isOffered(systems.slice(0, count)))).toEqual([false, true]);
    expect(isOffered([since(0), since(1), since(2), ...systems.slice(3)])).toBe(true);
    expect(isOffered([])).toBe(false);
  });

  test.each([
    [1, '1 mark was'],
    [2, '2 marks were'],
  ])('and declined are counted: %i', (count, words) => {
    const { state } = play(restoredIn(systems.slice(0, count)), { kind: 'restoreDeclined' });
    expect(state).toMatchObject({ overlay: null, resume: { toFind: { query: null } } });
    expect(state.notice).toMatchObject({ text: `${words} not restored. u restores them.` });
  });
});

test('a kept visit has the time, the cursor and no mark of a system that is gone', () => {
  const listing = aListing([aPage(systems)], { includeDisabled: true });
  expect([visitOf(aState({ organisation: null, listing })), visitOf(aState())]).toEqual([null, null]);
  const marks = withMarked(noMarks, systems.slice(0, 2));
  const scan = withGone(aScan([aPage(systems)]), ['S0']);
  const cursor = cursorAt({ row: 3, top: 0 }, plainView, scan);
  // The disabled systems are not shown for a choice alone.
  expect(visitIn(aState({ listing: { ...listing, scan, cursor }, marks }))).toMatchObject({
    ...{ at: now, days: null, search: '', includeDisabled: false, systemId: 'S3' },
    marks: systems.slice(1, 2).map(keptText),
  });
});
