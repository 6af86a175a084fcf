/** Answers without a service: pages that arrive, keys in tables and texts, exports, and how an answer is left. */
import { describe, expect, test } from 'vitest';
import { answerLines, exportOf } from '../../../../src/state/explorer/answer/answer-lines.ts';
import { answerShown, rowUnderCursor } from '../../../../src/state/explorer/answer/feature.ts';
import { type ArrivedPage, makeUnpaged, rowsShown } from '../../../../src/state/explorer/answer/model.ts';
import { isProgress, pendingName } from '../../../../src/state/root/pending.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aDefinition, operationIn } from '../../../support/definition.ts';
import { aState, baseUrl, refused } from '../../../support/make.ts';
import { play, type Played } from '../../root/play.ts';

const operation = operationIn(aDefinition({ 'GET /org/{orgId}/keys': {} }));
const url = `${baseUrl}/org/N1/keys`;
const call = {
  method: 'GET',
  url,
  headers: {},
  body: null,
  orgId: 'N1',
  operation: operation.id,
  secrets: [],
} as const;
const asked = play(aState(), { kind: 'callSent', call, operation });

/** A page with this body; `next`: the address of the one after it. */
function pageOf(value: unknown, next: string | null = null, contentType = 'application/json'): ArrivedPage {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const page = makeUnpaged(url, { status: 200, contentType, bytes: Buffer.from(text), text, ms: 7 });
  const from = next === null ? ({ kind: 'end' } as const) : ({ kind: 'page', url: next } as const);
  return { ...page, paging: { ...page.paging, next: from } };
}

const arrives = (page: ArrivedPage): Action => ({ kind: 'answerArrived', id: 1, page });
const fails = (status: number): Action => ({ kind: 'answerFailed', id: 1, problem: refused(status) });
const moved = (motion: 'up' | 'down' | 'first' | 'last'): Action => ({ kind: 'moved', motion });
const back: Action = { kind: 'wentBack' };

const people = [
  { id: 3, name: 'cy', age: 31 },
  { id: 1, name: 'al', age: 9 },
  { id: 2, name: 'bo', age: 20 },
];

const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ id: from + at }));
const table = play(asked.state, arrives(pageOf(people))).state;
const long = play(asked.state, arrives(pageOf(many(0, 60), `${url}?page=1`)));
const grown = { a: { b: [1, 2], c: 'x'.repeat(41) }, key: 'ek-4711-0815', note: 'one\ntwo', end: null };
const tree = play(asked.state, arrives(pageOf(grown))).state;

const shown = (state: State) => answerShown(state) ?? expect.fail();

function idsIn(state: State): unknown[] {
  const { content } = shown(state);
  return content?.kind === 'table' ? rowsShown(content.shown).map(({ id }) => id) : [];
}

const lines = (state: State): readonly string[] => answerLines(shown(state));

const said = ({ state }: Played): unknown =>
  state.notice !== null && 'text' in state.notice ? state.notice.text : null;

