import { expect, test } from 'vitest';
import { secretOf } from '../../../src/state/enrolment-keys/creation.ts';
import { aKey } from '../../support/make.ts';

const long = 'x9'.repeat(16);

test.each<[string, Record<string, unknown>, string | null]>([
  ['a field named for it', { id: 107, key: 'abc', description: 'laptops' }, 'key'],
  ['a name that ends so', { enrolmentKey: 'abc', note: long }, 'enrolmentKey'],
  ['a token', { accessToken: 'abc' }, 'accessToken'],
  ['the longest word, where no name tells', { a: 'y'.repeat(20), b: long, text: `${long} ${long}` }, 'b'],
  ['no field that is empty', { key: '', value: long }, 'value'],
  ['no field that is not text', { key: 12, secret: null, token: { a: long } }, null],
  [
    'no id, time, address or name',
    { keyId: long, at: '2026-11-20T12:00:00.000Z', href: `https://${long}`, hostname: long },
    null,
  ],
  ['no description, however long', { description: long }, null],
  ['no short word', { value: 'abc' }, null],
  ['nothing in an empty answer', {}, null],
])('the secret is %s', (_, fields, name) => {
  expect(secretOf(aKey(fields))?.name ?? null).toBe(name);
});

test('its value is exactly what was sent', () => {
  expect(secretOf(aKey({ key: ' \u001B[2Jabc ' }))).toEqual({ name: 'key', value: ' \u001B[2Jabc ' });
});
