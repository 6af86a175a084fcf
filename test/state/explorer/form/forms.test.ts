/** The form of one operation, by the numbers of its cases. */
import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../../../src/api/exact-json.ts';
import { buildCall } from '../../../../src/api/calls/build-call.ts';
import type { Call } from '../../../../src/api/calls/call.ts';
import { fieldWords } from '../../../../src/screens/explorer/field-words.ts';
import { choiceRows } from '../../../../src/state/explorer/form/entering.ts';
import {
  contextOf,
  fieldAtCursor,
  isOutdated,
  planOf,
  serviceFaults,
} from '../../../../src/state/explorer/form/forms.ts';
import { copyTexts, showRefusal } from '../../../../src/state/explorer/form/sending.ts';
import type { Action } from '../../../../src/state/root/state.ts';
import { aForm, filling, type Filling, formDefinition } from './filling.ts';
import { definitionFrom } from '../../../support/definition.ts';
import { formDocument } from '../../../support/form-definition.ts';
import { anOrganisation, aStateOf, refused } from '../../../support/make.ts';

const createKey = 'POST /org/{orgId}/enrolment-keys';
const listSystems = 'GET /org/{orgId}/systems';

function callOf(form: Filling): Call {
  const built = buildCall(planOf(form.shown()));
  if (!built.ok) throw new Error(built.faults.map(({ message }) => message).join(' '));
  return built.value;
}

function sentBy(form: Filling): Call {
  const effect = form.effects.find(({ kind }) => kind === 'sendOperation');
  if (effect?.kind !== 'sendOperation') throw new Error(`Nothing was sent: ${form.said()}`);
  return effect.call;
}

describe('a definition that changes while a form is open', () => {
  const form = aForm(createKey).on('description').types('build agents');
  const changed = definitionFrom({ ...formDocument, info: { title: 'Keys', version: 'v2' } });
  const later: Filling = form.does({ kind: 'definitionArrived', definition: changed });

  test('leaves the form as it is, which says so', () => {
    expect(isOutdated(later.shown())).toBe(true);
    expect(later.screen().definition).toBe(formDefinition);
    expect(isOutdated(form.shown())).toBe(false);
  });

  test('is followed by r, and what is typed stays', () => {
    expect(form.does({ kind: 'operationRefreshed' }).said()).toBe('The definition has not changed.');
    const refreshed = later.does({ kind: 'operationRefreshed' });
    expect(refreshed.screen().definition).toBe(changed);
    expect(refreshed.body()).toEqual({ description: 'build agents' });
    expect(refreshed.said()).toBe('The form follows the new definition. What you set is kept.');
  });

  test('that has the operation no more leaves the form', () => {
    const without = definitionFrom({ ...formDocument, paths: { '/ping': { get: {} } } });
    const gone = form.does({ kind: 'definitionArrived', definition: without }, { kind: 'operationRefreshed' });
    expect(gone.said()).toContain('does not have this operation');
    expect(gone.body()).toEqual({ description: 'build agents' });
  });
});

test('100,000 values: the choice opens with the first 1,000, filters, and takes a typed value', () => {
  const values = Array.from({ length: 100_000 }, (_, at) => `value ${at}`);
  const definition = definitionFrom({
    ...formDocument,
    paths: {
      '/levels': { get: { parameters: [{ name: 'level', in: 'query', schema: { type: 'string', enum: values } }] } },
    },
  });
  const opened = aForm('GET /levels', { definition }).enters();
  const { overlay } = opened.state;
  if (overlay?.kind !== 'operationChoice') throw new Error('No choice is open.');
  expect(choiceRows(opened.shown(), overlay)).toHaveLength(1000);
  const filtered = opened.does({ kind: 'operationChoiceFiltered' }, { kind: 'textEdited', text: 'value 998' });
  expect(filtered.does({ kind: 'operationChosen' }).parameter('query level')).toBe('value 998');
  const typed = opened.does({ kind: 'operationChoiceFiltered' }, { kind: 'textEdited', text: 'value 98765' });
  expect(typed.does({ kind: 'operationChosen' }).parameter('query level')).toBe('value 98765');
});