describe('a read', () => {
  test('is asked for once, and shown as pending until its answer is there', () => {
    expect(asked.effects).toMatchObject([{ kind: 'readAnswer', id: 1, call, paging: { addresses: [] } }]);
    expect([asked.state.screen, asked.state.nextId]).toEqual([{ kind: 'answer', id: 1 }, 2]);
    expect([asked.state, table, tree].map(pendingName)).toEqual(['answer 1 0', null, null]);
    expect(shown(table)).toMatchObject({ head: { status: 200, ms: 7 }, raw: [JSON.stringify(people)], reading: null });
    // Nobody waits for a second answer.
    const late = [arrives(pageOf([])), fails(409)].map((one): Action => Object.assign(one, { id: 9 }));
    expect(play(table, arrives(pageOf([])), ...late).state).toBe(table);
  });

  test('that fails tells the form why, unless an answer is shown already', () => {
    const first = play(asked.state, fails(400)).state;
    expect(shown(first)).toMatchObject({ problem: { status: 400 }, reading: null, content: null });
    expect(first.answer.refused).toMatchObject({ operation: operation.id, problem: { status: 400 } });
    const again = play(first, { kind: 'answerRefreshed' });
    expect(again.effects).toMatchObject([{ kind: 'readAnswer', paging: { addresses: [] } }]);
    expect(shown(again.state)).toMatchObject({ problem: null, reading: 'call' });
    expect(play(again.state, { kind: 'answerRefreshed' }).effects).toEqual([]);
    const later = play(table, { kind: 'answerRefreshed' }, fails(400)).state;
    expect([later.answer.refused, idsIn(later)]).toEqual([null, [3, 1, 2]]);
    // Another call begins without the faults of the one before.
    expect(play(first, { kind: 'callSent', call, operation }).state.answer.refused).toBeNull();
  });

  test('that is stopped leaves the screen, or the answer of before', () => {
    const first = play(asked.state, back);
    expect([first.state.screen.kind, said(first)]).toEqual(['systems', 'Stopped before the answer came.']);
    expect(first.effects).toContainEqual({ kind: 'abandonRead', slot: 'answer' });
    const second = play(table, { kind: 'answerRefreshed' }, back);
    expect([idsIn(second.state), said(second), second.effects.at(-1)]).toEqual([
      ...[[3, 1, 2], 'Stopped.', { kind: 'abandonRead', slot: 'answer' }],
    ]);
    expect(shown(second.state).reading).toBeNull();
    const above = play(long.state, moved('last'), { kind: 'answerRowOpened' }, back);
    expect([above.effects.map(({ kind }) => kind), shown(above.state).reading]).toEqual([['readAnswer'], 'all']);
  });
});

describe('pages', () => {
  const next = { kind: 'readAnswer', paging: { next: { kind: 'page', url: `${url}?page=1` } } };

  test('are read where the cursor comes near the end of the rows, and all of them on the way to the last', () => {
    expect(long.effects).toEqual([]);
    const near = play(long.state, ...Array<Action>(30).fill(moved('down')));
    expect(near.effects).toMatchObject([next]);
    expect([shown(near.state).reading, pendingName(near.state)]).toEqual(['page', 'answer 1 1']);
    const all = play(long.state, moved('last'));
    expect([all.effects.length, shown(all.state).reading, pendingName(all.state)]).toEqual([1, 'all', 'answer 1 1']);
    const more = play(all.state, arrives(pageOf(many(60, 5), `${url}?page=2`)));
    expect([more.effects.length, idsIn(more.state).length, shown(more.state).raw.length]).toEqual([1, 65, 2]);
    const whole = play(more.state, arrives(pageOf(many(65, 5))));
    expect([whole.effects, shown(whole.state).list.row, shown(whole.state).reading]).toEqual([[], 69, null]);
    expect(isProgress(arrives(pageOf([])), all.state, more.state)).toBe(true);
    expect(isProgress(arrives(pageOf([])), asked.state, table)).toBe(false);
  });

  test('that fail are read again by r alone, from where they stopped', () => {
    const all = play(long.state, moved('last'), fails(409)).state;
    expect([shown(all).problem, idsIn(all).length]).toMatchObject([{ status: 409 }, 60]);
    expect(play(all, moved('down'), moved('up')).effects).toEqual([]);
    const again = play(all, { kind: 'answerRefreshed' });
    expect(again.effects).toMatchObject([next]);
    expect(shown(again.state)).toMatchObject({ reading: 'page', problem: null });
  });

  test('stop by esc while all are read, and the rows stay', () => {
    const stopped = play(long.state, moved('last'), back);
    expect([said(stopped), idsIn(stopped.state).length]).toEqual([
      ...['Stopped. The loaded rows stay; G loads the rest.', 60],
    ]);
  });

  test('that are read ahead stop by esc once they hang; before that it leads back', () => {
    const near = play(long.state, ...Array<Action>(30).fill(moved('down'))).state;
    const waited = (seconds: number) =>
      play(near, { kind: 'secondPassed', name: pendingName(near) ?? '', seconds }).state;
    const stopped = play(waited(3), back);
    expect([said(stopped), stopped.effects, shown(stopped.state).reading]).toEqual([
      ...['Stopped. The loaded rows stay; G loads the rest.', [{ kind: 'abandonRead', slot: 'answer' }], null],
    ]);
    expect(play(waited(2), back).state.screen.kind).toBe('systems');
  });

  test('of another list are no pages of this one', () => {
    const other = play(long.state, moved('last'), arrives(pageOf({ others: many(60, 5) }))).state;
    expect([shown(other).problem, idsIn(other).length]).toMatchObject([{ kind: 'wrongShape' }, 60]);
    const text = play(long.state, moved('last'), arrives(pageOf('no', null, 'text/plain'))).state;
    expect(shown(text).problem).toMatchObject({ kind: 'wrongShape', operation: 'send request' });
  });

  test('are read on where a filter leaves room', () => {
    const { effects } = play(
      long.state,
      { kind: 'listFilterOpened' },
      { kind: 'textEdited', text: '59' },
      {
        kind: 'promptAccepted',
      },
    );
    expect(effects).toMatchObject([next]);
  });
});

