import { describe, expect, test } from 'vitest';
import type { Action, Notice, State } from '../../../../src/state/root/state.ts';
import { type StaleMarked, rangeOf, redoRefusal, undoRefusal } from '../../../../src/state/fleet/marks/feature.ts';
import {
  aListing,
  aPage,
  aState,
  aStateOf,
  daysAgo,
  idsOf,
  pagesOf,
  refused,
  systemsOf,
} from '../../../support/make.ts';
import { arrived, filtered, play, readsFirst, shownIds } from '../../root/play.ts';

/** One of every ten systems is stale, and one more would be were it not connected. */
const systems = systemsOf(30, (at) => ({
  lastSeen: daysAgo(at % 10 < 2 ? 100 + at : 1),
  state: at % 10 === 1 ? 'Connected' : 'Disconnected',
}));
const start = aStateOf(systems);
const pages = pagesOf(systems, 10);
/** Its first page is loaded, disabled systems included; and the others arrive. */
const part = aState({ listing: aListing(pages.slice(0, 1), { includeDisabled: true }) });
const rest = pages.slice(1).map((page) => arrived(0, page));
const whole = aState({ listing: aListing([aPage(systems)], { includeDisabled: true }) });

const mark: Action = { kind: 'markToggled' };
const markStale: Action = { kind: 'staleMarkRequested' };
function staleNotice(about: Partial<StaleMarked>): Notice {
  const none = { passedOver: 0, hidden: 0, disabled: 0, isShowingDisabled: false, leftOut: 0, unknown: null } as const;
  return { kind: 'staleMarked', count: 0, days: 90, of: null, ...none, ...about };
}
const allOnceRead: Action[] = [{ kind: 'matchingMarked' }, { kind: 'allMarked', readFirst: true }];
function times(count: number, action: Action): Action[] {
  return Array<Action>(count).fill(action);
}
const markedOnly: Action = { kind: 'markedOnlyToggled' };

function marked({ marks: { marked: marks } }: State): string[] {
  return idsOf(marks);
}

describe('marks', () => {
  test('are set on one system after the other, as the cursor moves down', () => {
    const { state } = play(start, mark, mark);
    expect(marked(state)).toEqual(['S0', 'S1']);
    expect(state.list.listing.cursor.systemId).toBe('S2');
  });

  test('are set on all that a filter shows, inverted there, and cleared everywhere', () => {
    const { state } = play(start, mark, ...filtered('is:stale'), { kind: 'marksInverted' });
    expect(marked(state)).toEqual(['S10', 'S20']);
    expect(marked(play(state, { kind: 'matchingMarked' }).state)).toEqual(['S10', 'S20', 'S0']);
    expect(marked(play(state, { kind: 'marksCleared' }).state)).toEqual([]);
  });

  test('alone are shown by m, until it is pressed again or esc takes the filter away', () => {
    const only = play(start, mark, mark, markedOnly).state;
    expect(shownIds(only)).toEqual(['S0', 'S1']);
    for (const action of [markedOnly, { kind: 'wentBack' } as const]) {
      expect(shownIds(play(only, action).state)).toEqual(shownIds(start));
    }
  });

  test('leave a filter that was there as it was', () => {
    const only = play(start, ...filtered('is:stale s1'), mark, markedOnly).state;
    expect(only.list.listing.view.filter.text).toBe('is:stale s1 is:marked');
    expect(play(only, markedOnly).state.list.listing.view.filter.text).toBe('is:stale s1');
  });

  test('that are taken away where only they are shown leave the cursor on the next one', () => {
    const { state } = play(start, mark, mark, mark, markedOnly, { kind: 'moved', motion: 'first' }, mark);
    expect(shownIds(state)).toEqual(['S1', 'S2']);
    expect(state.list.listing.cursor.systemId).toBe('S1');
  });

  test('are set on the system whose fields are shown, and the list stays where it is', () => {
    const { state } = play(start, { kind: 'detailsOpened' }, mark);
    expect(marked(state)).toEqual(['S0']);
    expect(state.list.listing.cursor).toEqual(start.list.listing.cursor);
  });
});

