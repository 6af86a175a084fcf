/** The list of operations: its order, its filter, its tags, what a row opens, and what is copied and exported. */
import { describe, expect, test } from 'vitest';
import { operationList, operationsForMarks, operationsShown } from '../../../../src/state/explorer/list/feature.ts';
import { capabilitiesOf } from '../../../../src/api/calls/operations-at.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aDefinition, definitionFrom } from '../../../support/definition.ts';
import { aState, aStateOf, baseUrl, now, systemsOf } from '../../../support/make.ts';
import { listOf } from '../../../../src/state/root/navigation.ts';
import { play } from '../../root/play.ts';

const body = (type: string): object => ({ requestBody: { required: true, content: { [type]: { schema: {} } } } });
const of = (tag: string, more: object = {}): object => ({ tags: [tag], summary: `About ${tag}`, ...more });

const definition = definitionFrom({
  openapi: '3.0.1',
  tags: [{ name: 'Systems' }, { name: 'Keys' }, 'odd', { name: 4 }],
  paths: {
    '/ping': { get: {} },
    '/org/{orgId}/keys': { get: of('Keys', { operationId: 'listKeys' }), post: of('Keys', { deprecated: true }) },
    '/extra': { post: of('Extra'), put: of('Extra', body('image/*')) },
    '/org/{orgId}/systems': { get: of('Systems') },
    '/org/{orgId}/systems/{systemId}': { get: of('Systems'), delete: of('Systems') },
    '/org/{orgId}/systems/{systemId}/disable': { put: of('Systems') },
    '/org/{orgId}/systems/{systemId}/note': { put: of('Systems') },
  },
});

const identity = { etag: null, lastModified: null, sha256: 'a', at: now };
const marked = systemsOf(2);

function withDefinition(state: State): State {
  const offers = capabilitiesOf(definition);
  return { ...state, definition: { ...state.definition, definition, identity, offers } };
}

const start = withDefinition(aState());
const opened = play(start, { kind: 'operationsOpened' }).state;
const ofMarks = play(withDefinition(aStateOf(marked, { marks: withMarked(noMarks, marked, { by: 'hand' }) })), {
  kind: 'operationsOpened',
}).state;

const key = (action: Action): Action => ({ kind: 'keyPressed', action });
const sorted: Action = key({ kind: 'listSorted' });
const down: Action = key({ kind: 'moved', motion: 'down' });
const chosen: Action = key({ kind: 'operationChosenInList' });
const skip = (to: 'next' | 'previous'): Action => key({ kind: 'tagSkipped', to });

function filtered(text: string): Action[] {
  return [{ kind: 'listFilterOpened' }, { kind: 'textEdited', text }];
}

const ids = (state: State): string[] => operationsShown(state).map(({ id }) => id);

function rowOf({ screen }: State): number {
  return screen.kind === 'operations' ? screen.list.row : -1;
}

/** The state with the cursor on an operation. */
function on(id: string, state = opened): State {
  const { screen } = state;
  if (screen.kind !== 'operations') throw new Error('no list of operations');
  const row = ids(state).indexOf(id);
  return { ...state, screen: { ...screen, list: { row, top: 0 } } };
}

const byTag = [
  ...['GET /org/{orgId}/systems', 'GET /org/{orgId}/systems/{systemId}', 'DELETE /org/{orgId}/systems/{systemId}'],
  ...['PUT /org/{orgId}/systems/{systemId}/disable', 'PUT /org/{orgId}/systems/{systemId}/note'],
  ...['GET /org/{orgId}/keys', 'POST /org/{orgId}/keys', 'POST /extra', 'PUT /extra', 'GET /ping'],
];