test('2,000 fields: 500 are shown, and the others are written as JSON', () => {
  const properties = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`field${at}`, { type: 'string' }]));
  const schema = { type: 'object', required: Object.keys(properties), properties };
  const definition = definitionFrom({
    ...formDocument,
    paths: { '/many': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
  });
  const form = aForm('POST /many', { definition });
  // 500 fields, and the line that sends the form.
  expect(form.labels()).toHaveLength(501);
  const edited = form.presses('Json').edits('{"field1999": "last"}');
  expect(edited.body()).toEqual({ field1999: 'last' });
});

test('a name that stands in the path twice is asked for once, and fills both', () => {
  const form = aForm('GET /twice/{id}/{id}');
  expect(form.labels()).toEqual(['id', 'Send']);
  const sent = sentBy(form.types('12').presses('Send'));
  expect(new URL(sent.url).pathname).toBe('/twice/12/12');
});

describe('nothing that is not set is sent', () => {
  test('an operation whose body must be there sends an empty one, where no field of it must be set', () => {
    expect(() => callOf(aForm(createKey))).toThrow('"description" must be set in the body.');
    expect(callOf(aForm('POST /org/{orgId}/trust-requirements')).body).toBeNull();
  });

  test('opening every line sets nothing', () => {
    const form = aForm(createKey).on('autoExpire').enters(true).back().on('labels').enters(true).presses('Accepted');
    expect([form.body(), form.screen().typing]).toEqual([undefined, null]);
  });

  test('a body without its last field is not there', () => {
    const set = aForm(createKey).on('autoExpire').types('{"action": "Disable"}');
    expect(set.body()).toEqual({ autoExpire: { action: 'Disable' } });
    expect(set.presses('Unset').body()).toBeUndefined();
  });
});

test('absent, null, "", [], {}, 0 and false are told apart', () => {
  const form = aForm(createKey)
    .on('usesRemaining')
    .presses('Nulled')
    .on('description')
    .types('')
    .on('tags')
    .types('')
    .on('labels')
    .types('{}')
    .on('disconnectedRetentionMinutes')
    .types('0')
    .on('isReusable')
    .presses('Turned', 'Turned');
  expect(callOf(form).body).toBe(
    '{"usesRemaining":null,"description":"","tags":[],"labels":{},"disconnectedRetentionMinutes":0,"isReusable":false}',
  );
});

test('the digits of an int64 are sent, shown and copied as they were typed', () => {
  const form = aForm(createKey).on('description').types('a').on('usesRemaining').types('9223372036854775807');
  expect(form.body()).toEqual({ description: 'a', usesRemaining: new ExactNumber('9223372036854775807') });
  expect(callOf(form).body).toBe('{"description":"a","usesRemaining":9223372036854775807}');
  expect(
    copyTexts(form.shown())
      .flatMap(({ lines }) => lines)
      .join('\n'),
  ).toContain('9223372036854775807');
  expect(callOf(form.on('usesRemaining').types('1.50')).body).toBe('{"description":"a","usesRemaining":1.50}');
});

describe('an enum', () => {
  test('of whole numbers sends numbers', () => {
    const chosen = aForm(listSystems).on('level').enters().chooses(1);
    expect(chosen.parameter('query level')).toBe(2);
    expect(chosen.presses('Turned').parameter('query level')).toBe(3);
  });

  test('takes a value that it does not have, as a number', () => {
    const typed = aForm(listSystems).on('level').enters().does({ kind: 'operationChoiceFiltered' });
    const other = typed.does({ kind: 'textEdited', text: '77' }, { kind: 'operationChosen' });
    expect(other.parameter('query level')).toBe(77);
  });
});

