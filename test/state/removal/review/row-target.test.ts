/** Value of what an operation sets, read for the row under the cursor of a review. */
import { expect, test } from 'vitest';
import { readRowTarget, rowTargetCall } from '../../../../src/state/removal/review/one-request.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { anEdit, editable } from '../../../support/edits.ts';
import { aStateOf, noGuards, refused, systemsOf } from '../../../support/make.ts';
import type { Json } from '../../../../src/api/exact-json.ts';
import { requestLines } from '../../../../src/screens/removal/review-table.ts';
import { old } from '../deletion/story.ts';
import { play, type Played } from '../../root/play.ts';

const place = 'PUT /org/{orgId}/systems/{systemId}/place';
const down: Action = { kind: 'moved', motion: 'down', extent: { length: 3, height: 5 } };
const rested: Action = { kind: 'timerEnded', timer: 'rowTarget' };

function opened(id?: string): Played {
  const systems = systemsOf(3, () => old);
  const state = aStateOf(systems, { marks: withMarked(noMarks, systems, { by: 'hand' }), guards: noGuards });
  const described: State = { ...state, definition: { ...state.definition, definition: editable } };
  return play(described, {
    kind: 'reviewOpened',
    does: 'change',
    edit: anEdit({ ...(id !== undefined && { id }), body: { room: '4' } }),
  });
}

function reads({ effects }: Played): unknown {
  return effects.flatMap((effect) => (effect.kind === 'readRowTarget' ? [new URL(effect.call.url).pathname] : []));
}

test('it is read once the cursor rests, and again for another row', () => {
  const first = play(opened(place).state, rested);
  expect(reads(first)).toEqual(['/org/N1/systems/S0/place']);
  expect(reads(play(first.state, down, down, rested))).toEqual(['/org/N1/systems/S2/place']);
  // Nothing rests there any more.
  expect(reads(play(first.state, down))).toEqual([]);
});

test('an answer is told at its row, and one to another row is dropped', () => {
  const { state } = play(opened(place).state, rested);
  const url = rowTargetCall(state)?.url ?? '';
  const read = play(state, { kind: 'rowTargetRead', url, value: { room: '3' } }).state;
  expect(read.review?.target?.value).toEqual({ room: '3' });
  expect(
    play(state, down, { kind: 'rowTargetRead', url, value: { room: '3' } }).state.review?.target?.value,
  ).toBeUndefined();
  const failed = play(state, { kind: 'rowTargetFailed', url, problem: refused(403) }).state;
  expect(failed.review?.target?.problem).toMatchObject({ status: 403 });
});

test('where the service asks for a pause, it is read again for that row, and for no other', () => {
  const { state } = play(opened(place).state, rested);
  const call = rowTargetCall(state);
  const failed: Action = { kind: 'rowTargetFailed', url: call?.url ?? '', problem: refused(429) };
  const retried = (at: State) => readRowTarget.retries.rowTargetFailed?.(at, failed);
  expect(retried(state)).toEqual({ kind: 'readRowTarget', review: state.review?.id, call });
  expect(retried(play(state, down).state)).toBeNull();
  expect(retried({ ...state, screen: { kind: 'systems' } })).toBeNull();
});

test('the record of the system tells what an operation on the system itself sets: nothing is read', () => {
  const at = opened();
  expect(rowTargetCall(at.state)).toBeNull();
  expect(reads(play(at.state, rested))).toEqual([]);
});

test('a request that sets no field of its body says so', () => {
  const systems = systemsOf(2, () => old);
  const wordsOf = (body: Json | undefined): string => {
    const edit = { ...anEdit(), values: { parameters: new Map(), body } };
    const state = aStateOf(systems, { marks: withMarked(noMarks, systems, { by: 'hand' }), guards: noGuards });
    const { state: shown } = play(state, { kind: 'reviewOpened', does: 'change', edit });
    if (shown.review === null) throw new Error('No review is open.');
    return requestLines(shown, shown.review, 80)
      .map(({ text }) => text)
      .join('\n');
  };
  const message = 'No field of the body is set: it changes none.';
  expect(
    [wordsOf(undefined), wordsOf({}), wordsOf({ description: 'a' })].map((text) => text.includes(message)),
  ).toEqual([...[true, true, false]]);
});
