import { expect, test } from 'vitest';
import type { Call } from '../../../../src/api/calls/call.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { definitionFrom, operationIn } from '../../../support/definition.ts';
import { usualDocument } from '../../../support/documents/usual.ts';
import { requestReads } from '../../../../src/state/change/request/effects.ts';
import { aStateOf, aSystem, refused, systemNotFound } from '../../../support/make.ts';
import { play } from '../../root/play.ts';

const definition = definitionFrom(usualDocument());

function shown(id: string, path: string, body: object | null): Action {
  const [method = ''] = id.split(' ');
  const url = `https://api.example.com/org/N1${path}`;
  const call: Call = {
    ...{ method, url, headers: {}, body: body === null ? null : JSON.stringify(body) },
    ...{ orgId: 'N1', operation: id, secrets: [] },
  };
  return { kind: 'requestShown', call, operation: operationIn(definition, id) };
}

function start(): State {
  const state = aStateOf([aSystem({ systemId: 'A1' }), aSystem({ systemId: 'A2' })]);
  return { ...state, definition: { ...state.definition, definition } };
}

const several = 'DELETE /org/{orgId}/systems';

test('systems of a request are read where the list does not have them, and marked after a question', () => {
  const marking = play(start(), { kind: 'moved', motion: 'down' }, { kind: 'markToggled' });
  const asked = play(marking.state, shown(several, '/systems', { systemIds: ['A1', 'B2', 'C3'] }));
  expect(asked.effects).toMatchObject([{ kind: 'readTakenSystem', systemId: 'B2' }]);
  const { overlay } = asked.state;
  const id = overlay?.kind === 'systemsTaken' ? overlay.id : -1;
  const early = play(asked.state, { kind: 'takenSystemsReviewed' });
  expect(early.effects).toEqual([]);
  const read = play(
    asked.state,
    { kind: 'takenSystemRead', id, systemId: 'B2', system: aSystem({ systemId: 'B2' }) },
    { kind: 'takenSystemFailed', id, systemId: 'C3', problem: systemNotFound },
  );
  expect(read.effects).toMatchObject([{ kind: 'readTakenSystem', systemId: 'C3' }]);
  const { state, effects } = play(read.state, { kind: 'takenSystemsReviewed' });
  expect(effects).toEqual([{ kind: 'openReview' }]);
  expect([...state.marks.marked.keys()]).toEqual(['A1', 'B2']);
});

test('a system that could not be read is read again where the service asks for patience or a new token, and only then', () => {
  const { state } = play(start(), shown(several, '/systems', { systemIds: ['B2'] }));
  const { overlay } = state;
  const id = overlay?.kind === 'systemsTaken' ? overlay.id : -1;
  const again = (status: number, of = id): unknown =>
    requestReads.readTakenSystem.retries.takenSystemFailed?.(state, {
      ...{ kind: 'takenSystemFailed', id: of, systemId: 'B2', problem: refused(status) },
    });
  const read = { kind: 'readTakenSystem', id, orgId: 'N1', systemId: 'B2' };
  expect([401, 429].map((status) => again(status))).toEqual([read, read]);
  expect([again(404), again(401, id + 1)]).toEqual([null, null]);
});

test('a deletion that names no systems leads to the list', () => {
  const { state, effects } = play(start(), shown(several, '/systems', {}));
  expect(effects).toEqual([]);
  expect(state.notice).toMatchObject({
    text: expect.stringContaining('mark them in the list, then press d') as string,
  });
});

test('a key with a description alone goes to its own screen, with its text', () => {
  const { state, effects } = play(
    start(),
    shown('POST /org/{orgId}/enrolment-keys', '/enrolment-keys', { description: 'build agents' }),
  );
  expect(effects).toEqual([{ kind: 'openNewKey', description: 'build agents' }]);
  const filled = play(state, { kind: 'newKeyFilled', description: 'build agents' });
  expect(filled.state.screen).toMatchObject({
    kind: 'newKey',
    creation: { kind: 'describing', typed: 'build agents' },
  });
});
