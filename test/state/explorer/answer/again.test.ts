/** Answers that are read again or written: shorter ones, reads and files that failed, and texts too long to copy. */
import { expect, test } from 'vitest';
import { answerShown, answerTexts, besideRows, placeAnswer } from '../../../../src/state/explorer/answer/feature.ts';
import { answerReads } from '../../../../src/state/explorer/answer/effects.ts';
import { exportOf, wholeText } from '../../../../src/state/explorer/answer/answer-lines.ts';
import { type Answer, makeUnpaged } from '../../../../src/state/explorer/answer/model.ts';
import { pendingName } from '../../../../src/state/root/pending.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aDefinition, operationIn } from '../../../support/definition.ts';
import { aState, baseUrl, refused } from '../../../support/make.ts';
import { play } from '../../root/play.ts';

const operation = operationIn(aDefinition({ 'GET /org/{orgId}/keys': {} }));
const call = {
  ...({ method: 'GET', url: `${baseUrl}/org/N1/keys`, headers: {}, body: null } as const),
  ...{ orgId: 'N1', operation: operation.id, secrets: [] },
};
const asked = play(aState(), { kind: 'callSent', call, operation }).state;

function arrives(text: string, contentType = 'application/json'): Action {
  const page = makeUnpaged(call.url, { status: 200, contentType, bytes: Buffer.from(text), text, ms: 7 });
  return { kind: 'answerArrived', id: 1, page };
}

const people = (count: number): Action =>
  arrives(JSON.stringify(Array.from({ length: count }, (_, id) => ({ id, note: `till-${id}` }))));
const table = play(asked, people(9)).state;
const shown = (state: State): Answer => answerShown(state) ?? expect.fail();

test('a shorter answer has the cursor on its last row', () => {
  const last: Action = { kind: 'moved', motion: 'last' };
  const shorter = play(table, last, { kind: 'answerRefreshed' }, people(3)).state;
  expect([shown(play(table, last).state).list.row, shown(shorter).list.row]).toEqual([8, 2]);
  expect(placeAnswer({ ...shown(table), list: { row: 99, top: 0 } }, 24).list.row).toBe(8);
});

test('a read or a file that failed is tried again while it is wanted', () => {
  const { readAnswer, downloadAnswer } = answerReads;
  const failed = { id: 1, problem: refused(429) };
  const again = (state: State): readonly unknown[] => [
    readAnswer.retries.answerFailed?.(state, { kind: 'answerFailed', ...failed })?.kind,
    downloadAnswer.retries.answerFileLost?.(state, { kind: 'answerFileLost', ...failed })?.kind,
  ];
  const writing = play(table, { kind: 'answerDownloaded' }).state;
  expect([asked, table, writing, aState()].map(again)).toEqual([
    ...[
      ['readAnswer', undefined],
      [undefined, undefined],
      [undefined, 'downloadAnswer'],
      [undefined, undefined],
    ],
  ]);
});

test('the fields beside a list stand above it from sixteen rows on', () => {
  const text = JSON.stringify({ users: [{ id: 1 }], quota: 5 });
  const { content } = shown(play(asked, arrives(text)).state);
  const heights = [15, 16].map((rows) => (content?.kind === 'table' ? besideRows(content, rows) : null));
  expect(heights).toEqual([0, 1]);
});

test('a text is copied to its first 5,000 lines', () => {
  const text = play(asked, arrives('a\n'.repeat(6_000), 'text/plain')).state;
  expect(answerTexts(text)[0]).toMatchObject({ what: 'the text', lines: { length: 5_000 } });
});

test('a field that the definition calls secret leaves with what is revealed alone', () => {
  const answers = new Map([[1, { ...shown(asked), secretNames: new Set(['note']) }]]);
  for (const arrived of [people(1), arrives('{"note":"till-0"}')]) {
    const answer = shown(play({ ...asked, answer: { ...asked.answer, answers } }, arrived).state);
    const [hidden, whole] = [false, true].map((isWhole) => [wholeText(answer, isWhole), exportOf(answer, isWhole)]);
    expect(JSON.stringify(hidden)).not.toContain('till-0');
    expect(JSON.stringify(whole)).toContain('till-0');
  }
});

test('a file that is written tells its bytes and its end, and esc stops it', () => {
  const begun = play(table, { kind: 'answerDownloaded' });
  expect(begun.effects).toMatchObject([{ kind: 'downloadAnswer', id: 1, name: 'keys', extension: 'bin' }]);
  expect([shown(begun.state).written, pendingName(begun.state)]).toEqual([0, 'answer 1 1']);
  const more = play(begun.state, { kind: 'answerBytesArrived', id: 1, bytes: 5_000 }).state;
  expect(shown(more).written).toBe(5_000);
  const done = play(more, { kind: 'answerFileWritten', id: 1, path: '/x', bytes: 6_000 });
  expect([shown(done.state).written, done.state.notice]).toEqual([
    null,
    { kind: 'said', text: 'Written: 6,000 bytes to /x' },
  ]);
  const failed = play(more, { kind: 'answerFileFailed', id: 1, message: 'Full.' }).state;
  expect([shown(failed).written, failed.notice]).toEqual([null, { kind: 'warning', text: 'Full.' }]);
  const lost = play(more, { kind: 'answerFileLost', id: 1, problem: refused(409) }).state;
  expect([shown(lost).written, lost.notice]).toMatchObject([null, { kind: 'problem', problem: { status: 409 } }]);
  const aborted = { operation: 'send request', kind: 'aborted' } as const;
  expect(play(more, { kind: 'answerFileLost', id: 1, problem: aborted }).state).toBe(more);
  const stopped = play(more, { kind: 'wentBack' });
  expect([shown(stopped.state).written, stopped.state.notice, stopped.effects]).toEqual([
    ...[null, { kind: 'said', text: 'Stopped. The file was removed.' }, [{ kind: 'abandonRead', slot: 'answer' }]],
  ]);
  // Bytes that come after the end are of no file.
  expect(shown(play(stopped.state, { kind: 'answerBytesArrived', id: 1, bytes: 9 }).state).written).toBeNull();
});