describe('a table', () => {
  const sorted: Action = { kind: 'listSorted' };

  test('is sorted by each column in turn, and in either direction', () => {
    const fields = ['name', 'id', 'age'];
    expect(shown(table).content).toMatchObject({ fields, isWide: false, field: null, secrets: 0 });
    expect([1, 2, 3, 4].map((times) => idsIn(play(table, ...Array<Action>(times).fill(sorted)).state))).toEqual([
      ...[
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
        [3, 1, 2],
      ],
    ]);
    expect(idsIn(play(table, sorted, { kind: 'listReversed' }).state)).toEqual([3, 2, 1]);
    expect(idsIn(play(table, { kind: 'listReversed' }).state)).toEqual([2, 1, 3]);
    // Another column is not reversed.
    expect(shown(play(table, sorted, { kind: 'listReversed' }, sorted).state).content).toMatchObject({
      shown: { sort: { by: 'id', isReversed: false } },
    });
  });

  test('is filtered as it is typed; esc restores the filter of before, then removes it, then leaves', () => {
    const open: Action = { kind: 'listFilterOpened' };
    const kept = play(table, open, { kind: 'textEdited', text: 'name:bo' }, { kind: 'promptAccepted' }).state;
    expect([idsIn(kept), kept.prompt, shown(kept).list.row]).toEqual([[2], null, 0]);
    const again = play(kept, open).state;
    expect(again.prompt).toMatchObject({ kind: 'listFilter', typed: 'name:bo', filterBefore: 'name:bo' });
    const typed = play(again, { kind: 'textEdited', text: '' }).state;
    expect(idsIn(typed)).toEqual([3, 1, 2]);
    const left = play(typed, back).state;
    expect([idsIn(left), left.prompt]).toEqual([[2], null]);
    const all = play(left, back).state;
    expect([idsIn(all), all.screen.kind, play(all, back).state.screen.kind]).toEqual([[3, 1, 2], 'answer', 'systems']);
    expect(play(tree, open).state.prompt).toBeNull();
  });

  test('has its columns hidden, shown and moved in their list; one stays', () => {
    const open: Action = { kind: 'answerColumnsOpened' };
    const toggle: Action = { kind: 'answerColumnToggled' };
    const fields = (...all: Action[]): unknown => {
      const { content } = shown(play(table, open, ...all).state);
      return content?.kind === 'table' ? content.fields : null;
    };
    expect(fields(toggle)).toEqual(['id', 'age']);
    expect(fields(toggle, moved('last'), toggle)).toEqual(['id', 'age', 'name']);
    expect(fields(toggle, toggle, toggle)).toEqual(['age']);
    expect(fields({ kind: 'answerColumnMoved', by: 1 })).toEqual(['id', 'name', 'age']);
    expect(fields({ kind: 'answerColumnMoved', by: -1 })).toEqual(['name', 'id', 'age']);
    const { overlay } = play(table, open, { kind: 'answerColumnMoved', by: 1 }).state;
    expect(overlay).toMatchObject({ kind: 'answerColumns', list: { row: 1 } });
    expect(play(table, toggle, { kind: 'answerColumnMoved', by: 1 }).state).toBe(table);
    expect(shown(play(table, { kind: 'answerWideToggled' }).state).content).toMatchObject({ isWide: true });
  });

  test('keeps what was chosen for it when it is read again', () => {
    const chosen: Action[] = [
      { kind: 'answerWideToggled' },
      ...[{ kind: 'answerColumnsOpened' } as const, { kind: 'answerColumnToggled' } as const, back],
      sorted,
      ...[{ kind: 'answerRefreshed' } as const, arrives(pageOf(people))],
    ];
    expect(shown(play(table, ...chosen).state).content).toMatchObject({
      ...{ fields: ['id', 'age'], isWide: true, shown: { sort: { by: 'id', isReversed: false } } },
    });
  });

  test('keeps the cursor on its row through sort, filter and a refresh', () => {
    const at = (...actions: Action[]): unknown =>
      rowUnderCursor(shown(play(table, moved('down'), ...actions).state))?.['name'];
    const typed: Action[] = [{ kind: 'listFilterOpened' }, { kind: 'textEdited', text: 'age:9' }];
    const fresh = [{ kind: 'answerRefreshed' } as const, arrives(pageOf([{ id: 9, name: 'new' }, ...people]))];
    expect([at(), at(sorted), at(sorted, { kind: 'listReversed' }), at(...typed), at(sorted, ...fresh)]).toEqual(
      Array(5).fill('al'),
    );
  });

  test('opens the row under the cursor over itself, by its name, and keeps its own place', () => {
    const part = play(table, moved('down'), { kind: 'answerRowOpened' }).state;
    expect(shown(part)).toMatchObject({ id: 2, part: { title: 'al', row: people[1] }, head: { status: 200 } });
    expect([lines(part), part.nextId]).toEqual([['{', '  "id": 1,', '  "name": "al",', '  "age": 9', '}'], 3]);
    expect(said(play(part, { kind: 'answerRefreshed' }))).toBe(
      'This is a part of an answer. esc leads back to all of it.',
    );
    const left = play(part, back).state;
    expect([shown(left).list.row, left.answer.answers.size]).toEqual([1, 1]);
    const none = play(
      table,
      { kind: 'listFilterOpened' },
      { kind: 'textEdited', text: 'nobody' },
      {
        kind: 'answerRowOpened',
      },
    );
    expect(said(none)).toBe('No row is shown.');
    const unnamed = play(asked.state, arrives(pageOf([{ age: 1 }])), { kind: 'answerRowOpened' }).state;
    expect(shown(unnamed).part?.title).toBe('row');
  });
});

