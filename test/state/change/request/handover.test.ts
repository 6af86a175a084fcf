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
  const text = 'rollcall deletes systems after a review: mark them in the list, then press d.';
  expect(state.notice).toEqual({ kind: 'refused', text });
  const elsewhere = play(
    {
      ...start(),
      organisation: null,
      organisations: { ...start().organisations, list: { kind: 'loading', last: null } },
    },
    shown(several, '/systems', { systemIds: ['A1'] }),
  );
  expect(elsewhere.state.overlay).toBeNull();
});

test('more systems than can be read one by one are chosen in the list', () => {
  const ids = (count: number) => ({ systemIds: Array.from({ length: count }, (_, at) => `S${at}`) });
  const { state, effects } = play(start(), shown(several, '/systems', ids(1001)));
  const text = 'More than 1,000 systems: mark them in the list, then press d.';
  expect([state.notice, state.overlay, effects]).toEqual([{ kind: 'refused', text }, null, []]);
  expect(play(start(), shown(several, '/systems', ids(1000))).state.overlay).toMatchObject({ kind: 'systemsTaken' });
});

test('an answer about systems of another question, or after it was left, changes nothing', () => {
  const asked = play(start(), shown(several, '/systems', { systemIds: ['B2'] })).state;
  const { overlay } = asked;
  const id = overlay?.kind === 'systemsTaken' ? overlay.id : -1;
  const read = { kind: 'takenSystemRead', systemId: 'B2', system: aSystem({ systemId: 'B2' }) } as const;
  expect(play(asked, { ...read, id: id + 1 }).state).toEqual(asked);
  const left = play(asked, { kind: 'wentBack' }).state;
  expect(play(left, { ...read, id }).state).toEqual(left);
  // Without a system that is there, there is nothing to review.
  const none = play(asked, { kind: 'takenSystemFailed', id, systemId: 'B2', problem: systemNotFound }).state;
  expect(none.overlay).toMatchObject({ problem: systemNotFound, found: new Map([['B2', null]]) });
  expect(play(none, { kind: 'takenSystemsReviewed' })).toEqual({ state: none, effects: [] });
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
