/** Nothing of one service is seen, marked or deleted at another, even where ids are the same. */
import { expect, test } from 'vitest';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { refusalFor } from '../../../../src/screens/screen-definition.ts';
import { activeGroups } from '../../../../src/screens/screens.ts';
import { anOrganisation, aStateOf, baseUrl, refused, systemsOf } from '../../../support/make.ts';
import { aRun, deleting, failed, outcomes } from '../../removal/deletion/story.ts';
import { play } from '../../root/play.ts';

const staging = 'https://staging.example';
const systems = systemsOf(3);

/** The token expired, and without another one the first screen opens, with its address. */
function atTheAddress(start: State): State {
  return play(
    start,
    { kind: 'organisationsOpened' },
    { kind: 'organisationsFailed', session: 0, problem: refused(401) },
    { kind: 'wentBack' },
    { kind: 'wentBack' },
    { kind: 'textEdited', text: staging },
    { kind: 'baseUrlEntered' },
  ).state;
}

const accepted: Action = { kind: 'baseUrlAccepted', baseUrl: staging };

test('at another service nothing that was read or marked before is left, though its organisation has the same id', () => {
  const marked = aStateOf(systems, { marks: withMarked(noMarks, systems, { by: 'hand' }) });
  const { state, effects } = play(
    atTheAddress(marked),
    accepted,
    { kind: 'tokenSearched', session: 1, found: { kind: 'found', storage: 'keychain' } },
    { kind: 'organisationsArrived', session: 1, organisations: [anOrganisation(), anOrganisation({ orgId: 'X' })] },
    { kind: 'organisationOpened' },
  );
  expect(state.session.baseUrl).toBe(staging);
  expect(state.marks.marked.size).toBe(0);
  expect(state.list.listing.scan).toBeNull();
  expect(effects.map(({ kind }) => kind)).toContain('readPage');
});

test('no other service is used while the last deletion of a run is not answered', () => {
  const running = atTheAddress(play(aRun(1), ...deleting('S0')).state);
  expect(running.deletion?.inFlight.size).toBe(1);
  const { state, effects } = play(running, accepted);
  expect(effects).toEqual([]);
  expect(state.session).toMatchObject({ baseUrl, number: 0 });
  expect(state.session.signIn.message).toContain('A deletion is still ending');
  const over = play(state, failed('S0', refused(409)), accepted);
  expect(outcomes(over.state)).toEqual([]);
  expect(over.effects.map(({ kind }) => kind)).toEqual([
    'recordOutcome',
    'closeJournal',
    'findToken',
    'rememberListView',
    'saveMarks',
  ]);
});

test.each([
  ['X on the list of organisations', 'X'],
  ['its entry in the palette', null],
])('%s does not sign out while a run is in progress: its end would not be shown', (_, key) => {
  const { state } = play(aRun(2), { kind: 'runLeft' }, { kind: 'organisationsOpened' });
  const bindings = activeGroups(state).flatMap((group) => group.bindings);
  const signingOut = bindings.filter(({ action }) => action.kind === 'signOutRequested');
  const [binding] = key === null ? signingOut.slice(1) : signingOut;
  expect(binding?.keys).toEqual(key === null ? [] : [key]);
  expect(binding && refusalFor(binding, state)).toBe('a deletion is in progress; J shows it');
});
