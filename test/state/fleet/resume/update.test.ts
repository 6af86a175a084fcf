/** Marks, filter, sort, threshold and cursor, restored when an organisation is opened again. */
import { describe, expect, test } from 'vitest';
import { readFilter } from '../../../../src/state/fleet/filter/filter.ts';
import { currentScan } from '../../../../src/state/fleet/list/listing.ts';
import { withoutSystems } from '../../../../src/state/fleet/list/scan.ts';
import { keptText, readKept } from '../../../../src/state/fleet/marks/kept-mark.ts';
import { noMarks, withMarked, withStaleMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { defaultProfileSettings } from '../../../../src/state/session/profile-settings.ts';
import { marksForgotten, visitOf } from '../../../../src/state/fleet/resume/restore.ts';
import { readVisit, type Visit } from '../../../../src/state/fleet/resume/model.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import {
  aListing,
  anOrganisation,
  aPage,
  aSession,
  aState,
  aStateOf,
  daysAgo,
  idsOf,
  now,
  pagesOf,
  refused,
  systemsOf,
  withParts,
} from '../../../support/make.ts';
import { aRun, deleted, deleting, failed } from '../../removal/deletion/story.ts';
import { arrived, play, refusalOf } from '../../root/play.ts';

const systems = systemsOf(40, (at) => ({ isEnabled: at !== 4, lastSeen: daysAgo(200) }));
const pages = pagesOf(systems, 10);
const northwind = anOrganisation();
const contoso = anOrganisation({ orgId: 'C1', orgName: 'Contoso' });
const search: Action[] = [
  { kind: 'searchOpened' },
  { kind: 'textEdited', text: 'zz' },
  { kind: 'timerEnded', timer: 'searchPause' },
];

/** The ids of marks that are kept. */
function keptIds(marks: readonly string[]): readonly string[] {
  return marks.map((kept) => readKept(kept, 'hand')[0]);
}

function visitIn(state: State): Visit {
  const visit = visitOf(state);
  if (visit === null) throw new Error('Nothing is kept.');
  return visit;
}

/** All forty are marked, in the list with disabled systems. */
const visit = visitIn(
  aState({ listing: aListing([aPage(systems)], { includeDisabled: true }), marks: withMarked(noMarks, systems) }),
);

/** The organisation was just chosen from the list of organisations. */
function opened(): State {
  const listed = aState({
    organisation: null,
    organisations: { kind: 'ready', value: [northwind, contoso] },
    screen: { kind: 'organisations' },
  });
  return play(listed, { kind: 'organisationOpened' }).state;
}

function recalled(about: Partial<Visit> = {}): Action {
  return { kind: 'visitRecalled', orgId: 'N1', visit: { ...visit, ...about } };
}

const restoring = play(opened(), recalled()).state;
const id = restoring.list.listing.pending?.id ?? 0;
const rest = (from: number): Action[] => pages.slice(from).map((page) => arrived(id, page));

test('an organisation that is opened asks for what is kept of it', () => {
  const listed = aState({ organisation: null, screen: { kind: 'organisations' } });
  expect(play(listed, { kind: 'organisationOpened' }).effects).toContainEqual({
    kind: 'recallVisit',
    profile: 'default',
    baseUrl: 'https://api.example',
    orgId: 'N1',
  });
});

test('filter, sort, threshold, wide columns and cursor are as they were', () => {
  const sort = { by: 'name', reversed: true } as const;
  const about = { filter: 'name:s', sort, days: 45, isWide: true, systemId: 'S7', marks: [] };
  const { state, effects } = play(opened(), recalled({ ...about, includeDisabled: false }));
  expect(effects).toEqual([]);
  const shown = play(state, arrived(state.list.listing.pending?.id ?? 0, aPage(systems))).state;
  expect(shown).toMatchObject({ staleness: { days: 45 }, tableColumns: { chosen: { isWide: true } }, notice: null });
  expect(shown.list.listing.view).toMatchObject({ filter: { text: 'name:s' }, sort });
  expect(shown.list.listing.cursor.systemId).toBe('S7');
  expect(visitIn(shown)).toMatchObject(about);
});

test('a filter and a search that no field takes are not restored, and the marks are', () => {
  const about = { filter: 'a '.repeat(100_000), search: 'b'.repeat(2001) };
  const { state } = play(opened(), recalled({ ...about, marks: [] }));
  expect(state.notice).toMatchObject({
    text: 'Your last filter is not applied. A filter has at most 2,000 characters.',
  });
  expect(state.list.listing.view.filter.text).toBe('');
  expect(currentScan(state.list.listing)?.query.search).toBe('');
  expect(play(opened(), recalled(about)).state.resume.toFind.marks.size).toBe(visit.marks.length);
});