describe('a line of JSON', () => {
  const form = aForm(createKey).on('autoExpire');

  test('is typed in place, with every digit, and shown as it is sent', () => {
    const typed = form.types('{"after": 9223372036854775807}');
    expect(typed.body()).toEqual({ autoExpire: { after: new ExactNumber('9223372036854775807') } });
    expect(typed.enters(true).screen().typing?.text).toBe('{"after":9223372036854775807}');
  });

  test('with a mistake says where, and what was typed stays', () => {
    const wrong = form.types('{"action": Disable}');
    expect(wrong.said()).toBe('Not JSON at line 1, column 12. A text stands in quotation marks; ctrl-o opens $EDITOR.');
    expect([wrong.screen().typing?.text, wrong.body()]).toEqual(['{"action": Disable}', undefined]);
    const opened = wrong.does({ kind: 'operationTextOpened' });
    expect(opened.effects.at(-1)).toMatchObject({ as: 'json', text: '{"action": Disable}' });
    const edited = opened.edits('{"action": "Disable"}');
    expect([edited.body(), edited.screen().typing]).toEqual([{ autoExpire: { action: 'Disable' } }, null]);
  });

  test('opens in the editor by enter, from a template with what may be set', () => {
    const effect = form.enters().effects.at(-1);
    const text = effect?.kind === 'editOperation' ? effect.text : '';
    expect(text).toContain('//   expiryDateTime: date-time');
    expect(text).toContain('//   action: ');
    expect(form.enters().edits('{"action": "Disable"}').body()).toEqual({ autoExpire: { action: 'Disable' } });
  });

  test('of one of several shapes names each in its template, with its discriminator and what must be set', () => {
    const settings = aForm('POST /org/{orgId}/trust-requirements').on('settings').enters();
    const effect = settings.effects.at(-1);
    const text = effect?.kind === 'editOperation' ? effect.text : '';
    expect(text).toContain('shapes; * must be set:');
    expect(text).toMatch(/"kind": "PublicIp"; .*conditions/);
    const set = settings.edits('{"kind": "PublicIp", "conditions": []}');
    expect(set.body()).toEqual({ settings: { kind: 'PublicIp', conditions: [] } });
  });
});

describe('the body as JSON', () => {
  const form = aForm(createKey).on('type').enters().chooses(1).presses('Json');

  function editorText(of: Filling): string {
    const effect = of.effects.findLast(({ kind }) => kind === 'editOperation');
    return effect?.kind === 'editOperation' ? effect.text : '';
  }

  test('has what is set, and what must be set as null with its type above', () => {
    const lines = editorText(form).split('\n');
    expect(lines).toContain('  // description: text, 200 at most; required');
    expect(lines).toContain('  "description": null,');
    expect(lines).toContain('  "type": "Ephemeral"');
  });

  test('closed without a change changes nothing', () => {
    expect(form.edits(editorText(form)).body()).toEqual({ type: 'Ephemeral' });
  });

  test('is set as it was written, without the lines of comments', () => {
    expect(form.edits('// a\n{"n": 9223372036854775807}').body()).toEqual({
      n: new ExactNumber('9223372036854775807'),
    });
  });

  test('with a mistake is said with line and column, and is there again', () => {
    const broken = form.edits('{\n  "type": "Ephemeral",,\n}');
    expect(broken.said()).toBe('Not JSON at line 2, column 23. Nothing was changed; b opens it again.');
    expect(broken.body()).toEqual({ type: 'Ephemeral' });
    const again = broken.presses('Json');
    const file = '// ! Not JSON at line 3, column 23.\n{\n  "type": "Ephemeral",,\n}';
    expect(editorText(again)).toBe(file);
    // Its line is no part of the text, and stands there once.
    expect(editorText(again.edits(file).presses('Json'))).toBe(file);
    expect(again.edits('{"type": "GeneralPurpose"}').body()).toEqual({ type: 'GeneralPurpose' });
  });

  test('that is empty changes nothing', () => {
    expect(form.edits('\n').body()).toEqual({ type: 'Ephemeral' });
  });

  test('of an editor that fails changes nothing', () => {
    const failed: Action = {
      ...{ kind: 'operationEdited', id: createKey, path: ['body'], as: 'json', before: '' },
      edited: { ok: false, message: 'the editor ended with 3' },
    };
    expect(form.does(failed).said()).toBe('Nothing was changed: the editor ended with 3.');
  });
});

