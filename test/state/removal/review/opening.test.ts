/** The contents of a review as it opens: of the list, the marks, the session, and the screen beneath. */
import { describe, expect, test } from 'vitest';
import type { Edit } from '../../../../src/state/change/edit.ts';
import { warningsOf } from '../../../../src/screens/removal/review-wording.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { openReview, sendable } from '../../../../src/state/removal/review/opening.ts';
import type { Review } from '../../../../src/state/removal/review/review.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aDefinition } from '../../../support/definition.ts';
import { anEdit, editable } from '../../../support/edits.ts';
import {
  aListing,
  aPage,
  aSession,
  aState,
  aStateOf,
  aSystem,
  noGuards,
  now,
  pagesOf,
  type StateParts,
  systemsOf,
} from '../../../support/make.ts';
import { filtered, play } from '../../root/play.ts';
import { old, openedReview } from '../deletion/story.ts';

const systems = systemsOf(3, (at) => ({ ...old, tags: at === 0 ? ['edge'] : [] }));
const marked = withMarked(noMarks, systems, { by: 'rule' });
const opens: Action = { kind: 'reviewOpened', does: 'delete' };

function reviewOf(about: StateParts = {}, change: (state: State) => State = (state) => state): Review {
  const { review } = play(change(aStateOf(systems, { marks: marked, guards: noGuards, ...about })), opens).state;
  if (review === null) throw new Error('There is no review.');
  return review;
}

describe('a review has', () => {
  test('the systems that the list hides, unless they are disabled ones that are hidden for good', () => {
    const hidden = (does: 'delete' | 'enable', text: string): unknown => {
      const { state } = play(aStateOf(systems, { marks: marked, guards: noGuards }), ...filtered(text));
      return play(state, { kind: 'reviewOpened', does }).state.review?.hidden;
    };
    expect([hidden('delete', ''), hidden('delete', 'tag:edge'), hidden('enable', 'tag:edge')]).toEqual([0, 2, 0]);
    // Their page was not read.
    expect(reviewOf({ listing: aListing([aPage(systems.slice(0, 1))]) }).hidden).toBe(2);
  });

  test('from an earlier run, no cause that is not known: of systems that the list hides, only disabled ones have one', () => {
    const enabled = aSystem({ ...old, systemId: 'E' });
    const disabled = systemsOf(2, (at) => ({ ...old, systemId: `D${at}`, isEnabled: false }));
    const [first] = pagesOf(systems, 1);
    const state = aState({ listing: aListing(first === undefined ? [] : [first]), guards: noGuards });
    const again = [...disabled, enabled].map((system) => ({ system }));
    const [{ review }] = openReview(state, 'delete', again, { follows: 'retry' });
    if (review === null) throw new Error('There is no review.');
    expect(review).toMatchObject({ hidden: 1, hiddenDisabled: 2, isIncomplete: false, incompleteness: null });
    const told = warningsOf(review).map(({ text }) => text);
    expect(told).toContain('1 in no row of the list');
    expect(told).toContain('2 disabled, in no row of the list: it hides disabled systems');
    expect(told.join()).not.toMatch(/marked|not loaded/);
  });

  test('how much of the list was read when they were marked', () => {
    const [first] = pagesOf(systems, 1);
    const part = reviewOf({ listing: aListing(first === undefined ? [] : [first]) });
    expect([reviewOf().isIncomplete, part.isIncomplete]).toEqual([false, true]);
    const none = play(aState({ marks: marked, guards: noGuards }), opens).state.review;
    expect(none).toMatchObject({ isIncomplete: true, incompleteness: null, hidden: 3, total: null });
  });

  test('the size of the organisation from what was read, and from the service where a search shows a part', () => {
    expect(reviewOf({ organisationTotal: 50 }).total).toBe(3);
    const searched = aListing([aPage(systems)], { search: 's' });
    expect(reviewOf({ listing: searched, organisationTotal: 50 }).total).toBe(50);
    expect(reviewOf({ listing: searched, organisationTotal: null }).total).toBe(3);
    const unsearched = aListing([aPage(systemsOf(9, () => old))]);
    expect(reviewOf({ listing: searched, unsearched, organisationTotal: 50 }).total).toBe(9);
    const part = aListing([aPage(systems, { next: { kind: 'page', url: 'https://api.example/2' } })]);
    expect([50, null, 2].map((organisationTotal) => reviewOf({ listing: part, organisationTotal }).total)).toEqual([
      ...[50, 3, 3],
    ]);
  });

  test('why no run can begin, but not in a preview, and whether the ages are certain', () => {
    const faulty = (state: State): State => ({ ...state, runs: { ...state.runs, lockFault: 'EROFS' } });
    expect([reviewOf().lockFault, reviewOf({}, faulty).lockFault]).toEqual([null, 'EROFS']);
    expect(reviewOf({ session: aSession({ mode: 'preview' }) }, faulty).lockFault).toBeNull();
    const unverified = (state: State): State => ({ ...state, clock: { kind: 'unverified' } });
    expect([reviewOf().isClockUnverified, reviewOf({}, unverified).isClockUnverified]).toEqual([false, true]);
    expect(reviewOf({}, (state) => ({ ...state, staleness: { ...state.staleness, days: 30 } })).rules).toMatchObject({
      ...{ days: 30, now, guards: noGuards, address: null },
    });
  });

  test('how each of its systems was chosen', () => {
    const origins = ({ items }: Review) => new Set(items.map(({ judgement }) => judgement.why.by));
    expect(origins(reviewOf())).toEqual(new Set(['rule']));
    expect(origins(reviewOf({ marks: noMarks }))).toEqual(new Set(['row']));
    expect(reviewOf({}, (state) => ({ ...state, marks: { ...state.marks, excluded: new Set(['S1']) } }))).toMatchObject(
      {
        items: [true, false, true].map((isChosen) => ({ judgement: { isChosen } })),
      },
    );
  });

  test('a key of its own for the requests of an operation', () => {
    const change: Action = { kind: 'reviewOpened', does: 'change', edit: anEdit() };
    const first = play(aStateOf(systems, { marks: marked, guards: noGuards }), change).state;
    const second = play(first, { kind: 'wentBack' }, change).state;
    const nonces = [first, second].map(({ review }) => review?.edit?.nonce);
    expect(new Set([...nonces, anEdit().nonce, undefined]).size).toBe(4);
  });
});

