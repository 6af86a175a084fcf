import { expect, test } from 'vitest';
import type { Problem } from '../../../src/api/problem.ts';
import { addOperations } from '../../../src/app/operations.ts';
import { isDisablingOffered, isEnablingOffered, offerRefusal } from '../../../src/state/disabling/offer.ts';
import type { Definition } from '../../../src/state/operations/definition/definition.ts';
import type { Action, State } from '../../../src/state/state.ts';
import { disablingBinding } from '../../../src/screens/disabling/disabling-keys.ts';
import { aDefinition } from '../../support/definition.ts';
import { aStateOf, aSystem, refused } from '../../support/make.ts';
import { play, type Played } from '../play.ts';

addOperations();

const disable = 'PUT /org/{orgId}/systems/{systemId}/disable';
const enable = 'PUT /org/{orgId}/systems/{systemId}/enable';
const both = aDefinition({ [disable]: {}, [enable]: {} });
const neither = aDefinition({ 'GET /account': {} });

const wanted: Action = { kind: 'disablingWanted' };
const start = aStateOf([aSystem({ systemId: 'A' }), aSystem({ systemId: 'B', isEnabled: false })]);

function pressed(action: Action): Action {
  return { kind: 'keyPressed', action };
}

function read(definition: Definition): Action {
  return { kind: 'definitionArrived', definition };
}

/** D is pressed, its code is there, and nothing was kept of the definition: the service is being asked. */
function asking(from: State = start): Played {
  return play(from, pressed(wanted), { kind: 'offersWanted' }, { kind: 'definitionNotKept' });
}

function opening({ effects }: Played): unknown {
  return effects.find(({ kind }) => kind === 'openSwitching');
}

function unread(status: number): Problem {
  return { ...refused(status, { retryAfter: 60 }), operation: 'read definition' };
}

function refusalIn(state: State): string | null {
  return disablingBinding.refusal?.(state) ?? null;
}

test('the definition is asked for at the first D, and the review opens when it is there', () => {
  const { state, effects } = asking();
  expect(effects.map(({ kind }) => kind)).toEqual(['loadOperations', 'recallDefinition', 'readDefinition']);
  expect(state.notice).toMatchObject({ kind: 'said', text: expect.stringContaining('Asking the service') as string });
  expect(refusalIn(state)).toBe('the service is being asked; esc stops that');
  const answered = play(state, read(both));
  expect(opening(answered)).toEqual({ kind: 'openSwitching', does: 'disable' });
  expect(isDisablingOffered(answered.state)).toBe(true);
  expect(opening(play(answered.state, pressed(wanted)))).toEqual({ kind: 'openSwitching', does: 'disable' });
});

test('disabled systems alone are enabled', () => {
  const onDisabled = play(start, { kind: 'moved', motion: 'last' }).state;
  expect(opening(play(asking(onDisabled).state, read(both)))).toEqual({ kind: 'openSwitching', does: 'enable' });
});

test('whoever presses another key has moved on: no review opens', () => {
  for (const action of [
    { kind: 'moved', motion: 'down' },
    { kind: 'wentBack' },
    { kind: 'markToggled' },
    { kind: 'helpOpened' },
  ] as const) {
    const played = play(asking().state, pressed(action), read(both));
    expect(opening(played), action.kind).toBeUndefined();
    expect(played.state.screen.kind).toBe('systems');
  }
});

test('57. where the definition has no such operation, it is said, and the key is refused from then on', () => {
  const played = play(asking().state, read(neither));
  expect(opening(played)).toBeUndefined();
  const text = "The service's definition names no way to disable a system.";
  expect(played.state.notice).toEqual({ kind: 'refused', text });
  expect(refusalIn(played.state)).toBe("the service's definition names no way to disable a system");
});

test('57. the offer goes when the definition has the operation no longer', () => {
  const { state } = play(asking().state, read(both));
  expect([isDisablingOffered(state), isEnablingOffered(state)]).toEqual([true, true]);
  const { state: changed } = play(state, read(aDefinition({ [enable]: {} })));
  expect([isDisablingOffered(changed), isEnablingOffered(changed)]).toEqual([false, true]);
  expect(refusalIn(changed)).toBe("the service's definition names no way to disable a system");
});

test('where there is no definition, the key is refused; where no answer came, it asks again', () => {
  const failed = (status: number): State =>
    play(asking().state, { kind: 'definitionFailed', problem: unread(status) }).state;
  expect(failed(404).notice).toEqual({ kind: 'refused', text: 'The service has no definition (404).' });
  expect(offerRefusal(failed(404), 'disable')).toBe('the service has no definition (404)');
  const problem = { operation: 'read definition', kind: 'timedOut', seconds: 30 } as const;
  const { state } = play(asking().state, { kind: 'definitionFailed', problem });
  expect(state.notice).toEqual({ kind: 'refused', text: 'The service did not answer; D asks again.' });
  expect(refusalIn(state)).toBeNull();
  expect(asking(state).effects.map(({ kind }) => kind)).toContain('readDefinition');
});

test('a review of a deletion asks for the definition once, quietly, after it is drawn', () => {
  const review: Action = { kind: 'reviewOpened', does: 'delete' };
  const opened = play(start, review);
  expect(opened.effects).toContainEqual({ kind: 'startTimer', timer: 'seekOffers', ms: 500 });
  const sought = play(opened.state, { kind: 'timerEnded', timer: 'seekOffers' });
  expect(sought.effects).toEqual([{ kind: 'loadOperations', then: 'offersSought' }]);
  const reading = play(sought.state, { kind: 'offersSought' }, { kind: 'definitionNotKept' });
  for (const status of [401, 429, 404]) {
    const { state } = play(reading.state, { kind: 'definitionFailed', problem: unread(status) });
    expect(state, String(status)).toMatchObject({ screen: { kind: 'review' }, overlay: null, notice: null });
    expect(state.requests.backoff, String(status)).toBeNull();
    const { effects } = play(state, { kind: 'wentBack' }, review);
    expect(effects).not.toContainEqual({ kind: 'startTimer', timer: 'seekOffers', ms: 500 });
  }
});