describe('a secret', () => {
  const form = aForm(createKey).on('password').types('correct horse').on('description').types('x');

  test('is sent, and copied by nothing', () => {
    expect(callOf(form).body).toContain('correct horse');
    for (const { lines } of copyTexts(form.shown())) expect(lines?.join()).not.toContain('correct');
  });

  test('is dots in the editor, which stand for it', () => {
    const opened = form.presses('Json');
    const effect = opened.effects.findLast(({ kind }) => kind === 'editOperation');
    expect(effect?.kind === 'editOperation' ? effect.text : '').not.toContain('correct');
    expect(opened.edits('{"password": "•••"}').body()).toEqual({ password: 'correct horse' });
  });

  test('is nowhere in the state once the form is left; other values are', () => {
    const left = form.presses('Undone', 'Undone').back();
    expect(left.state.screen.kind).not.toBe('operation');
    expect(JSON.stringify([...left.state.operationForm.forms], replaced)).not.toContain('correct');
    const opened = aForm(createKey, { state: left.state });
    expect(opened.body()).toEqual({ description: 'x' });
  });

  function replaced(_: string, value: unknown): unknown {
    return value instanceof Map ? [...value] : value;
  }
});

describe('the organisation', () => {
  test('that is open is in the address, and cannot be edited', () => {
    const form = aForm(listSystems).on('orgId').enters();
    expect(form.screen().typing).toBeNull();
    expect(form.said()).toContain('the open organisation');
  });

  test('is recognised by the ends of a long id', () => {
    const organisation = anOrganisation({ orgId: '6f1d0c2a-77e0-4c1e-9a63' });
    const form = aForm(listSystems, { state: { ...aStateOf([]), organisation } }).on('orgId');
    const field = fieldAtCursor(form.shown());
    expect(field && fieldWords(form.shown(), field).value).toBe('6f1d0c2a…9a63');
  });

  test('that is another one closes the form with a notice', () => {
    const form = aForm('GET /org/{orgId}/systems/{systemId}', { known: { systemId: 'K3F9Q' } });
    expect(form.parameter('path systemId')).toBe('K3F9Q');
    const organisation = anOrganisation({ orgId: 'C2', orgName: 'Contoso' });
    const organisations = { ...form.state.organisations, list: { kind: 'ready', value: [organisation] } as const };
    const elsewhere = form.does({ kind: 'wentBack' });
    expect(elsewhere.state.operationForm.forms.size).toBe(1);
    const switched = aForm('GET /org/{orgId}/systems/{systemId}', {
      known: { systemId: 'K3F9Q' },
      state: { ...aStateOf([]), organisations },
    }).does({ kind: 'organisationChosen', orgId: 'C2' });
    expect(switched.state.screen.kind).toBe('systems');
    expect(switched.said()).toContain('The form is closed');
    expect([...switched.state.operationForm.forms.values()].flatMap(({ values }) => [...values.parameters])).toEqual(
      [],
    );
  });
});