test('each change of the marks is said, with how it is undone', () => {
  const saidAfter = (state: State, ...actions: Action[]): unknown => {
    const { notice } = play(state, ...actions).state;
    return notice !== null && 'text' in notice ? notice.text : notice?.kind;
  };
  const all: Action = { kind: 'matchingMarked' };
  expect(saidAfter(start, mark, all)).toBe('29 more systems marked: all that are shown. u undoes.');
  const invert: Action = { kind: 'marksInverted' };
  expect(saidAfter(start, mark, invert)).toBe('Marks of the 30 loaded systems inverted: 29 marked. u undoes.');
  expect(saidAfter(start, ...filtered('is:stale'), invert)).toBe(
    'Marks of the 3 shown systems inverted: 3 marked. u undoes.',
  );
  expect(saidAfter(start, { kind: 'markingUndone' })).toBe('Nothing to undo: no marks were changed.');
  expect(saidAfter(start, mark, mark, { kind: 'markingUndone' })).toBe(
    'Undone: 1 marked. u undoes more, ctrl-r redoes.',
  );
  const range: Action = { kind: 'rangeToggled' };
  const down: Action = { kind: 'moved', motion: 'down' };
  expect(saidAfter(start, range, down, down, range)).toBe('3 of 3 rows marked. u undoes.');
  expect(saidAfter(start, mark, { kind: 'moved', motion: 'first' }, range, down, mark)).toBe(
    '1 of 2 rows marked. u undoes.',
  );
  expect(play(start, mark, { kind: 'marksCleared' }).state.notice).toEqual({ kind: 'marksCleared', count: 1 });
});

const undo: Action = { kind: 'markingUndone' };
const redo: Action = { kind: 'markingRedone' };

test.each<[string, readonly Action[], string | null, string | null]>([
  ['nothing', [], 'no marks were changed', 'no change of marks was undone'],
  ['a change', [mark], null, 'no change of marks was undone'],
  ['a change, undone', [mark, undo], 'every change of marks is undone', null],
  ['a change, undone and redone', [mark, undo, redo], null, 'every undone change of marks is redone'],
  ['a change after an undo', [mark, undo, mark], null, 'marks changed after the undo, so it cannot be redone'],
  ['fifty changes, undone', [...times(50, mark), ...times(50, undo)], 'every change of marks is undone', null],
  [
    'more changes than are kept, undone',
    [...times(55, mark), ...times(52, undo)],
    'the last 50 changes of marks are undone; earlier ones are not kept',
    null,
  ],
  [
    'more changes than are kept, undone and redone',
    [...times(55, mark), ...times(50, undo), ...times(50, redo)],
    null,
    'every undone change of marks is redone',
  ],
])('undo and redo say their limit after %s', (_, actions, noUndo, noRedo) => {
  const many = aStateOf(systemsOf(60, () => ({ lastSeen: daysAgo(100) })));
  const { state } = play(many, ...actions);
  expect([undoRefusal(state), redoRefusal(state)]).toEqual([noUndo, noRedo]);
});

test('a range goes from the row where it began to the cursor, in either direction, while that row is shown', () => {
  const range: Action = { kind: 'rangeToggled' };
  const begun = play(start, { kind: 'moved', motion: 'down' }, { kind: 'moved', motion: 'down' }, range).state;
  const rows = (...actions: Action[]): unknown => rangeOf(play(begun, ...actions).state);
  expect(rows()).toEqual({ from: 2, to: 2 });
  expect(rows({ kind: 'moved', motion: 'down' })).toEqual({ from: 2, to: 3 });
  expect(rows({ kind: 'moved', motion: 'first' })).toEqual({ from: 0, to: 2 });
  expect(rows(...filtered('is:stale'))).toBeNull();
  const unread = aState();
  const left = { ...unread, marks: { ...unread.marks, rangeFrom: 'S2' } };
  expect([rangeOf(start), rangeOf(left)]).toEqual([null, null]);
  expect(play(left, range).state.marks.marked.size).toBe(0);
});

describe('s', () => {
  test('marks the stale systems of a complete list, and sends no request', () => {
    const { state, effects } = play(whole, markStale);
    expect(effects).toEqual([]);
    expect(marked(state)).toEqual(['S0', 'S10', 'S20']);
    expect(state.notice).toEqual(staleNotice({ count: 3 }));
  });

  test('first reads every page, disabled systems included, and marks when the last is there', () => {
    const answers = pages.map((page) => arrived(1, page));
    const { state, effects } = play(start, markStale, ...answers.slice(0, 2));
    expect(effects[0]).toEqual(readsFirst(1, { includeDisabled: true }, true));
    expect(effects.slice(1).map((effect) => effect.kind)).toEqual(['readPage', 'readPage']);
    expect(marked(state)).toEqual([]);
    expect(marked(play(state, ...answers.slice(2)).state)).toEqual(['S0', 'S10', 'S20']);
  });

  test('reads on where disabled systems are included already, and marks also where G is pressed meanwhile', () => {
    const { state, effects } = play(part, markStale, { kind: 'moved', motion: 'last' }, ...rest);
    expect(effects.map(({ kind }) => kind)).toEqual(['readPage', 'readPage', 'rememberCounts']);
    expect(marked(state)).toEqual(['S0', 'S10', 'S20']);
  });

  test('marks nothing where the reading was stopped', () => {
    const { state } = play(start, markStale, { kind: 'wentBack' }, arrived(1, aPage(systems)));
    expect(marked(state)).toEqual([]);
  });

  test('continues where the ages are shown meanwhile, or the list is refreshed', () => {
    expect(marked(play(part, markStale, { kind: 'staleOpened' }, ...rest).state)).toEqual(['S0', 'S10', 'S20']);
    const refreshed = play(part, markStale, { kind: 'refreshRequested' }).state;
    const all = pages.map((page) => arrived(refreshed.list.listing.pending?.id ?? 0, page));
    expect(marked(play(refreshed, ...all).state)).toEqual(['S0', 'S10', 'S20']);
  });

  test('counts also those that were marked by hand before', () => {
    expect(play(whole, mark, markStale).state.notice).toEqual(play(whole, markStale).state.notice);
  });

  test('says so where nothing is stale', () => {
    const { state } = play({ ...whole, staleness: { ...whole.staleness, days: 500 } }, markStale);
    expect(state.notice).toEqual(staleNotice({ count: 0, days: 500 }));
  });
});