describe('JSON that is no list', () => {
  const find = (text: string): Action[] => [
    { kind: 'textFindOpened' },
    { kind: 'textEdited', text },
    { kind: 'promptAccepted' },
  ];

  test('is text, with its numbers as they were sent, and without its secrets until they are shown', () => {
    const whole = play(asked.state, arrives(pageOf('{"big":9223372036854775807,"small":-0,"key":"ek-4711-0815"}')));
    expect(lines(whole.state)).toEqual([
      ...['{', '  "big": 9223372036854775807,', '  "small": -0,', '  "key": "•••"', '}'],
    ]);
    const revealed = play(whole.state, { kind: 'answerSecretToggled' }).state;
    expect(lines(revealed)[3]).toBe('  "key": "ek-4711-0815"');
    // A long text is several lines: the screen scrolls by lines.
    expect(lines(play(asked.state, arrives(pageOf({ a: 'x'.repeat(1000) }))).state)).toHaveLength(5);
  });

  test('is searched from the line at the top on, round and round', () => {
    const first = play(tree, ...find('b'));
    expect([said(first), shown(first.state).list.row]).toEqual(['1 of 1. n finds the next.', 2]);
    const second = play(tree, ...find('e'), { kind: 'textFoundNext' });
    expect(said(second)).toMatch(/^2 of \d\. n finds the next\.$/);
    expect(said(play(tree, ...find('nothing')))).toBe('Nothing has "nothing".');
    expect(play(tree, ...find(' ')).state).toEqual(tree);
    // A secret is not told by looking for it.
    expect(said(play(tree, ...find('4711')))).toBe('Nothing has "4711".');
    expect(play(tree, { kind: 'textFindOpened' }, back).state.prompt).toBeNull();
    expect(play(table, { kind: 'textFindOpened' }).state.prompt).toBeNull();
  });
});