describe('the order', () => {
  test('is that of the tags, then of the tags that no list names, then of operations without one', () => {
    expect(new Set(ids(opened))).toEqual(new Set(byTag));
    const tags = operationsShown(opened).map(({ tag }) => tag);
    expect(tags).toEqual([...Array<string>(5).fill('Systems'), 'Keys', 'Keys', 'Extra', 'Extra', null]);
  });

  test('is by path, by method, by use, and by tag once more; the cursor stays on its operation', () => {
    const used = { ...opened, operations: { ...opened.operations, used: ['GET /ping', 'POST /extra'] } };
    const from = on('POST /extra', used);
    const states = [1, 2, 3, 4].map((times) => play(from, ...Array<Action>(times).fill(sorted)).state);
    expect(states.map((state) => state.operations.view.sort.by)).toEqual(['path', 'method', 'last use', null]);
    for (const state of states) expect(ids(state)[rowOf(state)]).toBe('POST /extra');
    const [path, method, use] = states.map(ids);
    expect(path?.slice(0, 5)).toEqual([
      ...['POST /extra', 'PUT /extra', 'GET /org/{orgId}/keys', 'POST /org/{orgId}/keys', 'GET /org/{orgId}/systems'],
    ]);
    expect(method?.map((id) => id.split(' ')[0])).toEqual([
      ...['GET', 'GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'PUT', 'PUT', 'DELETE'],
    ]);
    expect(method?.slice(0, 2)).toEqual(['GET /org/{orgId}/keys', 'GET /org/{orgId}/systems']);
    expect(use?.slice(0, 3)).toEqual(['POST /extra', 'GET /ping', ids(opened)[0]]);
  });
});

test('a tag is skipped to its start, to the next one and to the one before, and not beyond the ends', () => {
  const rows = (...all: Action[]): number => rowOf(play(opened, ...all).state);
  expect(rows(skip('next'))).toBe(5);
  expect(rows(skip('next'), skip('next'), skip('next'), skip('next'))).toBe(9);
  expect(rows(skip('next'), down, skip('previous'))).toBe(5);
  expect(rows(skip('next'), skip('previous'))).toBe(0);
  expect(rows(skip('previous'))).toBe(0);
  expect(play({ ...opened, screen: { kind: 'systems' } }, skip('next')).state.screen).toEqual({ kind: 'systems' });
});

test('a tag that is skipped to is in view as far as there is room', () => {
  const low = play(opened, { kind: 'resized', columns: 80, rows: 9 }).state;
  const { screen } = play(low, skip('next'), skip('next')).state;
  expect(screen).toMatchObject({ list: { row: 7, top: 6 } });
});

describe('the filter', () => {
  test('narrows as it is typed, a mistake keeps the last one, and enter does not take it', () => {
    const { state } = play(opened, ...filtered(' tag:keys '));
    expect([ids(state), state.operations.view.filter, rowOf(state)]).toEqual([byTag.slice(5, 7), 'tag:keys', 0]);
    const wrong = play(state, { kind: 'textEdited', text: 'tag:keys is:odd' }).state;
    expect(wrong.operations.view.filter).toBe('tag:keys');
    const refused = play(wrong, { kind: 'promptAccepted' }).state;
    expect(refused.prompt).toMatchObject({ typed: 'tag:keys is:odd', isRefused: true });
    expect(play(refused, { kind: 'textEdited', text: 'tag:keys' }).state.prompt).toMatchObject({ isRefused: false });
    expect(play(state, { kind: 'promptAccepted' }).state.prompt).toBeNull();
  });

  test('is left to that of before, then removed by esc, and then the list is left', () => {
    const kept = play(opened, ...filtered('tag:keys'), { kind: 'promptAccepted' }).state;
    const again = play({ ...kept, notice: { kind: 'said', text: 'x' } }, { kind: 'listFilterOpened' }).state;
    expect([again.prompt, again.notice]).toMatchObject([{ typed: 'tag:keys', filterBefore: 'tag:keys' }, null]);
    const left = play(again, { kind: 'textEdited', text: 'ping' }, { kind: 'wentBack' }).state;
    expect([left.prompt, left.operations.view.filter]).toEqual([null, 'tag:keys']);
    const all = play(left, { kind: 'wentBack' }).state;
    expect([all.screen.kind, all.operations.view.filter, ids(all).length]).toEqual(['operations', '', 10]);
    expect(play(all, { kind: 'wentBack' }).state.screen.kind).toBe('systems');
  });

  test('keeps the cursor on its operation, or begins at the first row', () => {
    const from = on('POST /org/{orgId}/keys');
    expect(rowOf(play(from, ...filtered('tag:keys')).state)).toBe(1);
    expect(rowOf(play(from, ...filtered('ping')).state)).toBe(0);
  });

  test('is removed when the list is opened', () => {
    const { state } = play(opened, ...filtered('ping'), { kind: 'promptAccepted' }, { kind: 'operationsOpened' });
    expect(state.operations.view.filter).toBe('');
  });
});

describe('an operation that cannot be used', () => {
  test('is counted in a last line, which opens the reasons, and so does its own row', () => {
    expect(operationList.list(opened).extent?.length).toBe(11);
    expect(operationList.list(play(opened, ...filtered('keys')).state).extent?.length).toBe(2);
    const last = play(opened, key({ kind: 'moved', motion: 'last' }), chosen).state;
    expect([rowOf(last), last.overlay]).toMatchObject([10, { kind: 'unusableOperations', ids: ['PUT /extra'] }]);
    expect(listOf(last)).toMatchObject({ extent: null, isText: true });
    const own = play(on('PUT /extra'), chosen);
    expect([own.state.overlay, own.effects]).toMatchObject([{ kind: 'unusableOperations', ids: ['PUT /extra'] }, []]);
  });

  test('and an empty list open nothing', () => {
    const { state } = play(opened, ...filtered('no such'), { kind: 'promptAccepted' });
    expect(play(state, { kind: 'operationChosenInList' })).toEqual({ state, effects: [] });
  });
});

describe('a row', () => {
  const row = { path: '/org/{orgId}/systems', fields: { systemId: 'S7', id: 'S7', hostname: 'web-7' } };

  test('opens its form with what is known of the row that the list is for', () => {
    const { state } = play(start, { kind: 'operationsOpened', row });
    expect(ids(state)).toEqual(byTag.slice(1, 5));
    expect(operationList.list(state).extent?.length).toBe(4);
    const { effects } = play(on('GET /org/{orgId}/systems/{systemId}', state), chosen);
    expect(effects).toMatchObject([{ kind: 'openOperation', operation: { method: 'GET' }, known: { systemId: 'S7' } }]);
  });

  test('of all operations keeps the values of the row of before', () => {
    const all = play(start, { kind: 'operationsOpened', row }, { kind: 'operationsOpened' }).state;
    expect([all.screen, all.trail.length]).toMatchObject([{ kind: 'operations', row: null, from: row }, 1]);
    const [effect] = play(on('DELETE /org/{orgId}/systems/{systemId}', all), chosen).effects;
    expect(effect).toMatchObject({ known: { systemId: 'S7' } });
    expect(play(all, { kind: 'operationsOpened' }).state.screen).toMatchObject({ row: null, from: row });
  });

  const none = { ...opened, organisation: null };
  const other = { path: '/org', fields: { orgId: 'N2', orgName: 'Tailspin' } };

  test.each<[string, State, string | null]>([
    ['GET /org/{orgId}/systems', none, 'Open an organisation first: this operation is of one.'],
    ['GET /ping', none, null],
    ['GET /org/{orgId}/systems', opened, null],
    [
      'GET /org/{orgId}/keys',
      play(start, { kind: 'operationsOpened', row: other }).state,
      'Open Tailspin first: its operations are of the open organisation.',
    ],
  ])('of %s needs the organisation that is open', (id, from, message) => {
    const { state, effects } = play(on(id, from), chosen);
    expect(state.notice).toEqual(message === null ? null : { kind: 'refused', text: message });
    expect(effects.map(({ kind }) => kind)).toEqual(message === null ? ['openOperation'] : []);
  });

  test.each<[string, object]>([
    ['DELETE /org/{orgId}/systems/{systemId}', { kind: 'openOwnReview', does: 'delete' }],
    ['PUT /org/{orgId}/systems/{systemId}/disable', { kind: 'openOwnReview', does: 'disable' }],
    ['PUT /org/{orgId}/systems/{systemId}/note', { kind: 'openOperation', known: {}, marks: { kind: 'path' } }],
  ])('%s for the marked systems opens its own review, or one form for all', (id, effect) => {
    expect(new Set(ids(ofMarks))).toEqual(new Set(byTag.slice(2, 5)));
    expect(play(on(id, ofMarks), chosen).effects).toMatchObject([effect]);
    const inList = play(ofMarks, { kind: 'wentBack' }).state;
    expect(play(inList, { kind: 'operationChosenForMarks', id }).effects).toMatchObject([effect]);
    expect(play(inList, { kind: 'operationChosenForMarks', id: 'GET /ping' }).effects).toEqual([]);
  });
});

test('no operation is for the marked systems while none is marked', () => {
  const list = withDefinition(aStateOf(marked));
  const withMarks = withDefinition(aStateOf(marked, { marks: withMarked(noMarks, marked, { by: 'hand' }) }));
  expect([operationsForMarks(list).length, operationsForMarks(withMarks).length]).toEqual([0, 3]);
});

test.each([
  [1, '1 marked system'],
  [1200, '1,200 marked systems'],
])('operations on %i marked systems name them', (count, words) => {
  const some = systemsOf(count);
  const list = withDefinition(aStateOf(some, { marks: withMarked(noMarks, some, { by: 'hand' }) }));
  expect(play(list, { kind: 'operationsOpened' }).state.screen).toMatchObject({
    row: { fields: { hostname: words }, isMarks: true },
  });
});

test('an operation that is opened is the one used last', () => {
  const open = (id: string): Action => {
    const operation = definition.operations.find((one) => one.id === id) ?? expect.fail();
    return { kind: 'operationOpened', operation, known: {} };
  };
  const { state } = play(opened, open('GET /ping'), open('POST /extra'), open('GET /ping'));
  expect(state.operations.used).toEqual(['POST /extra', 'GET /ping']);
});

test('a definition that arrives leaves the cursor on its operation', () => {
  const next = aDefinition({ 'GET /a': {}, 'GET /b': {}, 'POST /extra': {} });
  const arrive: Action = { kind: 'definitionArrived', definition: next, identity };
  expect(rowOf(play(on('POST /extra'), arrive).state)).toBe(2);
  // An operation that is gone leaves it where it was, within the list.
  expect(rowOf(play(on('GET /ping'), arrive).state)).toBe(2);
});

test('the path, the operation id and the line for curl are copied', () => {
  const texts = (id: string) => {
    const { overlay } = play(on(id), { kind: 'operationsCopyOpened' }).state;
    return overlay?.kind === 'copy' ? overlay.texts : [];
  };
  expect(texts('GET /org/{orgId}/keys')).toMatchObject([
    { what: 'path', lines: ['/org/{orgId}/keys'] },
    { what: 'operation id', lines: ['listKeys'] },
    { what: 'curl, with names in the places of values', lines: [expect.stringContaining(`${baseUrl}/org/`)] },
  ]);
  expect(texts('no such operation')).toEqual([]);
});

test('the shown operations are exported with all that is known of them', () => {
  const { state, effects } = play(opened, ...filtered('keys'), { kind: 'operationsExported' });
  expect(state.notice).toEqual({ kind: 'said', text: 'Writing 2 operations…' });
  const [effect] = effects;
  if (effect?.kind !== 'exportOperations') return expect.fail();
  const [csv, json] = effect.what.files;
  expect(effect.what.name).toBe('operations');
  expect(csv).toEqual({
    kind: 'csv',
    columns: [
      ...['tag', 'method', 'path', 'what it does', 'operation id', 'kind', 'deprecated', 'cannot be used because'],
    ],
    rows: [
      ['Keys', 'GET', '/org/{orgId}/keys', 'About Keys', 'listKeys', 'read', 'no', ''],
      ['Keys', 'POST', '/org/{orgId}/keys', 'About Keys', '', 'heavy', 'yes', ''],
    ],
  });
  expect(JSON.parse(json?.kind === 'json' ? json.text : '')).toMatchObject([
    { tag: 'Keys', method: 'GET', operationId: 'listKeys', weight: 'read', isDeprecated: false, unusable: null },
    { method: 'POST', path: '/org/{orgId}/keys', summary: 'About Keys', operationId: null, isDeprecated: true },
  ]);
});
