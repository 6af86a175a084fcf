/** The list of a review: rows that stay while systems are judged, the filter language of systems with completions, the sort. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortFields } from '../../../../src/state/fleet/systems/fields.ts';
import { groupOf, reviewGroups } from '../../../../src/state/removal/review/review.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { daysAgo, systemsOf } from '../../../support/make.ts';
import { play } from '../../root/play.ts';
import { old, openedReview, reread } from '../deletion/story.ts';
import { holds } from '../../../support/property.ts';

const names = ['web-1', 'web-2', 'db-1', 'kiosk'];
const systems = systemsOf(4, (at) => ({ ...old, hostname: names[at] ?? null, tags: at < 2 ? ['edge', 'east'] : [] }));
const review = openedReview(systems).state;
const opens: Action = { kind: 'listFilterOpened' };
const enter: Action = { kind: 'promptAccepted' };
const esc: Action = { kind: 'wentBack' };
const tab: Action = { kind: 'listFilterCompleted' };
const extent = { length: 4, height: 4 };
const typed = (text: string): Action => ({ kind: 'textEdited', text });

function shown({ review }: State): unknown {
  return review?.rows.map((row) => review.items[row]?.system.hostname);
}

test('it is filtered in the language of the list of systems', () => {
  const found = (text: string): unknown => shown(play(review, opens, typed(text), enter).state);
  expect(['is:stale', 'tag:edge', 'seen:>90d -tag:*', 'seen:<1d'].map(found)).toEqual([
    names,
    ['web-1', 'web-2'],
    ['db-1', 'kiosk'],
    [],
  ]);
});

test('esc in the filter brings back the rows as they were, and the cursor', () => {
  const excluded = play(review, { kind: 'reviewItemToggled', extent }, { kind: 'reviewItemToggled', extent }).state;
  const { state } = play(excluded, opens, typed('kiosk'), esc);
  expect(state.review).toEqual(excluded.review);
  expect(shown(play(excluded, opens, typed('kiosk'), typed(''), enter).state)).toEqual(['db-1', 'kiosk']);
});

test('no row moves while systems are judged and checked, whatever the filter and the sort are', () => {
  const judging = fc.constantFrom<Action>(
    { kind: 'reviewItemToggled', extent },
    { kind: 'reviewItemToggled', stays: true },
    { kind: 'guardToggled' },
    { kind: 'moved', motion: 'down', extent },
    { kind: 'moved', motion: 'first', extent },
    { kind: 'minutePassed', now: Date.now() * 2 },
    ...systems.slice(1).map((system) => reread({ ...system, hostname: 'other', state: 'Connected' })),
  );
  const narrowed = fc.constantFrom<readonly Action[]>(
    [],
    [{ kind: 'listReversed' }],
    [{ kind: 'listSorted' }],
    [opens, typed('-tag:*'), enter],
    [opens, typed('is:stale or name:web'), enter],
  );
  holds([narrowed, fc.array(judging, { maxLength: 20 })], (first, all) => {
    // The check is not over: no system is read twice, and one is not read.
    const actions = all.filter((action, at) => action.kind !== 'systemReread' || all.indexOf(action) === at);
    const start = play(review, ...first).state;
    expect(play(start, ...actions).state.review?.rows).toEqual(start.review?.rows);
  });
});

test('another group, filter or sort leaves only the systems of the group in it; the cursor stays on its system', () => {
  const excluded = play(review, { kind: 'moved', motion: 'down', extent }, { kind: 'reviewItemToggled', extent }).state;
  expect(shown(excluded)).toEqual(names);
  for (const kind of ['listReversed', 'listSorted'] as const) {
    const state = play(excluded, { kind }).state;
    expect(shown(state)).toHaveLength(3);
    expect((shown(state) as string[])[state.review?.list.row ?? -1]).toBe('db-1');
  }
  for (const group of reviewGroups) {
    const { review: after } = play(excluded, { kind: 'reviewGroupShown', group }).state;
    const items = after?.rows.flatMap((at) => after.items.slice(at, at + 1)) ?? [];
    expect(items.map(groupOf)).toEqual(items.map(() => group));
    expect(after?.list.row).toBe(group === 'taken' ? 1 : 0);
  }
});

describe('tab', () => {
  const prompt = (...actions: Action[]): unknown => {
    const { prompt: now } = play(review, opens, ...actions).state;
    return now?.kind === 'listFilter' ? now.typed : null;
  };

  test('goes round through what the last word could be, by the systems of the review, and shows it', () => {
    const texts = [1, 2, 3].map((times) => prompt(typed('tag:e'), ...Array.from({ length: times }, () => tab)));
    expect([...texts.slice(0, 2)].sort()).toEqual(['tag:east', 'tag:edge']);
    expect(texts[2]).toBe(texts[0]);
    expect(shown(play(review, opens, typed('tag:e'), tab).state)).toEqual(['web-1', 'web-2']);
  });

  test('begins anew after a key, and after the only one that there is', () => {
    expect(prompt(typed('tag:e'), tab, typed('tag:ea'), tab)).toBe('tag:east');
    expect(prompt(typed('ta'), tab, typed('tag:edg'), tab, tab)).toMatch(/^tag:edge/);
  });

  test('changes nothing where nothing fits, or nothing is typed', () => {
    expect(prompt(typed('tag:zz'), tab)).toBe('tag:zz');
    expect(play(review, tab).state).toEqual(review);
  });
});

test('the sort goes through each kind but that of the service, and back to the first; equal rows are sorted by name', () => {
  const mixed = systemsOf(3, (at) => ({ ...old, hostname: ['b', 'c', 'a'][at] ?? null, lastSeen: daysAgo(200 - at) }));
  const opened = openedReview(mixed).state;
  const found = new Map<string | null | undefined, readonly unknown[]>();
  for (let state = opened; !found.has(state.review?.view.sort.by); state = play(state, { kind: 'listSorted' }).state) {
    const reversed = play(state, { kind: 'listReversed' }).state;
    found.set(state.review?.view.sort.by, [shown(state), shown(reversed)]);
  }
  expect(new Set(found.keys())).toEqual(new Set(sortFields.map(({ id }) => id)));
  const [byAge, byName] = [
    ['b', 'c', 'a'],
    ['a', 'b', 'c'],
  ];
  expect([found.get('age'), found.get('name'), found.get('key')]).toEqual([
    [byAge, byAge.toReversed()],
    [byName, byName.toReversed()],
    [byName, byName],
  ]);
});