test('without an organisation, or a system that is meant, no review opens', () => {
  const nowhere = aStateOf(systems, { marks: marked, organisation: null });
  expect(play(nowhere, opens)).toEqual({ state: nowhere, effects: [] });
  const empty = aStateOf([]);
  expect(play(empty, opens)).toEqual({ state: empty, effects: [] });
  const noRow = aStateOf(systems);
  expect(play(noRow, { kind: 'reviewOpened', does: 'change', edit: anEdit() })).toEqual({ state: noRow, effects: [] });
});

test('esc leads back to the details that it was opened from, and to the list from anywhere else', () => {
  const left = (state: State): unknown => play(state, opens, { kind: 'wentBack' }).state.screen.kind;
  const list = aStateOf(systems, { guards: noGuards });
  expect(left(play(list, { kind: 'detailsOpened' }).state)).toBe('details');
  expect(left(list)).toBe('systems');
  expect(left({ ...list, trail: [{ kind: 'history', list: { row: 0, top: 0 } }] })).toBe('systems');
});

test('systems that stay excluded are counted when it is left, and the key that reviews again is named', () => {
  const said = (count: number): unknown => {
    const opened = openedReview(systems).state;
    const toggles = Array.from({ length: count }, (): Action => ({ kind: 'reviewItemToggled' }));
    const { notice } = play(opened, ...toggles, { kind: 'wentBack' }).state;
    return notice !== null && 'text' in notice ? notice.text : null;
  };
  expect([said(0), said(1), said(2)]).toEqual([
    null,
    'Nothing was deleted. 1 marked system stays excluded; d reviews again.',
    'Nothing was deleted. 2 marked systems stay excluded; d reviews again.',
  ]);
});

describe('an operation that is to be sent again', () => {
  const state = aStateOf(systems);
  const known: State = { ...state, definition: { ...state.definition, definition: editable } };
  const edit: Edit = { ...anEdit(), plan: null };

  test('has its part of the definition, from now or from before', () => {
    expect(sendable(known, null)).toBeNull();
    const whole = anEdit();
    expect(sendable(state, whole)).toEqual(whole);
    expect(sendable(known, edit)).toMatchObject({ ...edit, plan: { operation: { id: edit.operation.id } } });
  });

  test.each<[string, State, Edit, string]>([
    [
      'without its secrets',
      known,
      { ...edit, values: { ...edit.values, body: { password: '•••' } } },
      'Its record has no secrets: fill in the operation again (A).',
    ],
    ['before the definition is read', state, edit, "The service's definition is not read yet: A reads it."],
    [
      'that the definition does not have any more',
      { ...state, definition: { ...state.definition, definition: aDefinition({ 'GET /account': {} }) } },
      edit,
      "The service's definition no longer has this operation.",
    ],
  ])('%s is not: the reason is said', (_, at, filled, message) => {
    expect(sendable(at, filled)).toBe(message);
  });
});
