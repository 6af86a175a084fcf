/** Bodies of forms, as they are declared, written and read again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactNumber, type Json } from '../../../src/api/exact-json.ts';
import { buildCall, formBody } from '../../../src/api/calls/build-call.ts';
import { bodyValue, formFieldsIn } from '../../../src/api/openapi/form-writing.ts';
import { maskedBody, maskedBodyText } from '../../../src/api/calls/call.ts';
import { systemsDeletionIn } from '../../../src/api/deletion/systems-deletion.ts';
import { bodyOf } from '../../../src/api/openapi/bodies.ts';
import type { FormWriting, RequestBody } from '../../../src/api/openapi/definition.ts';
import { definitionOfOne } from '../../support/definition.ts';
import { property } from '../../support/property.ts';
import { plan } from './plans.ts';

const text = { type: 'string' };
const binary = { type: 'string', format: 'binary' };

/** The body that an operation declares. */
function declared(type: string, properties: object, encoding: object = {}, more: object = {}): RequestBody {
  const schema = { type: 'object', properties, ...more };
  const operation = { requestBody: { content: { [type]: { schema, encoding } } } };
  const definition = definitionOfOne('/a', 'post', operation);
  const [only] = definition.operations;
  const body = only === undefined ? null : bodyOf(definition, only);
  if (body === null) throw new Error('It has no body.');
  return body;
}

const plainForm = 'application/x-www-form-urlencoded';
const partsForm = 'multipart/form-data';

function sent(body: RequestBody, bodyValue: Json, secrets: readonly string[] = []) {
  const built = buildCall({ ...plan('POST /a', {}, { body, bodyValue }), secrets });
  if (!built.ok) throw new Error(built.faults.map(({ message }) => message).join(' '));
  return built.value;
}

test.each<[string, object, Json, string]>([
  [
    'texts and numbers',
    {},
    { a: 'x y&z=1', n: new ExactNumber('9223372036854775807') },
    'a=x%20y%26z%3D1&n=9223372036854775807',
  ],
  ['a list, field by field', {}, { a: ['x', 'y'] }, 'a=x&a=y'],
  ['an object as JSON', {}, { a: { b: 1 } }, 'a=%7B%22b%22%3A1%7D'],
  ['a list in one field', { a: { style: 'form', explode: false } }, { a: ['x', 'y,z'] }, 'a=x,y%2Cz'],
  ['a list of lists, each as JSON', {}, { a: [['x'], ['y', 1]] }, 'a=%5B%22x%22%5D&a=%5B%22y%22%2C1%5D'],
  ['a list with pipes', { a: { style: 'pipeDelimited', explode: false } }, { a: ['x', 'y'] }, 'a=x%7Cy'],
  ['an object in brackets', { a: { style: 'deepObject', explode: true } }, { a: { b: 'c' } }, 'a%5Bb%5D=c'],
])('a form of pairs writes %s', (_, encoding, value, written) => {
  const call = sent(declared(plainForm, { a: {}, n: {} }, encoding), value);
  expect(call.body).toBe(written);
  expect(call.headers['Content-Type']).toBe(plainForm);
});

test('a form of parts writes each field, its type where it has one, and a file by its path', () => {
  const properties = {
    name: text,
    size: {},
    about: { type: 'object' },
    tags: { type: 'array', items: text },
    logo: binary,
  };
  const body = declared(partsForm, properties, { logo: { contentType: 'image/png, image/jpeg' } });
  const call = sent(body, {
    name: 'a "b"\r\nc',
    size: 5,
    about: { x: [1] },
    tags: ['p', 'q'],
    logo: '~/pictures/lo"go.png',
  });
  const boundary = /boundary=(\S+)$/.exec(call.headers['Content-Type'] ?? '')?.[1] ?? '';
  const content = '(the content of ~/pictures/lo"go.png, read when it is sent)';
  expect(call.body).toBe(
    [
      ['Content-Disposition: form-data; name="name"', '', 'a "b"\r\nc'],
      ['Content-Disposition: form-data; name="size"', '', '5'],
      ['Content-Disposition: form-data; name="about"', 'Content-Type: application/json', '', '{"x":[1]}'],
      ['Content-Disposition: form-data; name="tags"', '', 'p'],
      ['Content-Disposition: form-data; name="tags"', '', 'q'],
      ['Content-Disposition: form-data; name="logo"; filename="lo%22go.png"', 'Content-Type: image/png', '', content],
    ]
      .map((lines) => `--${boundary}\r\n${lines.join('\r\n')}\r\n`)
      .join('') + `--${boundary}--\r\n`,
  );
  const [file] = call.files ?? [];
  expect(call.body?.slice(file?.at, (file?.at ?? 0) + (file?.length ?? 0))).toBe(content);
  expect(bodyValue(call.body ?? '')).toMatchObject({ size: '5', about: { x: [1] }, tags: ['p', 'q'], logo: content });
});