describe('a form', () => {
  test('sends a read, once it is whole', () => {
    const form = aForm(listSystems).presses('Send');
    expect(form.said()).toBe('"include_disabled" must be set.');
    expect(form.screen().faults).toHaveLength(1);
    const sent = sentBy(form.on('include_disabled').presses('Turned', 'Send'));
    expect(sent.url).toMatch(/\/org\/[^/]+\/systems\?include_disabled=true$/);
  });

  test('has what the service refuses at the fields that it names', () => {
    const form = aForm(listSystems).on('include_disabled').presses('Turned');
    const errors = { Per_Page: ['Too many.'], '$.unknown': ['Nothing of ours.'] };
    const problem = { ...refused(400), errors };
    const refusedBy = { operation: listSystems, problem };
    const answer = { ...form.state.answer, refused: refusedBy };
    const told = filling({ ...form.state, answer: { ...answer, refused: null } });
    const after = showRefusal({ ...told.state, answer }, told.state);
    expect(filling(after).screen().faults).toEqual([{ path: ['query per_page'], message: 'Too many.' }]);
    const body = contextOf(aForm(createKey).state, aForm(createKey).screen());
    expect(serviceFaults(body, { '$.AutoExpire.Action': ['No.'], 'ipConstraints[1].range': ['Odd.'] })).toEqual([
      { path: ['body', 'autoExpire', 'action'], message: 'No.' },
      { path: ['body', 'ipConstraints', 1, 'range'], message: 'Odd.' },
    ]);
  });

  test('of a change sends nothing: it is shown, with what does not fit', () => {
    const described = aForm(createKey).on('description').types('a');
    const { state } = described.on('disconnectedRetentionMinutes').types('50000').presses('Send');
    const faults = [{ message: 'larger than 43,200' }];
    expect(state.request.current).toMatchObject({ call: { method: 'POST' }, faults, stage: { kind: 'asking' } });
  });

  test('asks before a read whose words say that something is lost', () => {
    const form = aForm('GET /org/{orgId}/systems/{systemId}/reset').types('K3F9Q').presses('Send');
    expect(form.effects).toEqual([]);
    expect(form.state.overlay).toMatchObject({ kind: 'operationAsked', word: 'reset' });
    expect(sentBy(form.does({ kind: 'operationSendConfirmed' })).url).toContain('/systems/K3F9Q/reset');
  });

  test('takes a text with line breaks from the editor, which begins with what is typed', () => {
    const typing = aForm(createKey).on('description').enters().does({ kind: 'textEdited', text: 'one' });
    const opened = typing.does({ kind: 'operationTextOpened' });
    expect(opened.effects).toEqual([
      { kind: 'editOperation', id: createKey, path: ['body', 'description'], as: 'text', text: 'one' },
    ]);
    const answer: Action = {
      ...{ kind: 'operationEdited', id: createKey, path: ['body', 'description'], as: 'text', before: 'one' },
      edited: { ok: true, text: 'one\ntwo\n' },
    };
    const edited = opened.does(answer);
    expect(edited.body()).toEqual({ description: 'one\ntwo' });
    expect(edited.screen().typing).toBeNull();
    // A line cannot hold this text: enter opens the editor again.
    expect(edited.on('description').enters().effects).toMatchObject([{ kind: 'editOperation', as: 'text' }]);
  });

  test('says of a name that the definition does not have that it is none', () => {
    const form = aForm(createKey).presses('Json').edits('{"description": "a", "colour": "red"}').on('colour');
    const field = fieldAtCursor(form.shown());
    expect(field?.message).toBe('not in the definition');
    expect(callOf(form).body).toBe('{"description":"a","colour":"red"}');
  });

  test('takes the last change back, and makes it again', () => {
    const form = aForm(createKey).on('description').types('a').types('b').presses('Cleared');
    expect(form.body()).toBeUndefined();
    expect(form.presses('Undone').body()).toEqual({ description: 'b' });
    expect(form.presses('Undone', 'Undone').body()).toBeUndefined();
    expect(aForm(createKey).presses('Undone').said()).toBe('There is no change to undo.');
  });

  test('keeps what is set while the program runs', () => {
    const left = aForm(createKey).on('tags').types('a, b, "c d"').back();
    expect(aForm(createKey, { state: left.state }).body()).toEqual({ tags: ['a', 'b', 'c d'] });
  });
});