describe('disabled systems', () => {
  const mixed = systemsOf(6, (at) => ({ lastSeen: daysAgo(at < 4 ? 200 : 1), isEnabled: at % 2 === 0 }));
  const enabled = mixed.filter(({ isEnabled }) => isEnabled === true);
  const shown = aState({ listing: aListing([aPage(mixed)], { includeDisabled: true }) });
  const hide: Action = { kind: 'disabledToggled' };
  const hidden = (systems = enabled) => aState({ listing: aListing([aPage(systems)]) });

  test('are not said to be shown now where a person had shown them', () => {
    expect(play(shown, markStale).state.notice).toEqual(staleNotice({ count: 4, disabled: 2 }));
    const again = play(hidden(), markStale, arrived(1, aPage(mixed)), hide, arrived(2, aPage(enabled)), hide);
    const { state } = play(again.state, arrived(3, aPage(mixed)), { kind: 'marksCleared' }, markStale);
    expect(state.notice).toEqual(staleNotice({ count: 4, disabled: 2 }));
  });

  test('are unmarked when H hides them; the others stay marked, and u undoes it', () => {
    const { state } = play(shown, markStale, hide);
    expect(marked(state)).toEqual(['S0', 'S2']);
    expect(state.notice).toEqual({ kind: 'said', text: 'Hiding disabled systems: 2 unmarked. u marks them again.' });
    expect(marked(play(state, { kind: 'markingUndone' }).state)).toEqual(['S0', 'S1', 'S2', 'S3']);
    expect(marked(play(hidden(), mark, hide).state)).toEqual(['S0']);
  });

  test.each([
    ['where no enabled one is stale', mixed.filter(({ isEnabled }, at) => isEnabled === false || at > 3), false],
    ['where the enabled ones are marked', mixed, true],
  ])('alone are asked about first %s; s again marks them', (_, systems, isAnyEnabledStale) => {
    const list = aState({ listing: aListing([aPage(systems)], { includeDisabled: true }) });
    const before = isAnyEnabledStale ? play(list, markStale, hide, { kind: 'wentBack' }).state : list;
    const asked = play(before, markStale).state;
    expect(asked.notice).toEqual({ kind: 'onlyDisabledStale', count: 2, isAnyEnabledStale });
    expect(asked.marks.marked).toBe(before.marks.marked);
    const pressed: Action = { kind: 'keyPressed', action: markStale };
    expect(marked(play(asked, pressed).state).toSorted()).toEqual(
      isAnyEnabledStale ? ['S0', 'S1', 'S2', 'S3'] : ['S1', 'S3'],
    );
  });

  test('are neither read nor marked where the profile leaves them out', () => {
    const profileSettings = { ...shown.session.profileSettings, marksDisabled: false };
    const without = (state: State): State => ({ ...state, session: { ...state.session, profileSettings } });
    expect(marked(play(without(hidden()), markStale).state)).toEqual(['S0', 'S2']);
    const { state, effects } = play(without(shown), markStale);
    expect(effects).toEqual([]);
    expect(marked(state)).toEqual(['S0', 'S2']);
    expect(state.notice).toEqual(staleNotice({ count: 2, leftOut: 2 }));
  });

  test('what was said of them stays until the marks change', () => {
    const press = (action: Action): Action => ({ kind: 'keyPressed', action });
    const said = play(shown, press(markStale), press({ kind: 'moved', motion: 'down' })).state;
    expect(said.notice).toMatchObject({ kind: 'staleMarked' });
    expect(play(said, press(mark)).state.notice).toBe(null);
  });
});