describe('an answer leaves the program', () => {
  const texts = (state: State) => {
    const { overlay } = play(state, { kind: 'answerCopyOpened' }).state;
    return overlay?.kind === 'copy' ? overlay.texts.map(({ what, lines }) => [what, lines?.join('|')]) : [];
  };
  const last = [
    ['the call as curl', expect.stringContaining(url)],
    ['its address', url],
  ];
  const text = play(asked.state, arrives(pageOf('one\r\ntwo', null, 'text/plain'))).state;

  test('by a copy of the row under the cursor, and of the call', () => {
    expect(texts(table).slice(0, 2)).toEqual([
      ['name', 'cy'],
      ['id', '3'],
    ]);
    expect(texts(table).slice(3)).toEqual(last);
    expect(texts(tree).map(([what]) => what)).toEqual([
      ...['key', 'note', 'all of it, as JSON', 'the call as curl', 'its address'],
    ]);
    expect(texts(tree).slice(0, 2)).toEqual([
      ['key', undefined],
      ['note', 'one|two'],
    ]);
    expect(texts(play(tree, { kind: 'answerSecretToggled' }).state)[0]).toEqual(['key', 'ek-4711-0815']);
    expect(texts(text)).toEqual([['the text', 'one|two'], ...last]);
    const failed = play(asked.state, { kind: 'answerFailed', id: 1, problem: refused(409, { traceId: 't-1' }) }).state;
    expect(texts(failed)).toEqual([['trace id', 't-1'], ...last]);
  });

  test.each<[string, State, object | null]>([
    ['a table', table, [{ kind: 'csv', columns: ['name', 'id', 'age'] }, { kind: 'json' }]],
    ['JSON', tree, [{ kind: 'json', text: expect.stringContaining('"end": null') as unknown }]],
    ['a text', text, [{ kind: 'other', extension: 'txt', body: 'one\r\ntwo' }]],
    ['a picture', play(asked.state, arrives(pageOf('\u0089', null, 'image/png'))).state, [{ extension: 'png' }]],
    ['nothing', play(asked.state, arrives(pageOf(''))).state, null],
    ['no answer', asked.state, null],
  ])('by an export, as the files of %s', (_, state, files) => {
    const { state: after, effects } = play(
      state,
      { kind: 'answerExportOpened' },
      {
        kind: 'answerExported',
        withSecrets: false,
      },
    );
    expect(after.overlay).toBeNull();
    expect(effects).toMatchObject(files === null ? [] : [{ kind: 'exportAnswer', export: { name: 'keys', files } }]);
    expect(exportOf(shown(state), true)?.name).toBe(files === null ? undefined : 'keys-with-secrets');
  });

  test('to the pager as the body that came, and a part as its JSON', () => {
    const body = (state: State): unknown => play(state, { kind: 'answerBodyShown' }).effects[0];
    expect(body(text)).toEqual({ kind: 'showAnswerBody', text: 'one\r\ntwo' });
    expect(body(table)).toMatchObject({ text: JSON.stringify(people) });
    expect(body(tree)).not.toMatchObject({ text: expect.stringContaining('4711') as unknown });
    expect(body(play(tree, { kind: 'answerSecretToggled' }).state)).toMatchObject({
      text: expect.stringContaining('4711') as unknown,
    });
    const part = play(table, { kind: 'answerRowOpened' }).state;
    expect(body(part)).toMatchObject({ text: `${JSON.stringify(people[0], null, 2)}\n` });
    expect(play(table, { kind: 'answerBodyFailed', message: 'no pager' }).state.notice).toEqual({
      ...{ kind: 'warning', text: 'Not shown: no pager.' },
    });
  });
});