test.each<[string, object, Json]>([
  ['null', { a: text }, { a: null }],
  ['a list', { a: text }, ['x']],
  ['half a character', { a: text }, { a: '\uD800' }],
  ['a number in the place of a path', { a: binary }, { a: 5 }],
  ['no path', { a: binary }, { a: '' }],
])('a form with %s is refused at its field', (_, properties, value) => {
  const built = buildCall(plan('POST /a', {}, { body: declared(partsForm, properties), bodyValue: value }));
  expect(built).toMatchObject({ ok: false, faults: [{ key: 'body', message: expect.any(String) as string }] });
});

test.each<[string, object, boolean]>([
  ['binary', binary, true],
  ['a list of binary', { type: 'array', items: binary }, true],
  ['binary or null', { anyOf: [binary, { type: 'null' }] }, true],
  ['a media type without an encoding', { type: 'string', contentMediaType: 'image/png' }, true],
  ['base64', { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' }, false],
  ['a text', text, false],
  ['an object', { type: 'object', properties: { a: binary } }, false],
])('a field of %s is a file: %o', (_, schema, isFile) => {
  expect(declared(partsForm, { a: schema }).form?.fields.get('a')?.isFile).toBe(isFile);
});

test('the fields of a form may stand in bases and in variants', () => {
  const more = { allOf: [{ properties: { b: binary } }], oneOf: [{ properties: { c: binary } }, {}] };
  const { form } = declared(partsForm, { a: text }, {}, more);
  expect([...(form?.fields ?? [])].map(([name, { isFile }]) => [name, isFile]).sort()).toEqual([
    ['a', false],
    ['b', true],
    ['c', true],
  ]);
});

test('secrets of a form are hidden where it is shown and recorded, and in no other text', () => {
  for (const type of [plainForm, partsForm]) {
    const call = sent(declared(type, { password: text, name: text }), { password: 'hunter2&', name: 'n' }, [
      'hunter2&',
    ]);
    expect(maskedBodyText(call)).toBe(call.body?.replace(/hunter2(?:&|%26)/, '•••'));
    expect(maskedBody(call)).toEqual({ password: '•••', name: 'n' });
  }
});

test('a form that deletes systems is recognised in any of its spellings', () => {
  const value = { action: 'delete', systemIds: ['s1', 's2'] };
  for (const type of [plainForm, partsForm]) {
    const { body } = sent(declared(type, {}), value);
    const asked = { method: 'POST', url: 'https://a.example/org/N1/systems', body };
    expect(systemsDeletionIn(asked), type).toEqual({ systemIds: ['s1', 's2'], by: 'deletion' });
  }
});

const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((name) => !/^__proto__$|%/.test(name));
const signs = fc.constantFrom('\r', '\n', '-', '"', '&', '=', '%', '+', 'a', 'é', '\u{1F5A5}');
const fieldsOfForm = fc.dictionary(names, fc.string({ unit: signs, maxLength: 12 }), { minKeys: 1, maxKeys: 5 });

property(
  'a form is read again as it was written, whatever its names and texts are',
  [fieldsOfForm, fc.boolean()],
  (fields, isMultipart) => {
    const form: FormWriting = { isMultipart, fields: new Map() };
    const written = formBody(form, fields);
    expect(written.ok).toBe(true);
    const read = (formFieldsIn(written.ok ? written.text : '') ?? []).map(({ name, value }) => [name, value]);
    expect(read).toEqual(Object.entries(fields));
  },
);