describe('in a visit that is kept,', () => {
  /** The organisation is open, nothing is sought but this, and its list has arrived. */
  function shownWith(about: Partial<Visit>): State {
    const none = { marks: [], staleMarks: [], includeDisabled: false };
    const { state } = play(opened(), recalled({ ...none, ...about }));
    return play(state, arrived(state.list.listing.pending?.id ?? 0, aPage(systems))).state;
  }

  test.each([
    { by: 'name', reversed: false },
    { by: 'name', reversed: true },
    { by: 'listed', reversed: true },
    { by: 'listed', reversed: false },
  ] as const)('the sort %j is restored as it was', (sort) => {
    expect(shownWith({ sort }).list.listing.view.sort).toEqual(sort);
  });

  test('a filter shows the same systems as then, with the cursor on the same one', () => {
    const { listing } = shownWith({ filter: 'name:laptop', systemId: null }).list;
    expect(listing.view.filter.text).toBe('name:laptop');
    const shown = shownWith({ systemId: 'S12' });
    expect(shown.list.listing.cursor).toMatchObject({ systemId: 'S12', row: 12 });
    expect(shown.resume.toFind.systemId).toBeNull();
  });

  test('the place does not take the cursor from where it was moved to meanwhile', () => {
    const start = play(opened(), recalled({ marks: [], includeDisabled: false, systemId: 'S33' })).state;
    const asked = start.list.listing.pending?.id ?? 0;
    const part = play(start, arrived(asked, pages[0]), { kind: 'moved', motion: 'down' }).state;
    const { cursor } = play(part, ...pages.slice(1).map((page) => arrived(asked, page))).state.list.listing;
    expect(cursor).toMatchObject({ systemId: 'S1', row: 1 });
  });

  test('a threshold of that time, and the columns', () => {
    expect(shownWith({ days: 45, isWide: true })).toMatchObject({
      staleness: { days: 45 },
      tableColumns: { chosen: { isWide: true } },
    });
    expect(shownWith({ days: null, isWide: false })).toMatchObject({
      staleness: { days: 90 },
      tableColumns: { chosen: { isWide: false } },
    });
  });
});

test('a visit of another organisation than the one that is open changes nothing', () => {
  const state = opened();
  expect(play(state, { kind: 'visitRecalled', orgId: 'C1', visit }).state).toEqual(state);
});

test('a threshold that a flag says stays, and one of the profile is not kept', () => {
  const flagged = withParts(opened(), { session: aSession({ flaggedDays: 7 }), days: 7 });
  expect(play(flagged, recalled({ days: 45 })).state.staleness.days).toBe(7);
  const other = withParts(opened(), { days: 45 });
  expect(play(other, { kind: 'visitRecalled', orgId: 'N1', visit: null }).state.staleness.days).toBe(90);
  expect(visitIn(aStateOf(systems)).days).toBe(null);
});

test('a filter that cannot be read any more hides nothing', () => {
  expect(play(opened(), recalled({ filter: 'is:nonsense' })).state.list.listing.view.filter.text).toBe('');
});

test('the marks of disabled systems are looked for in the list that has them', () => {
  const { effects } = play(opened(), recalled());
  expect(effects.find(({ kind }) => kind === 'readPage')).toMatchObject({
    query: { includeDisabled: true },
    isFollowed: true,
  });
  const { state } = play(restoring, ...rest(0));
  expect(idsOf(state.marks.marked)).toHaveLength(40);
  expect(state.notice).toEqual({ kind: 'said', text: 'Restored 40 marks. U clears them.' });
  expect(idsOf(play(state, { kind: 'markingUndone' }).state.marks.marked)).toEqual([]);
});

test('a single mark is restored, too, and in a list that has the disabled systems as well', () => {
  const start = play(opened(), recalled({ marks: systems.slice(7, 8).map(keptText), includeDisabled: false }), {
    kind: 'disabledToggled',
  }).state;
  const { state } = play(start, arrived(start.list.listing.pending?.id ?? 0, aPage(systems)));
  expect(idsOf(state.marks.marked)).toEqual(['S7']);
  expect(state.resume.toFind.marks.size).toBe(0);
});

test('in what a search finds, marks are not looked for: the whole list restores them', () => {
  const { state } = play(opened(), ...search, recalled());
  expect(state.resume.toFind).toMatchObject({ stage: 'stopped', query: { search: '', includeDisabled: true } });
  const found = play(state, arrived(state.list.listing.pending?.id ?? 0, aPage(systems.slice(0, 3)))).state;
  expect([found.marks.marked.size, visitIn(found).marks.length]).toEqual([0, 40]);
});

