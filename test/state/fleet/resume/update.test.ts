/** A list is shown as it was the last time: filter, sort, threshold, width and cursor. */
import { expect, test } from 'vitest';
import type { RestoredView } from '../../../../src/state/fleet/resume.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { defaultProfileSettings } from '../../../../src/state/session/profile-settings.ts';
import {
  anOrganisation,
  aPage,
  aSession,
  aState,
  aStateOf,
  daysAgo,
  pagesOf,
  systemsOf,
  withParts,
} from '../../../support/make.ts';
import { arrived, play } from '../../root/play.ts';

const systems = systemsOf(40, () => ({ lastSeen: daysAgo(200) }));
const northwind = anOrganisation();
const contoso = anOrganisation({ orgId: 'C1', orgName: 'Contoso' });
const plain: RestoredView = {
  filter: '',
  sort: { by: 'listed', reversed: false },
  days: null,
  isWide: false,
  systemId: null,
};

/** The organisation was just chosen from the list of organisations. */
function opened(): State {
  const listed = aState({
    organisation: null,
    organisations: { kind: 'ready', value: [northwind, contoso] },
    screen: { kind: 'organisations' },
  });
  return play(listed, { kind: 'organisationOpened' }).state;
}

function recalled(view: Partial<RestoredView> | null): Action {
  return { kind: 'listViewRecalled', orgId: 'N1', view: view && { ...plain, ...view } };
}

/** The list was recalled, and these pages have arrived. */
function shownWith(view: Partial<RestoredView>, pages = [aPage(systems)]): State {
  const { state } = play(opened(), recalled(view));
  const asked = state.list.listing.pending?.id ?? 0;
  return play(state, ...pages.map((page) => arrived(asked, page))).state;
}

function remembered({ effects }: { readonly effects: readonly { readonly kind: string }[] }): readonly object[] {
  return effects.filter(({ kind }) => kind === 'rememberListView');
}

test('an organisation that is opened asks how its list was shown', () => {
  const listed = aState({ organisation: null, screen: { kind: 'organisations' } });
  expect(play(listed, { kind: 'organisationOpened' }).effects).toContainEqual({
    ...{ kind: 'recallListView', baseUrl: 'https://api.example', orgId: 'N1' },
  });
});

test('filter, sort, threshold, width and cursor are as they were, and nothing is marked', () => {
  const sort = { by: 'name', reversed: true } as const;
  const view = { filter: 'name:s', sort, days: 45, isWide: true, systemId: 'S7' };
  const shown = shownWith(view);
  expect(shown).toMatchObject({ staleness: { days: 45 }, tableColumns: { chosen: { isWide: true } }, notice: null });
  expect(shown.list.listing.view).toMatchObject({ filter: { text: 'name:s' }, sort });
  expect(shown.list.listing.cursor.systemId).toBe('S7');
  expect(shown.marks.marked.size).toBe(0);
  expect(remembered(play(shown, { kind: 'quitRequested' }))).toMatchObject([{ view }]);
});

test.each([
  ['too long for the field', 'a '.repeat(100_000), 'A filter has at most 2,000 characters.'],
  ['not understood', 'is:nonsense', ''],
])('a filter that is %s hides nothing, and a notice says so', (_, filter, why) => {
  const shown = shownWith({ filter });
  expect(shown.list.listing.view.filter.text).toBe('');
  expect(play(opened(), recalled({ filter })).state.notice).toMatchObject({
    text: expect.stringContaining(`Your last filter is not applied. ${why}`) as string,
  });
});

test('a cursor that was moved before the first page stays, and later pages do not move it', () => {
  const pages = pagesOf(systems, 10);
  expect(shownWith({ systemId: 'S33' }, pages).list.listing.cursor).toMatchObject({ systemId: 'S0', row: 0 });
  const first = shownWith({ systemId: 'S3' }, pages.slice(0, 1));
  expect(first.list.listing.cursor.systemId).toBe('S3');
  expect(play(first, { kind: 'moved', motion: 'down' }).state.list.listing.cursor.systemId).toBe('S4');
});

test('an answer about another organisation than the open one changes nothing', () => {
  const state = opened();
  expect(play(state, { kind: 'listViewRecalled', orgId: 'C1', view: { ...plain, filter: 'a' } }).state).toEqual(state);
});

test('a threshold that a flag says stays; without a remembered one it is the profile’s', () => {
  const flagged = withParts(opened(), { session: aSession({ flaggedDays: 7 }), days: 7 });
  expect(play(flagged, recalled({ days: 45 })).state.staleness.days).toBe(7);
  expect(play(withParts(opened(), { days: 45 }), recalled(null)).state.staleness.days).toBe(90);
});

test('a token in the filter is not remembered', () => {
  const withToken = play(aStateOf(systems), { kind: 'filterSet', text: 'A1b'.repeat(21) }, { kind: 'quitRequested' });
  expect(remembered(withToken)).toMatchObject([{ view: { filter: '' } }]);
});

test.each<[string, Action[], number]>([
  ['another one is opened', [{ kind: 'switchRequested' }, { kind: 'organisationChosen', orgId: 'C1' }], 1],
  ['the person signs out', [{ kind: 'signOutRequested' }, { kind: 'signedOut' }], 1],
  [
    'another profile is used, which remembers its own',
    [{ kind: 'profileUsed', name: 'tills', isNew: true, baseUrl: null, settings: defaultProfileSettings }],
    0,
  ],
])('the list is remembered where %s, and the marks are saved', (_, actions, count) => {
  const start = aStateOf(systems, { organisations: { kind: 'ready', value: [northwind, contoso] } });
  const marked = play(start, { kind: 'markToggled' });
  const left = play(marked.state, ...actions);
  expect(remembered(left)).toHaveLength(count);
  expect(left.effects.filter(({ kind }) => kind === 'saveMarks')).toMatchObject([
    { baseUrl: 'https://api.example', organisation: { orgId: 'N1' }, systems: [{ systemId: 'S0' }] },
  ]);
});

test('a filter and a view of the command line replace those of the last visit, once', () => {
  const base = opened();
  const wanted = { ...base.session, wantedFilter: 'is:stale', wantedView: '2' };
  const view = { name: 'lab', filter: 'key:lab', sort: { by: 'name', reversed: true }, columns: ['key'] } as const;
  const flagged: State = {
    ...base,
    session: wanted,
    tableColumns: { ...base.tableColumns, savedViews: { '2': view } },
  };
  const { state } = play(flagged, recalled({ filter: 'name:web', sort: { by: 'age', reversed: false } }));
  expect(state.list.listing.view).toMatchObject({ filter: { text: 'is:stale' }, sort: view.sort });
  expect(state.tableColumns.chosen.shown).toEqual(view.columns);
  const again = play(state, recalled({ filter: 'name:web' })).state;
  expect(again.list.listing.view.filter.text).toBe('name:web');
});

test('a view of the command line that is not saved is said', () => {
  const base = opened();
  const flagged: State = { ...base, session: { ...base.session, wantedView: '7' } };
  expect(play(flagged, recalled(null)).state.notice).toMatchObject({ text: 'View 7: no view is saved under it.' });
});