describe('s that could not read every page', () => {
  const failed = play(part, markStale, { kind: 'pageFailed', scan: 0, problem: refused(418) }).state;
  const moves = (['down', 'pageDown', 'last', 'first'] as const).map((motion): Action => ({ kind: 'moved', motion }));
  const refresh: Action = { kind: 'refreshRequested' };

  test('is given up by esc, which says so; the list is then read on as far as the cursor goes', () => {
    const { state } = play(failed, { kind: 'wentBack' });
    const notice = { kind: 'said', text: 'Stopped. The loaded systems stay; s loads the rest.' };
    expect(state).toMatchObject({ screen: { kind: 'systems' }, notice });
    const moved = play(state, { kind: 'moved', motion: 'down' }, ...rest);
    expect(moved.effects.map(({ kind }) => kind)).toEqual(['readPage', 'rememberCounts']);
    expect(marked(moved.state)).toEqual([]);
    expect(play(state, { kind: 'wentBack' }).state.screen).toEqual({ kind: 'organisations' });
  });

  test('is not resumed by the automatic refresh', () => {
    const minute: Action = { kind: 'timerEnded', timer: 'refresh' };
    const kinds = play(failed, { kind: 'autoRefreshToggled' }, minute).effects.map(({ kind }) => kind);
    expect(kinds).toEqual(['startTimer', 'startTimer']);
  });

  test('and the marking of all that is shown waits for r in the same way, also where G is pressed while it is read', () => {
    const left = play(part, ...allOnceRead, { kind: 'pageFailed', scan: 0, problem: refused(418) });
    expect(play(left.state, ...moves).effects).toEqual([]);
    expect(marked(play(left.state, ...moves, refresh, ...rest).state)).toHaveLength(30);
    expect(marked(play(part, ...allOnceRead, { kind: 'moved', motion: 'last' }, ...rest).state)).toHaveLength(30);
  });
});

describe('all that match, once all is read,', () => {
  /** Two pages; of every three systems one has the key `lab`, and is older than the others. */
  const lab = pagesOf(
    systemsOf(6, (at) =>
      at % 3 === 0 ? { enrolmentKeyDescription: 'lab', lastSeen: daysAgo(100) } : { lastSeen: daysAgo(50) },
    ),
    3,
  );
  const half = aState({ listing: aListing(lab.slice(0, 1)) });
  const last = arrived(0, lab[1]);
  const typing = (text: string): Action[] => filtered(text).slice(0, -1);
  const asked = play(half, ...filtered('key:lab'), ...allOnceRead).state;

  test.each<[string, Action[]]>([
    ['when the last page is there', []],
    ['also where G is pressed meanwhile', [{ kind: 'moved', motion: 'last' }]],
    ['in any order', [{ kind: 'sortChanged' }]],
  ])('are marked %s', (_, meanwhile) => {
    expect(marked(play(asked, ...meanwhile, last).state)).toEqual(['S0', 'S3']);
  });

  test('are marked in the list that r refreshes meanwhile', () => {
    const again = play(asked, { kind: 'refreshRequested' }).state;
    const { state } = play(again, ...lab.map((page) => arrived(again.list.listing.pending?.id ?? 0, page)));
    expect(marked(state)).toEqual(['S0', 'S3']);
  });

  test.each<[string, Action[]]>([
    ['another filter is typed meanwhile', typing('s')],
    ['the filter was taken away', filtered('')],
    ['another view is shown', [{ kind: 'viewShown', digit: '0' }]],
    ['the filter was another one for a moment', [...typing('s'), { kind: 'wentBack' }]],
  ])('are not mixed up with what is shown where %s, and it is said', (_, meanwhile) => {
    const { state } = play(asked, ...meanwhile, last);
    expect(marked(state)).toEqual([]);
    expect(state.list.listing.scan?.next).toEqual({ kind: 'end' });
    // The list is read to its end all the same.
    expect(play(asked, ...meanwhile).state.list.listing.scan?.mode).toBe('all');
    const text = 'The filter changed: nothing is marked at the end. a marks what it shows.';
    expect(state.notice).toEqual({ kind: 'warning', text });
  });

  test('are not what is stale by another threshold', () => {
    const settings: Action[] = [
      { kind: 'settingsOpened', about: 'profile' },
      { kind: 'textEdited', text: '30' },
      { kind: 'settingsApplied' },
    ];
    const { state } = play(half, ...filtered('is:stale'), ...allOnceRead, ...settings, last);
    expect(state.staleness.days).toBe(30);
    expect(marked(state)).toEqual([]);
  });
});