test('marks of systems that this session has deleted are not kept, though an undo sets them; those of all others are', () => {
  const run = aRun(5);
  expect(keptIds(visitIn(run).marks)).toEqual(['S0', 'S1', 'S2', 'S3', 'S4']);
  const gone = play(run, ...deleting('S0'), deleted('S0'), ...deleting('S1'), failed('S1', refused(500))).state;
  expect(keptIds(visitIn({ ...gone, marks: run.marks }).marks)).toEqual(['S1', 'S2', 'S3', 'S4']);
  const over = marksForgotten(run, new Set(['S0', 'S1']));
  expect(keptIds(visitIn(over).marks)).toEqual(['S2', 'S3', 'S4']);
});

test('a marked system that is disabled is kept with the list that has it, whatever list was shown', () => {
  const shown = aState({
    listing: aListing([aPage(systems.slice(0, 4))]),
    marks: withMarked(noMarks, systems.slice(4)),
  });
  expect(visitIn(shown).includeDisabled).toBe(true);
  const found = aState({
    listing: aListing([aPage(systems.slice(0, 1))], { search: 'lap' }),
    marks: withMarked(noMarks, systems.slice(0, 1)),
  });
  expect(visitIn(found)).toMatchObject({ search: 'lap', includeDisabled: false });
  expect(
    visitIn({ ...found, marks: { ...found.marks, marked: withMarked(noMarks, systems.slice(0, 2)) } }).search,
  ).toBe('');
});

test('marks of the rule stay those of the rule, and one that reconnected is not restored', () => {
  const stale = aStateOf(systems, { marks: withStaleMarked(withMarked(noMarks, systems.slice(0, 1)), systems) });
  const kept = visitIn(stale);
  expect([keptIds(kept.marks), kept.staleMarks.length]).toEqual([['S0'], 39]);
  const now = systems.map((system) => (system.systemId === 'S3' ? { ...system, state: 'Connected' } : system));
  const start = play(opened(), recalled(kept)).state;
  const { state } = play(start, arrived(start.list.listing.pending?.id ?? 0, aPage(now)));
  expect([state.resume.toFind.marks.size, state.marks.marked.size]).toEqual([0, 39]);
  expect(visitIn(state)).toMatchObject({ marks: { length: 1 }, staleMarks: { length: 38 } });
});

test('a token that was typed into a filter is kept nowhere', () => {
  const token = 'aB3'.repeat(21);
  const state = aStateOf(systems);
  const { listing } = state.list;
  const view = { ...listing.view, filter: readFilter(token) };
  expect(JSON.stringify(visitIn({ ...state, list: { ...state.list, listing: { ...listing, view } } }))).not.toContain(
    token,
  );
});

test('a visit that was written can be read, and nothing else can', () => {
  expect(readVisit(JSON.stringify(visit))).toEqual(visit);
  for (const text of ['', '{}', 'null', JSON.stringify({ ...visit, marks: [1] }), JSON.stringify(visit).slice(0, -9)])
    expect(readVisit(text)).toBe(null);
});

describe('a list that has changed much', () => {
  const fewer = pagesOf(systems.slice(0, 30), 10).map((page) => arrived(id, page));
  const { state } = play(restoring, ...fewer);

  test('offers its marks, and sets none by itself', () => {
    expect(state).toMatchObject({ overlay: { kind: 'restore' }, marks: { marked: { size: 0 } } });
    expect(visitIn(state).marks).toHaveLength(40);
  });

  test('restores them where that is wanted', () => {
    const restored = play(state, { kind: 'restoreAccepted' }).state;
    expect(restored).toMatchObject({ overlay: null, marks: { marked: { size: 30 } } });
    expect(restored.notice).toMatchObject({ text: 'Restored 30 of 40 marks: 10 no longer listed.' });
  });

  test.each<Action['kind']>(['restoreDeclined', 'wentBack'])('does not after %s, and u still does', (kind) => {
    const declined = play(state, { kind } as Action).state;
    expect(declined).toMatchObject({ overlay: null, marks: { marked: { size: 0 } } });
    expect(declined.notice).toMatchObject({ text: '30 marks were not restored. u restores them.' });
    expect(play(declined, { kind: 'markingUndone' }).state.marks.marked.size).toBe(30);
  });

  test('waits while something is typed', () => {
    const typing = play(restoring, { kind: 'filterOpened' }, ...fewer).state;
    expect(typing.overlay).toBe(null);
    expect(play(typing, { kind: 'wentBack' }).state.overlay).toEqual({ kind: 'restore' });
  });

  test('asks nothing once the last of them is gone', () => {
    const typing = play(restoring, { kind: 'filterOpened' }, ...fewer).state;
    const { listing } = typing.list;
    if (listing.scan === null) throw new Error('Nothing is loaded.');
    const scan = withoutSystems(listing.scan, new Set(systems.map(({ systemId }) => systemId)));
    const emptied = { ...typing, list: { ...typing.list, listing: { ...listing, scan } } };
    const { overlay, notice } = play(emptied, { kind: 'wentBack' }).state;
    expect(overlay).toBe(null);
    expect(notice).toMatchObject({ text: 'Restored 0 of 40 marks: 40 no longer listed.' });
  });
});

