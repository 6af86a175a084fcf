/** Lines of JSON in a form: their secrets, their broken texts, and what is said of them. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../../src/api/exact-json.ts';
import { fieldWords, typingWords } from '../../../../src/screens/explorer/field-words.ts';
import { fieldsIn } from '../../../../src/state/explorer/form/form-lines.ts';
import { entriesShown, fieldAtCursor, isSecretTyped } from '../../../../src/state/explorer/form/forms.ts';
import type { Action } from '../../../../src/state/root/state.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { aDefinition, operationIn } from '../../../support/definition.ts';
import { aStateOf, systemsOf } from '../../../support/make.ts';
import { aForm, editorAnswered, filling, type Filling } from './filling.ts';

const text = { type: 'string' };
const person = { type: 'object', properties: { name: text, password: { ...text, format: 'password' } } };
const properties = {
  note: text,
  size: { type: 'integer' },
  tags: { type: 'array', items: text },
  passwords: { type: 'array', items: text },
  people: { type: 'array', items: person },
  deep: { type: 'object', properties: { pin: { ...text, writeOnly: true } } },
  free: {},
  passphrase: { anyOf: [text, { type: 'boolean' }] },
};
const id = 'POST /things';
const one = 'PATCH /org/{orgId}/systems/{systemId}';
const definition = aDefinition({
  [id]: { requestBody: { required: true, content: { 'application/json': { schema: { properties } } } } },
  [one]: { requestBody: { content: { 'application/json': { schema: { properties } } } } },
  'GET /things': {
    parameters: [
      { name: 'id', in: 'query', schema: text },
      { name: 'idKind', in: 'query', required: true, schema: text },
    ],
  },
});
const form = aForm(id, { definition });

const fileOf = ({ effects }: Filling): string => {
  const effect = effects.findLast(({ kind }) => kind === 'editOperation');
  return effect?.kind === 'editOperation' ? effect.text : 'no editor';
};
const bodyOf = (of: Filling) => of.body() as Readonly<Record<string, Json>> | undefined;
const edits = (of: Filling, field: string, written: string): Filling =>
  of.does(editorAnswered(id, ['body', field], written));

describe('dots that stand for secrets', () => {
  const people = [
    { name: 'a', password: 'first-secret' },
    { name: 'b', password: 'second-secret' },
  ];
  const set = edits(form, 'people', JSON.stringify(people));
  const [a, b] = [
    { name: 'a', password: '•••' },
    { name: 'b', password: '•••' },
  ];

  test.each<[string, readonly Json[], readonly Json[]]>([
    ['an item is removed', [b], [people[1] ?? null]],
    ['items are moved', [b, a], [people[1] ?? null, people[0] ?? null]],
    ['one is added in front', [{ name: 'c' }, a, b], [{ name: 'c' }, ...people]],
    [
      'one is renamed',
      [a, { name: 'x', password: '•••' }],
      [people[0] ?? null, { name: 'x', password: 'second-secret' }],
    ],
  ])('stay with their items where %s', (_, written, expected) => {
    expect(bodyOf(edits(set, 'people', JSON.stringify(written)))?.['people']).toEqual(expected);
  });

  test('are refused where nobody knows which secret they mean', () => {
    for (const written of [[{ name: 'x', password: '•••' }], [a, b, { name: 'c', password: '•••' }]]) {
      const refused = edits(set, 'people', JSON.stringify(written));
      expect(refused.said()).toContain('••• stands for no secret that is known here');
      expect(bodyOf(refused)?.['people']).toEqual(people);
    }
    const line = form.on('free').types('{"password": "•••"}');
    expect([line.said(), bodyOf(line)]).toEqual([expect.stringContaining('••• stands for no secret'), undefined]);
  });
});

test('a secret is written into no file of the editor, and is not drawn while it is typed', () => {
  const typing = form.on('free').enters(true).does({ kind: 'textEdited', text: '{"password":"geheim' });
  expect(isSecretTyped(typing.shown())).toBe(true);
  const opened = typing.does({ kind: 'operationTextOpened' });
  expect([fileOf(opened), opened.said()]).toEqual([
    'no editor',
    'This holds a secret: it is set here, and in no file.',
  ]);
  // By its definition it may hold one: it is never typed in its line.
  for (const field of ['people', 'passwords', 'deep']) {
    expect(form.on(field).enters(true).screen().typing, field).toBeNull();
  }
  const stored = edits(form, 'passwords', '["geheim-1","geheim-2"]');
  expect(fileOf(stored.on('passwords').enters())).not.toContain('geheim');
  expect(isSecretTyped(form.on('note').enters().does({ kind: 'textEdited', text: 'plain words' }).shown())).toBe(false);
});

test('a text that is a secret by its content is dots', () => {
  const set = form.on('note').types('Bearer abcDEF123456789012345');
  const field = fieldAtCursor(set.shown());
  expect(field && fieldWords(set.shown(), field).value).toMatch(/^•+$/);
});

test('a form that is left keeps no field that held a secret, and no broken text that may hold one', () => {
  const set = edits(edits(form.on('size').types('7'), 'passwords', '["geheim-1"]'), 'deep', '{"pin": "geheim" oops');
  const broken = edits(set, 'free', '{"a": oops');
  const left = broken.back();
  const kept = [...left.state.operationForm.forms.values()];
  expect(kept.map(({ values }) => values.body)).toEqual([{ size: 7 }]);
  expect(kept.flatMap(({ invalidJson }) => [...invalidJson.values()])).toEqual(['{"a": oops']);
});

test('broken text opens again until the value is set, left out or cleared', () => {
  const broken = edits(form, 'free', '{"a": oops');
  expect(fileOf(broken.on('free').enters())).toBe('// ! Not JSON at line 2, column 7.\n{"a": oops');
  expect(broken.on('free').enters(true).screen().typing?.text).toBe('{"a": oops');
  const set = broken.on('free').types('{"a":1}');
  expect(fileOf(set.on('free').enters())).toContain('"a": 1');
  expect(fileOf(broken.on('free').presses('Unset').enters())).not.toContain('oops');
  const cleared = broken.on('size').types('1').presses('Cleared').on('free').enters();
  expect(fileOf(cleared)).not.toContain('oops');
});

test('a number or a list that is finished in the editor is no text', () => {
  const asText = (field: string, written: string): Action => ({
    ...{ kind: 'operationEdited', id, path: ['body', field], as: 'text', before: '' },
    edited: { ok: true, text: written },
  });
  expect(bodyOf(form.does(asText('size', '8\n')))).toEqual({ size: 8 });
  expect(bodyOf(form.does(asText('tags', 'a, b\n')))).toEqual({ tags: ['a', 'b'] });
  expect(form.does(asText('tags', 'a, "b')).said()).toContain('A quotation mark is not closed');
});

test('a body that is no object is one line, which says so', () => {
  const list = form.presses('Json').edits('[1,2]');
  expect(list.labels()).toEqual(['value', 'Send']);
  const [line] = fieldsIn(entriesShown(list.shown()));
  expect(line && fieldWords(list.shown(), line)).toMatchObject({ value: '[1,2]', wrong: 'not an object' });
  expect(list.on('value').presses('Unset').labels()).toContain('size');
});

test('JSON in a form for marked systems is not judged as a text with fields of a system', () => {
  const systems = systemsOf(2);
  const state = aStateOf(systems, { marks: withMarked(noMarks, systems, { by: 'hand' }) });
  const opened = aForm(one, { definition, state }).does({
    ...{ kind: 'operationOpened', operation: operationIn(definition, one), known: {} },
    marks: { kind: 'path', parameter: 'path systemId' },
  });
  const types = (written: string): Filling =>
    opened.on('free').enters(true).does({ kind: 'textEdited', text: written });
  expect(typingWords(types('{"a": "b"}').shown())).toBeNull();
  const complete: Action = { kind: 'operationTextCompleted' };
  expect(types('{').does(complete).screen().typing?.text).toBe('{');
  expect(types('{"a": "{host').does(complete).screen().typing?.text).toBe('{"a": "{hostname}');
});

test('a fault puts the cursor on its own field, also where another name begins like it', () => {
  const read = aForm('GET /things', { definition }).on('id').types('1').presses('Send');
  expect(fieldAtCursor(read.shown())?.label).toBe('idKind');
});

test('a fault inside a line of JSON is told at the line, and above the text in the editor', () => {
  const wrong = form.on('deep').enters().edits('{"pin": 7}');
  const [line] = fieldsIn(entriesShown(wrong.shown())).filter(({ label }) => label === 'deep');
  expect(line && fieldWords(wrong.shown(), line).wrong).toBe('deep.pin: not a text');
  const shown = wrong.shown();
  const refused = filling({
    ...shown,
    screen: { ...shown.screen, faults: [{ path: ['body', 'deep', 'pin'], message: 'No.' }] },
  });
  expect(line && fieldWords(refused.shown(), line).wrong).toBe('pin: No.');
  expect(fileOf(refused.on('deep').enters())).toMatch(/^\/\/ ! pin: No\.\n\/\/ POST/);
});

test('the words of the service, and a secret of several lines, put no secret into the file of the editor', () => {
  const set = edits(form, 'deep', '{"pin": "geheim-7"}');
  const shown = set.shown();
  const faults = [{ path: ['body', 'deep', 'pin'] as const, message: 'The value geheim-7 is not valid.' }];
  const file = fileOf(
    filling({ ...shown, screen: { ...shown.screen, faults } })
      .on('deep')
      .enters(),
  );
  expect([file.includes('// ! pin: The value •••'), file.includes('geheim')]).toEqual([true, false]);
  const key = form.presses('Json').edits('{"passphrase": "geheim-1\\ngeheim-2"}');
  const opened = key.on('passphrase').enters();
  expect([fileOf(opened), opened.said()]).toEqual([
    ...['no editor', 'This secret has several lines, and is not opened. - leaves it out.'],
  ]);
});
