/** The way from the description of a new key to the form with all of its fields, and the requests that switch keys. */
import { describe, expect, test } from 'vitest';
import type { Definition } from '../../../../src/api/openapi/definition.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aDefinition, operationIn } from '../../../support/definition.ts';
import { aState, now, refused } from '../../../support/make.ts';
import { play } from '../../root/play.ts';

const keys = '/org/{orgId}/enrolment-keys';
const whole = aDefinition({ [`POST ${keys}`]: {}, [`GET ${keys}`]: {} });
const identity = { etag: null, lastModified: null, sha256: 'a', at: now };
const wants: Action = { kind: 'newKeyFieldsWanted' };
const describing = play(aState(), { kind: 'newKeyOpened' }, { kind: 'textEdited', text: ' agents ' }).state;
const withDefinition = (definition: Definition): State => {
  return { ...describing, definition: { ...describing.definition, definition, identity } };
};
const arrives = (definition: Definition): Action => ({ kind: 'definitionArrived', definition, identity });
const opens = { kind: 'openKeyForm', operation: operationIn(whole, `POST ${keys}`), description: 'agents' };
const noFields = 'The definition names no other fields: enter creates the key by its description alone.';

test('the form opens at once where the definition is there, with the description in it', () => {
  expect(play(withDefinition(whole), wants).effects).toEqual([opens]);
  const none = play(
    withDefinition(aDefinition({ [`GET ${keys}`]: {}, [`POST ${keys}/all`]: {}, 'POST /org/a/enrolment-keys': {} })),
    wants,
  );
  expect([none.effects, none.state.notice]).toEqual([[], { kind: 'refused', text: noFields }]);
  const two = aDefinition({ [`POST ${keys}`]: {}, 'POST /org/{id}/enrolment-keys': {} });
  expect(play(withDefinition(two), wants).effects).toEqual([]);
  expect(play(aState(), wants).effects).toEqual([]);
});

describe('a definition that is not there', () => {
  const waiting = play(describing, wants);

  test('is read first, and the form follows it', () => {
    expect([waiting.effects.map(({ kind }) => kind), waiting.state.notice]).toEqual([
      ...[['recallDefinition'], { kind: 'said', text: 'Reading what a key can have…' }],
    ]);
    const { state, effects } = play(waiting.state, arrives(whole));
    expect([effects, state.notice, state.serviceKeys.isFormWanted]).toEqual([[opens], null, false]);
    expect(play(state, arrives(whole)).effects).toEqual([]);
  });

  test('is not waited for on another screen, and its failure is told', () => {
    const left = play(waiting.state, { kind: 'wentBack' }, arrives(whole));
    expect([left.effects, left.state.serviceKeys.isFormWanted]).toEqual([[], false]);
    const failed = play(
      waiting.state,
      { kind: 'definitionNotKept' },
      {
        ...{ kind: 'definitionFailed', problem: { ...refused(404), operation: 'read definition' as const } },
      },
    );
    expect([failed.state.notice, failed.state.serviceKeys.isFormWanted]).toEqual([
      { kind: 'refused', text: 'The definition cannot be read: enter creates the key by its description alone.' },
      false,
    ]);
  });
});
