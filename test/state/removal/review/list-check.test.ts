/** A large review of another person: its systems are checked together, by the list of the organisation. */
import { expect, test } from 'vitest';
import type { SystemsPage } from '../../../../src/api/systems.ts';
import type { System } from '../../../../src/api/system.ts';
import type { Edit } from '../../../../src/state/change/edit.ts';
import { writtenEdit } from '../../../../src/state/change/journal/written-edit.ts';
import { isReread, leftToCheck } from '../../../../src/state/removal/review/check.ts';
import { obstacleOf, phraseOf } from '../../../../src/state/removal/review/opening.ts';
import { chosenItems, countsOf, maxReread, type Review } from '../../../../src/state/removal/review/review.ts';
import type { ReviewFile } from '../../../../src/state/removal/review-file/format.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import { anEdit, editable } from '../../../support/edits.ts';
import {
  aPage,
  aStateOf,
  baseUrl,
  daysAgo,
  noGuards,
  now,
  pagesOf,
  refused,
  systemsOf,
} from '../../../support/make.ts';
import { play, type Played } from '../../root/play.ts';
import { reread, typed } from '../deletion/story.ts';

const systems = systemsOf(maxReread + 1, () => ({ lastSeen: daysAgo(200) }));

const file: ReviewFile = {
  ...{ kind: 'delete', by: 'Anna', at: daysAgo(0), days: 90, checksum: 'abcdef0123456789' },
  ...{ baseUrl, orgId: 'N1', orgName: 'Northwind' },
  systems: systems.map((system) => ({ system, by: 'rule', isIncluded: false })),
};

function opened(about: Partial<ReviewFile> = {}): Played {
  const start = aStateOf(systems, { guards: noGuards });
  const definition: Action = { kind: 'definitionArrived', definition: editable };
  return play(start, definition, { kind: 'reviewFileRead', file: { ...file, ...about } });
}

function reviewOf({ review }: State): Review {
  return review ?? expect.fail('There is no review.');
}

function arrives(page: SystemsPage | undefined): Action {
  return { kind: 'reviewPageArrived', review: 1, page: page ?? expect.fail('There is no page.'), now };
}

function reads(effects: readonly Effect[]): string[] {
  return effects.flatMap((effect) =>
    effect.kind === 'rereadSystem' ? [effect.systemId] : effect.kind === 'readReviewPage' ? [effect.from.kind] : [],
  );
}

/** After these pages, which are all there are. */
function checked(listed: readonly System[]): Played {
  return play(opened().state, ...pagesOf(listed, 400).map(arrives));
}

test('it is read page by page, in place of each system', () => {
  const begun = opened();
  expect(reads(begun.effects)).toEqual(['first']);
  const [first, second] = pagesOf(systems, 600);
  const one = play(begun.state, arrives(first));
  expect(reads(one.effects)).toEqual(['link']);
  expect(leftToCheck(reviewOf(one.state))).toBe(maxReread + 1 - 600);
  expect(reads(play(one.state, arrives(second)).effects)).toEqual([]);
});

test('no phrase counts before the list is read to its end', () => {
  const [first, second] = pagesOf(systems, 600);
  const phrase = (state: State): Action[] => [
    { kind: 'timerEnded', timer: 'arm' },
    ...typed(phraseOf(reviewOf(state))),
  ];
  const half = play(opened().state, arrives(first)).state;
  expect(isReread(reviewOf(half))).toBe(false);
  expect(play(half, ...phrase(half)).state.deletion).toBeNull();
  const whole = play(half, arrives(second)).state;
  expect(play(whole, ...phrase(whole)).state.deletion?.planned).toHaveLength(maxReread + 1);
});

test('a system that the list shows otherwise than the file is kept', () => {
  const [one, two, ...rest] = systems;
  if (one === undefined || two === undefined) expect.fail('There are two.');
  const { state } = checked([{ ...one, state: 'Connected' }, { ...two, hostname: 'another' }, ...rest]);
  expect(countsOf(reviewOf(state))).toMatchObject({ connectedSince: 1, changed: 1 });
  expect(chosenItems(reviewOf(state))).toHaveLength(rest.length);
});

test('systems that the list lacks are read by themselves, and those that are gone are not counted', () => {
  const { state, effects } = checked(systems.slice(2));
  expect(reads(effects).filter((one) => one.startsWith('S'))).toEqual(['S0', 'S1']);
  expect(isReread(reviewOf(state))).toBe(false);
  const gone: Action = {
    ...{ kind: 'rereadFailed', review: 1, systemId: 'S0' },
    problem: refused(404, { slug: 'system-not-found' }),
  };
  const after = play(state, gone, reread(systems[1])).state;
  expect(isReread(reviewOf(after))).toBe(true);
  expect(countsOf(reviewOf(after))).toMatchObject({ gone: 1 });
  expect(chosenItems(reviewOf(after))).toHaveLength(systems.length - 1);
});

test('a list that cannot be read to its end leaves its rest unchecked, and r reads the list again', () => {
  const [first] = pagesOf(systems, 400);
  const failed: Action = { kind: 'reviewPageFailed', review: 1, problem: refused(403) };
  const { state } = play(opened().state, arrives(first), failed);
  expect(obstacleOf(reviewOf(state))).toMatchObject({ kind: 'unchecked', count: maxReread + 1 - 400 });
  // As few as these are read one by one.
  expect(reads(play(state, { kind: 'uncheckedRetried' }).effects)).toHaveLength(8);
  const none = play(opened().state, failed).state;
  expect(reads(play(none, { kind: 'uncheckedRetried' }).effects)).toEqual(['first']);
});

test('esc stops it, and a page that comes later changes nothing', () => {
  const [first, second] = pagesOf(systems, 600);
  const stopped = play(opened().state, arrives(first), { kind: 'wentBack' });
  expect(stopped.effects).toContainEqual({ kind: 'abandonRead', slot: 'reviewPage' });
  expect(obstacleOf(reviewOf(stopped.state))).toMatchObject({ kind: 'unchecked', count: maxReread + 1 - 600 });
  expect(reviewOf(play(stopped.state, arrives(second)).state)).toEqual(reviewOf(stopped.state));
});

test('an operation of the definition is checked by the record of each system, which a list may not have whole', () => {
  const edit: Edit = anEdit();
  const { effects } = opened({ kind: 'change', change: { edit: writtenEdit(edit) } });
  expect(reads(effects)).toHaveLength(8);
});

test('an empty list shows nothing: each system is read by itself', () => {
  const { effects } = play(opened().state, arrives(aPage([])));
  expect(reads(effects)).toHaveLength(8);
});
