import { describe, expect, test } from 'vitest';
import { describing } from '../../../src/state/account/enrolment-keys/feature.ts';
import { atTop } from '../../../src/state/kernel/list-view.ts';
import { fieldText, questionsAsked, textField } from '../../../src/state/root/navigation.ts';
import { blankSignIn } from '../../../src/state/session/session.ts';
import type { TextFieldName as TextField, Prompt, State } from '../../../src/state/root/state.ts';
import { aSession, aStateOf, baseUrl, type StateParts, systemsOf, withParts } from '../../support/make.ts';
import { aReview } from '../removal/deletion/story.ts';
import { play } from './play.ts';

const start = aStateOf(systemsOf(3));
const palette: State['overlay'] = { kind: 'palette', typed: 'ord', list: atTop };
const aFilterPrompt = (typed: string): Prompt => {
  return {
    kind: 'filter',
    typed,
    before: start.list.listing,
    completion: null,
    recalled: null,
    settled: typed,
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
          creation: { kind: 'describing', typed: 'lab', message: null, problem: null, askedAt: null },
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

test.each<[string, StateParts, StateParts]>([
  [
    'what lies over the screen',
    {
      overlay: { kind: 'help', list: atTop, typed: null },
      screen: { kind: 'stale', days: 90, typed: null, row: 'threshold' },
    },
    { overlay: null, screen: { kind: 'stale', days: 90, typed: null, row: 'threshold' } },
  ],
  [
    'the stale screen',
    { screen: { kind: 'stale', days: 90, typed: null, row: 'threshold' } },
    { screen: { kind: 'systems' } },
  ],
  ['the stale systems of all', { screen: { kind: 'allStale' } }, { screen: { kind: 'organisations' } }],
  ['the keys that were seen', { screen: { kind: 'keysSeen', list: atTop } }, { screen: { kind: 'systems' } }],
  [
    'a key that is being described',
    { screen: { kind: 'newKey', creation: describing } },
    { screen: { kind: 'systems' } },
  ],
])('esc leaves %s', (_, from, to) => {
  expect(play(withParts(start, from), { kind: 'wentBack' })).toEqual({ state: withParts(start, to), effects: [] });
});

test('esc leaves the list for the organisations, and keeps what is known of them', () => {
  const { state, effects } = play(start, { kind: 'wentBack' });
  expect(effects).toEqual([{ kind: 'listOrganisations', baseUrl }]);
  expect(state.screen).toEqual({ kind: 'organisations' });
  expect(state.organisations.list).toEqual({ kind: 'loading', last: [start.organisation] });
});

test('esc never leaves a key that is being created: its answer is shown only once', () => {
  const creating: State = {
    ...start,
    screen: { kind: 'newKey', creation: { kind: 'creating', typed: 'x', attempt: 1, askedAt: 0 } },
  };
  expect(play(creating, { kind: 'wentBack' })).toEqual({ state: creating, effects: [] });
});

test('esc on the first screen says that there is nowhere to go', () => {
  const { state, effects } = play({ ...start, screen: { kind: 'organisations' } }, { kind: 'wentBack' });
  expect(effects).toEqual([]);
  expect(state.notice).toMatchObject({ kind: 'said' });
});

test('a phrase is asked for on its screen, and still where something covers it: keys typed ahead do not answer it', () => {
  const kinds = (state: State): readonly string[] => questionsAsked(state).map(({ kind }) => kind);
  const typed = play(aReview(1), { kind: 'phraseStarted', typed: 'd' }).state;
  expect(kinds(typed)).toEqual(['phrase']);
  expect(kinds(play(typed, { kind: 'helpOpened' }).state)).toContain('phrase');
  expect(kinds(start)).toEqual([]);
});
