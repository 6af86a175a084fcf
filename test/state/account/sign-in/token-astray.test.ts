/** A token pasted into another field goes nowhere from there. */
import { expect, test } from 'vitest';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aState, aStateOf, systemsOf } from '../../../support/make.ts';
import { play } from '../../root/play.ts';

const token = 'aB3'.repeat(21);
const down: Action = { kind: 'moved', motion: 'down', extent: { length: 5, height: 10 } };

test.each<[string, State, Action[]]>([
  [
    'a search, into the address that asks for it',
    aStateOf(systemsOf(3)),
    [{ kind: 'searchOpened' }, { kind: 'textEdited', text: token }, { kind: 'timerEnded', timer: 'searchPause' }],
  ],
  [
    'a search that is accepted at once',
    aStateOf(systemsOf(3)),
    [{ kind: 'searchOpened' }, { kind: 'textEdited', text: ` ${token} ` }, { kind: 'promptAccepted' }],
  ],
  [
    'the id of an organisation, into the address of its systems',
    aState({ screen: { kind: 'organisations' }, organisation: null }),
    [{ kind: 'organisationIdAsked' }, { kind: 'textEdited', text: token }, { kind: 'promptAccepted' }],
  ],
  [
    'the command that prints it, into its arguments and into the preferences',
    aState(),
    [
      { kind: 'tokenStorageOpened' },
      ...[down, down],
      { kind: 'storageChosen' },
      { kind: 'textEdited', text: `echo ${token}` },
      { kind: 'commandEntered' },
    ],
  ],
])('a token does not get through %s', (_, start, actions) => {
  const { state, effects } = play(start, ...actions);
  expect(effects.filter(({ kind }) => kind !== 'startTimer')).toEqual([]);
  expect(JSON.stringify(state)).not.toContain(token);
  expect(JSON.stringify([state.notice, state.overlay])).toMatch(/token\. It was not sent|contains the token/);
});

test('a name that is only long is searched for', () => {
  const { effects } = play(
    aStateOf(systemsOf(3)),
    { kind: 'searchOpened' },
    { kind: 'textEdited', text: `${token}x` },
    { kind: 'promptAccepted' },
  );
  expect(effects.at(-1)).toMatchObject({ kind: 'readPage', query: { search: `${token}x` } });
});