test('a mark or two that are gone are said, and the others restored', () => {
  const { state } = play(restoring, ...pagesOf(systems.slice(0, 39), 10).map((page) => arrived(id, page)));
  expect(state.notice).toEqual({ kind: 'said', text: 'Restored 39 of 40 marks: 1 no longer listed.' });
});

describe('while marks are still looked for', () => {
  const part = play(restoring, arrived(id, pages[0])).state;

  test('none is set yet, and that is said', () => {
    expect(restoring.notice).toEqual({ kind: 'said', text: 'Loading every page to restore 40 marks; esc stops.' });
    expect(part.marks.marked.size).toBe(0);
  });

  test('a search does not end that: esc resumes it', () => {
    const searched = play(part, ...search);
    const asked = searched.state.list.listing.pending?.id ?? 0;
    const answered = play(searched.state, arrived(asked, aPage([]))).state;
    expect([answered.notice, answered.resume.toFind.marks.size, answered.marks.marked.size]).toEqual([null, 40, 0]);
    const back = play(answered, { kind: 'wentBack' }, ...rest(1)).state;
    expect(idsOf(back.marks.marked)).toHaveLength(40);
  });

  test('d is refused, until they are found or esc stops that', () => {
    const refusal = 'your marks are being restored; esc stops that';
    expect(refusalOf(part, 'd')).toBe(refusal);
    expect(refusalOf(play(part, ...rest(1)).state, 'd')).toBe(null);
    const stopped = play(part, { kind: 'wentBack' }).state;
    expect(stopped.notice).toMatchObject({ text: 'Restored 10 of 40 marks. G loads the rest and restores them.' });
    expect(refusalOf(stopped, 'd')).toBe(null);
    expect(refusalOf(play(part, { kind: 'marksCleared' }).state, 'd')).toBe(null);
    expect(visitIn(stopped).marks).toHaveLength(40);
    expect(idsOf(play(stopped, { kind: 'moved', motion: 'last' }, ...rest(1)).state.marks.marked)).toHaveLength(40);
  });

  test('a refreshed list restores them, whatever part of it is shown first', () => {
    const again = play(part, { kind: 'refreshRequested' }).state;
    const asked = again.list.listing.pending?.id ?? 0;
    expect(idsOf(play(again, ...pages.map((page) => arrived(asked, page))).state.marks.marked)).toHaveLength(40);
  });

  test.each<[string, Action[]]>([
    ['before the first page', []],
    ['between pages', [arrived(id, pages[0])]],
    ['after a page that failed', [arrived(id, pages[0]), { kind: 'pageFailed', scan: id, problem: refused(418) }]],
    ['during a search', [arrived(id, pages[0]), ...search]],
    ['in an incomplete list', [arrived(id, { ...aPage(systems.slice(0, 9)), total: 40 })]],
  ])('an end %s loses no mark, and not the place', (_, actions) => {
    const start = play(opened(), recalled({ systemId: 'S33' })).state;
    const again = visitIn(play(start, ...actions).state);
    expect(again).toMatchObject({ systemId: 'S33', search: '', includeDisabled: true, at: now });
    expect(again.marks.toSorted()).toEqual(visit.marks.toSorted());
  });
});

describe('a visit keeps what there is of an organisation', () => {
  const start = aStateOf(systems, { organisations: { kind: 'ready', value: [northwind, contoso] } });
  const marked = play(start, { kind: 'markToggled' });

  test.each<[string, Action[]]>([
    ['another one is opened', [{ kind: 'switchRequested' }, { kind: 'organisationChosen', orgId: 'C1' }]],
    ['the person signs out', [{ kind: 'signOutRequested' }, { kind: 'signedOut' }]],
    [
      'another profile is used',
      [
        {
          kind: 'profileUsed',
          name: 'tills',
          isNew: true,
          baseUrl: null,
          settings: defaultProfileSettings,
        },
      ],
    ],
  ])('at once where %s', (_, actions) => {
    const { effects } = play(marked.state, ...actions);
    expect(effects.filter(({ kind }) => kind === 'keepVisit')).toMatchObject([
      {
        profile: 'default',
        baseUrl: 'https://api.example',
        visit: { orgId: 'N1', marks: systems.slice(0, 1).map(keptText) },
      },
    ]);
  });
});
