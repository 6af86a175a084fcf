import { describe, expect, test } from 'vitest';
import { staleIn } from '../../src/state/staleness/age-distribution.ts';
import { atTop } from '../../src/state/kernel/list-cursor.ts';
import { noMarks, withMarked } from '../../src/state/marks/marks.ts';
import { ages, isReadingEverything, isWholeListRead, staleCount, systemAtHand } from '../../src/state/selectors.ts';
import { fieldText, textField } from '../../src/state/navigation.ts';
import type { FieldName as TextField } from '../../src/state/state.ts';
import { blankSignIn } from '../../src/state/sign-in/session.ts';
import { dayMs } from '../../src/state/staleness/staleness.ts';
import type { Prompt, State } from '../../src/state/state.ts';
import { unseenMarks } from '../../src/state/marks/hidden.ts';
import { withThreshold } from '../../src/state/staleness/operations.ts';
import {
  aListing,
  aPage,
  aScan,
  aSession,
  aState,
  aStateOf,
  aSystem,
  daysAgo,
  now,
  pagesOf,
  systemsOf,
  type StateParts,
  withParts,
} from '../support/make.ts';
import { aReview } from './deletion/story.ts';
import { arrived, play } from './play.ts';

const start = aStateOf(systemsOf(3));
const palette: State['overlay'] = { kind: 'palette', typed: 'ord', list: atTop };
const aFilterPrompt = (typed: string): Prompt => {
  return {
    kind: 'filter',
    typed,
    before: start.list.listing,
    completion: null,
    recalled: null,
    isRefused: false,
  };
};
const signIn = (about: Partial<typeof blankSignIn>): StateParts => {
  return { screen: { kind: 'signIn' }, session: aSession({ signIn: { ...blankSignIn, ...about } }) };
};

describe('printable keys go', () => {
  const { screen, review } = play(aReview(1), { kind: 'phraseStarted', typed: 'd' }).state;
  const reviewed: StateParts = { screen, review };
  const fields: readonly (readonly [string, StateParts, TextField | null, string])[] = [
    ['to the palette before anything else', { overlay: palette, prompt: aFilterPrompt('x') }, 'palette', 'ord'],
    ['to no field under the help', { ...reviewed, overlay: { kind: 'help', list: atTop, typed: null } }, null, ''],
    ['to the search', { prompt: { kind: 'search', typed: 'web', before: start.list.listing } }, 'search', 'web'],
    ['to the filter', { prompt: aFilterPrompt('web') }, 'filter', 'web'],
    ['to the phrase', reviewed, 'phrase', 'd'],
    ['to no field in the list of the review', { ...reviewed, review: null }, null, ''],
    [
      'to the description of a key',
      {
        screen: {
          kind: 'newKey',
          creation: { kind: 'describing', typed: 'lab', says: null, problem: null, askedAt: null },
        },
      },
      'keyDescription',
      'lab',
    ],
    ['to the address', signIn({ typedBaseUrl: 'https://' }), 'baseUrl', 'https://'],
    ['to the token, whose text is not known here', signIn({ field: 'token' }), 'token', ''],
    ['to no field while a token is tried', signIn({ field: 'token', isTrying: true }), null, ''],
    ['to no field of the list: they are commands', {}, null, ''],
  ];
  test.each(fields)('%s', (_, about, field, text) => {
    const state = withParts(start, about);
    expect([textField(state), fieldText(state)]).toEqual([field, text]);
  });
});

describe('the list', () => {
  const pages = pagesOf(systemsOf(4), 2);
  const part = aState({ listing: aListing(pages.slice(0, 1), { includeDisabled: true }) });

  test('is being read whole while its pages follow one another, and not after', () => {
    const reading = play(part, { kind: 'staleMarkRequested' }).state;
    const over = play(reading, arrived(0, pages[1])).state;
    expect([part, reading, over].map(isReadingEverything)).toEqual([false, true, false]);
  });

  test('is not being read where there is no page to request', () => {
    const untrusted = { kind: 'untrusted', link: 'http://elsewhere', reason: 'not encrypted' } as const;
    const stuck = aState({ listing: aListing([aPage([], { next: untrusted })]) });
    expect(isReadingEverything(play(stuck, { kind: 'moved', motion: 'last' }).state)).toBe(false);
  });

  test('is whole when it was read to its end, disabled systems included, and nothing newer is on its way', () => {
    const whole = aState({ listing: aListing([aPage([])], { includeDisabled: true }) });
    const again = play(whole, { kind: 'refreshRequested' }).state;
    expect([part, start, whole, again].map(isWholeListRead)).toEqual([false, false, true, false]);
  });
});

describe('the stale systems', () => {
  const systems = [aSystem({ lastSeen: daysAgo(89) }), aSystem({ lastSeen: daysAgo(200) })];

  test('are counted for the given threshold and moment', () => {
    const scan = aScan([aPage(systems)]);
    const counts = [staleCount(scan, 90, now), staleCount(scan, 300, now), staleCount(scan, 90, now + 2 * dayMs)];
    expect(counts).toEqual([1, 0, 2]);
  });

  test('are counted again when the list or the moment changes', () => {
    const state = aStateOf(systems);
    const states = [state, { ...state, now: now + 2 * dayMs }, start];
    expect(states.map((each) => staleIn(ages(each), 90))).toEqual([1, 2, 0]);
  });
});

test('marks of systems that are not in the list are counted', () => {
  const marks = withMarked(noMarks, [...systemsOf(1), aSystem(), aSystem()]);
  const counts = [{}, { marks }, { marks, listing: aListing([]) }].map((about) => unseenMarks(withParts(start, about)));
  expect(counts).toEqual([
    { notListed: 0, hidden: 0 },
    { notListed: 2, hidden: 0 },
    { notListed: 3, hidden: 0 },
  ]);
});

test('marks of rows are counted, as long as the list has them and the filter shows them', () => {
  const marked = play(aStateOf(systemsOf(5)), { kind: 'matchingMarked' }).state;
  const filtered = play(marked, { kind: 'filterOpened' }, { kind: 'textEdited', text: 's4' }).state;
  const other = { ...marked, list: { ...marked.list, listing: aListing([aPage(systemsOf(2))]) } };
  expect([marked, filtered, other].map(unseenMarks)).toEqual([
    { notListed: 0, hidden: 0 },
    { notListed: 0, hidden: 4 },
    { notListed: 3, hidden: 0 },
  ]);
});

test('marks that a filter by age hides are counted again when the threshold changes', () => {
  const systems = [90, 120].map((days) => aSystem({ lastSeen: daysAgo(days + 1) }));
  const marks = withMarked(noMarks, systems);
  const filtered = play(
    aStateOf(systems, { marks }),
    { kind: 'filterOpened' },
    { kind: 'textEdited', text: 'is:stale' },
  );
  const moved = withThreshold(filtered.state, 120);
  expect([filtered.state, moved].map((state) => unseenMarks(state).hidden)).toEqual([0, 1]);
});

test('keys act on the system whose fields are shown, else on the one under the cursor', () => {
  const details = play(start, { kind: 'detailsOpened' }, { kind: 'moved', motion: 'down' }).state;
  const states = [start, { ...details, list: { ...details.list, listing: aListing([]) } }, aState()];
  expect(states.map((state) => systemAtHand(state)?.systemId)).toEqual(['S0', 'S0', undefined]);
});
