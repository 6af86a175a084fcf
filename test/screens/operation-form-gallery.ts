/** The gallery's forms of operations. */
import type { Definition } from '../../src/api/openapi/definition.ts';
import type { FieldPath } from '../../src/state/explorer/form/shapes.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { refused } from '../support/make.ts';
import { play } from '../state/root/play.ts';
import { definitionFrom, operationIn } from '../support/definition.ts';
import { formDocument } from '../support/form-definition.ts';
import { down, type Gallery, list } from './listed.ts';

const definition = definitionFrom(formDocument);
const enter: Action = { kind: 'operationFieldEntered', isInPlace: true };
const accept: Action = { kind: 'operationTypingAccepted' };
const send: Action = { kind: 'operationSendRequested' };
const createKey = 'POST /org/{orgId}/enrolment-keys';

const oneKey = '/org/{orgId}/enrolment-keys/{keyId}';
const keyId = { name: 'keyId', in: 'path', required: true, schema: { type: 'string' } };
const newKey = { content: { 'application/json': { schema: { $ref: '#/components/schemas/NewKey' } } } };
const changing = definitionFrom({
  ...formDocument,
  paths: { [oneKey]: { get: { parameters: [keyId] }, patch: { parameters: [keyId], requestBody: newKey } } },
});

/** With a control character, which is not drawn. */
const keyNow = {
  ...{ description: 'tills \u001B[31m東京', type: 'GeneralPurpose', usesRemaining: 12, tags: ['till', 'kiosk'] },
  ...{ autoExpire: { expiryDateTime: '2027-01-01T00:00:00Z' }, password: 'correct-horse-battery', isReusable: false },
};

const levels = {
  name: 'level',
  in: 'query',
  schema: { type: 'string', enum: Array.from({ length: 100_000 }, (_, at) => `value ${at}`) },
};

/** A body of one of 500 shapes, beside one without a name. */
const widgets = Array.from({ length: 500 }, (_, at) => ({
  title: `Widget${at}`,
  ...{ type: 'object', properties: { [`size${at}`]: { type: 'integer' }, colour: { type: 'string' } } },
}));
const widget = { content: { 'application/json': { schema: { oneOf: [...widgets, {}] } } } };
const manyShapes = definitionFrom({
  ...formDocument,
  paths: { '/widgets': { post: { requestBody: widget } } },
});

/** Its service is a reference, described by what is read of one; its number is given by the service. */
const read = (type: string): object => ({ type, readOnly: true });
const incident = {
  type: 'object',
  required: ['number', 'title', 'service'],
  properties: {
    number: read('integer'),
    title: { type: 'string' },
    service: {
      type: 'object',
      required: ['id', 'type'],
      properties: { id: read('string'), type: { type: 'string' }, summary: read('string'), self: read('string') },
    },
  },
};
const incidents = definitionFrom({
  ...formDocument,
  paths: { '/incidents': { post: { requestBody: { content: { 'application/json': { schema: incident } } } } } },
});

function times(count: number, action: Action): readonly Action[] {
  return Array.from({ length: count }, () => action);
}

function typed(text: string): readonly Action[] {
  return [enter, { kind: 'textEdited', text }, accept];
}

function withDefinition(state: State): State {
  return { ...state, definition: { ...state.definition, definition } };
}

/** Answer of an editor. */
function edited(id: string, path: FieldPath, text: string): Action {
  return { kind: 'operationEdited', id, path, as: 'json', before: '', edited: { ok: true, text } };
}

const key = {
  description: 'build agents',
  type: 'Ephemeral',
  usesRemaining: null,
  tags: ['ci'],
  disconnectedRetentionMinutes: 50000,
  ipConstraints: [{ range: 'a' }, { range: 'b' }],
};

const opened = (id: string, ...more: readonly Action[]): State => {
  const operation = operationIn(definition, id);
  return play(withDefinition(list()), { kind: 'operationOpened', operation, known: {} }, ...more).state;
};
const filled = (...more: readonly Action[]): State =>
  opened(createKey, edited(createKey, ['body'], JSON.stringify(key)), ...more);
const nowOf = (answer: ((url: string) => Action) | null, ...more: readonly Action[]): State => {
  const start = list();
  const state = { ...start, definition: { ...start.definition, definition: changing } };
  const operation = operationIn(changing, `PATCH ${oneKey}`);
  const open = play(state, { kind: 'operationOpened', operation, known: { keyId: '12' } }).state;
  const { screen } = open;
  const url = screen.kind === 'operation' ? (screen.now?.call.url ?? '') : '';
  return play(open, ...(answer === null ? [] : [answer(url)]), ...more).state;
};
const openedIn = (other: Definition, ...more: readonly Action[]): State => {
  const state = list();
  const operation = operationIn(other);
  const start = { ...state, definition: { ...state.definition, definition: other } };
  return play(start, { kind: 'operationOpened', operation, known: {} }, ...more).state;
};
const long = { ...formDocument, paths: { '/levels': { get: { parameters: [levels] } } } };

export const operationFormGallery: Gallery = {
  'operation form, address only': () => opened('GET /org/{orgId}/systems/{systemId}'),
  'operation form, query': () => opened('GET /org/{orgId}/systems', down, ...typed('lab')),
  'operation form, typed': () =>
    opened('GET /org/{orgId}/systems', ...times(2, down), enter, { kind: 'textEdited', text: '500' }),
  'operation form, body': () => filled(),
  'operation form, JSON typed': () =>
    filled(...times(5, down), enter, { kind: 'textEdited', text: '{"expiryDateTime":"2026-12-01"}' }),
  'operation form, JSON with a mistake': () =>
    filled(...times(5, down), enter, { kind: 'textEdited', text: '{"expiryDateTime":2026-12-01}' }, accept),
  'operation form, a choice': () => filled(...times(2, down), enter),
  'operation form, faults': () => opened('GET /org/{orgId}/systems', send),
  'operation form, a secret typed': () =>
    filled(...times(9, down), enter, { kind: 'textEdited', text: 'correct horse' }),
  'operation form, many values': () => {
    const many = definitionFrom(long);
    const state = list();
    const operation = operationIn(many, 'GET /levels');
    const start = { ...state, definition: { ...state.definition, definition: many } };
    return play(
      ...([start, { kind: 'operationOpened', operation, known: {} }, enter] as const),
      ...([{ kind: 'operationChoiceFiltered' }, { kind: 'textEdited', text: 'value 99' }] as const),
    ).state;
  },
  'operation form, a reference': () => openedIn(incidents, down),
  'operation form, many shapes': () => openedIn(manyShapes),
  'operation form, answers': () => opened('GET /org/{orgId}/systems', { kind: 'operationAnswersOpened' }),
  'operation form, copy': () => filled({ kind: 'operationCopyOpened' }),
  'operation form, a read that may do more': () =>
    opened('GET /org/{orgId}/systems/{systemId}/reset', ...typed('K3F9Q'), send),
  'operation form, words that imitate': () => opened('POST /imitation'),
  'operation form, nothing to set': () => opened('GET /ping'),
  'operation form, not to be filled in': () => opened('PUT /org/{orgId}/logo'),
  'operation form, what is there now': () => nowOf((url) => ({ kind: 'formNowArrived', url, value: keyNow })),
  'operation form, what is there now is read': () => nowOf(null),
  'operation form, what is there now cannot be read': () =>
    nowOf((url) => ({ kind: 'formNowFailed', url, problem: refused(404) })),
  'operation form, of an earlier definition': () => {
    const state = filled();
    return { ...state, definition: { ...state.definition, definition: definitionFrom(formDocument) } };
  },
};
