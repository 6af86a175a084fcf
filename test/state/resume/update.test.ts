/** Marks and position after resuming an interrupted session, also more than once. */
import { describe, expect, test } from 'vitest';
import { refusalFor, bindingOf } from '../../../src/screens/keys/binding.ts';
import { activeGroups } from '../../../src/screens/active-keys.ts';
import { noMarks, withMarked } from '../../../src/state/marks/marks.ts';
import { snapshotSession } from '../../../src/state/resume/restore.ts';
import { readNote, type SessionNote } from '../../../src/state/resume/model.ts';
import type { Action, State } from '../../../src/state/state.ts';
import { aListing, aPage, aState, idsOf, now, pagesOf, refused, systemsOf } from '../../support/make.ts';
import { arrived, play } from '../play.ts';

const systems = systemsOf(6, (at) => ({ isEnabled: at !== 4 }));
const pages = pagesOf(systems, 2);
const search: Action[] = [
  { kind: 'searchOpened' },
  { kind: 'textEdited', text: 'zz' },
  { kind: 'timerEnded', timer: 'searchPause' },
];

function snapshotOf(state: State): SessionNote {
  const note = snapshotSession(state);
  if (note === null) throw new Error('Nothing was noted.');
  return note;
}

/** All six are marked, in the list with disabled systems. */
const note = snapshotOf(
  aState({ listing: aListing([aPage(systems)], { includeDisabled: true }), marks: withMarked(noMarks, systems) }),
);

/** Signed in after a note was found; its organisation is not open yet. */
function returned(lastSession = note): State {
  return aState({ lastSession, organisation: null, screen: { kind: 'organisations' } });
}

const resumed = play(returned(), { kind: 'sessionResumed' }).state;
const id = resumed.list.listing.pending?.id ?? 0;

function refusalOfReview(state: State): string | null {
  const review = bindingOf(activeGroups(state), 'd');
  return review === undefined ? null : refusalFor(review, state);
}

test('the marks of disabled systems are looked for in the list that has them', () => {
  const { state, effects } = play(returned(), { kind: 'sessionResumed' });
  expect(effects.find(({ kind }) => kind === 'readPage')).toMatchObject({ query: { includeDisabled: true } });
  expect(idsOf(play(state, ...pages.map((page) => arrived(id, page))).state.marks.marked)).toHaveLength(6);
});

test('a marked system that is disabled is noted with the list that has it, whatever list was shown', () => {
  const shown = aState({
    listing: aListing([aPage(systems.slice(0, 4))]),
    marks: withMarked(noMarks, systems.slice(4)),
  });
  expect(snapshotOf(shown).includeDisabled).toBe(true);
  const found = aState({
    listing: aListing([aPage(systems.slice(0, 1))], { search: 'lap' }),
    marks: withMarked(noMarks, systems.slice(0, 1)),
  });
  expect(snapshotOf(found)).toMatchObject({ search: 'lap', includeDisabled: false });
  expect(
    snapshotOf({ ...found, marks: { ...found.marks, marked: withMarked(noMarks, systems.slice(0, 2)) } }).search,
  ).toBe('');
});

test('a note of an earlier version is one of the list without disabled systems', () => {
  const earlier = JSON.stringify({ ...note, includeDisabled: undefined });
  expect(readNote(earlier)).toEqual({ ...note, includeDisabled: false });
});

test('systems that are gone are said to be gone once the whole list was read', () => {
  const rest = pagesOf(systems.slice(0, 4), 2).map((page) => arrived(id, page));
  expect(play(resumed, ...rest).state.notice).toEqual({
    kind: 'said',
    text: '4 marks restored. 2 are not listed any more.',
  });
});

describe('while marks are still looked for', () => {
  const part = play(resumed, arrived(id, pages[0])).state;

  test('a search does not end that: esc resumes it', () => {
    const searched = play(part, ...search);
    const asked = searched.state.list.listing.pending?.id ?? 0;
    const answered = play(searched.state, arrived(asked, aPage([]))).state;
    expect([answered.notice, answered.resume.toFind.marks.size, answered.marks.marked.size]).toEqual([null, 4, 2]);
    const back = play(answered, { kind: 'wentBack' }, ...pages.slice(1).map((page) => arrived(id, page))).state;
    expect(idsOf(back.marks.marked)).toHaveLength(6);
  });

  test('d is refused, until they are found or given up', () => {
    const refusal = 'marks of the session before are still looked for';
    expect(refusalOfReview(part)).toBe(refusal);
    expect(refusalOfReview(play(part, ...pages.slice(1).map((page) => arrived(id, page))).state)).toBe(null);
    const stopped = play(part, { kind: 'wentBack' }).state;
    expect(stopped.notice).toMatchObject({ text: 'Stopped. 2 marks restored; 4 not found.' });
    expect(refusalOfReview(stopped)).toBe(null);
    expect(refusalOfReview(play(part, { kind: 'marksCleared' }).state)).toBe(null);
  });

  test('a refreshed list restores them, whatever part of it is shown first', () => {
    const again = play(part, { kind: 'refreshRequested' }).state;
    const asked = again.list.listing.pending?.id ?? 0;
    expect(idsOf(play(again, ...pages.map((page) => arrived(asked, page))).state.marks.marked)).toHaveLength(6);
  });
});

describe('a line that drops again', () => {
  test('before an organisation is open leaves the note as it was', () => {
    expect(snapshotSession(returned())).toBe(note);
    expect(snapshotSession(play(returned(), { kind: 'sessionDropped' }).state)).toBe(null);
  });

  const onFourth = play(returned({ ...note, systemId: 'S3' }), { kind: 'sessionResumed' }).state;

  test.each<[string, Action[]]>([
    ['before the first page', []],
    ['between pages', [arrived(id, pages[0])]],
    ['after a page that failed', [arrived(id, pages[0]), { kind: 'pageFailed', scan: id, problem: refused(418) }]],
    ['during a search', [arrived(id, pages[0]), ...search]],
  ])('%s loses no mark, and not the place', (_, actions) => {
    const again = snapshotOf(play(onFourth, ...actions).state);
    expect(again).toMatchObject({ systemId: 'S3', search: '', includeDisabled: true, at: now });
    expect(again.marks.toSorted()).toEqual(['S0', 'S1', 'S2', 'S3', 'S4', 'S5']);
  });
});
