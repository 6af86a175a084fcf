/** Which texts are secrets, by their names, their shapes and themselves. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSecretName } from '../../src/api/secret-names.ts';
import { isSecret, textWithoutSecrets, withoutSecrets } from '../../src/api/secrets.ts';
import { property } from '../support/property.ts';

const token = 'a1'.repeat(31) + 'Z';

describe('a text is a secret', () => {
  test.each([
    'key',
    'clientSecret',
    'access_token',
    'Password',
    'credential',
    'recoveryCodes',
    'apiKey',
    'pwd',
    'DB_PASSWD',
    'passphrase',
    'Proxy-Authorization',
    'waitlist_token',
    'list_tokens',
    'tokenValue',
    ...['enrolmentKey', 'enrollment_key', 'X-Key', 'signingKey', 'private key', 'AccountKey', 'licenceKey', 'psk'],
    ...['apikey', 'clientsecret', 'dbpassword', 'accesstoken', 'one-time code', 'verificationCode', '2faCode', 'sig'],
  ])('where its field is called %s', (name) => {
    expect(isSecretName(name)).toBe(true);
    expect(isSecret('ek-4711-0815', { name })).toBe(true);
  });

  test.each([
    ...[
      'keyId',
      'tokenType',
      'passwordPolicy',
      'description',
      'keyboard',
      'sortKey',
      'PageToken',
      'list_token',
      'postal_code',
    ],
    ...[
      'countryCode',
      'publicKey',
      'tokenCount',
      'enrolmentKeyDescription',
      'Idempotency-Key',
      'hasPassword',
      'monkey',
    ],
    ...[
      'promoCode',
      'promocode',
      'hotkey',
      'hotKey',
      'discount_code',
      'code',
      'currencyCode',
      'pagetoken',
      'projectKey',
    ],
    ...['objectKey', 'primary_key', 'max_tokens', 'syncToken', 'email_signature', 'secretId', 'keyCode', 'publickey'],
  ])('but not where it is %s', (name) => {
    expect(isSecret('ek-4711-0815', { name })).toBe(false);
  });

  test('but not where it is short, has white space, or is no text', () => {
    expect([
      isSecret('seven77', { name: 'key' }),
      isSecret('build agents', { name: 'key' }),
      isSecret(12_345_678, { name: 'code' }),
    ]).toEqual([false, false, false]);
    expect(isSecret('eight888', { name: 'key' })).toBe(true);
    const headers = ['key: eight888', 'key: seven77', 'key: build agents', 'password: abc'];
    expect(headers.map((text) => isSecret(text, { name: 'notes' }))).toEqual([true, false, false, true]);
  });

  test('where its shape says so', () => {
    expect(isSecret('abcd1234', { name: 'pin', isSecretShape: true })).toBe(true);
  });

  test('in a long text as well, and each time anew', () => {
    const long = `${'x'.repeat(20_000)} ${token}`;
    expect([
      isSecret(long, { name: 'notes' }),
      isSecret(long, { name: 'notes' }),
      isSecret('y'.repeat(20_000), { name: 'notes' }),
    ]).toEqual([true, true, false]);
  });

  test('where it has an access token in it, whatever it is called', () => {
    expect(isSecret(`sent with ${token}, twice`, { name: 'notes' })).toBe(true);
    expect(isSecret(`${token}b`, { name: 'notes' })).toBe(false);
  });
});

describe('in a text that is no JSON', () => {
  test('what follows the name of a secret is hidden', () => {
    const text = 'client_secret=abcdefgh1234 user=anna\nApiKey: "0123456789"\ncode: short\n';
    expect(textWithoutSecrets(text)).toBe('client_secret=••• user=anna\nApiKey: "•••"\ncode: short\n');
  });

  test('what is called a secret within the value of one is a part of it', () => {
    expect(textWithoutSecrets('client_secret="abc key=defghijk1" key=abcdefg1')).toBe('client_secret="•••" key=•••');
  });

  property('no access token stays', [fc.string(), fc.string()], (before, after) => {
    expect(textWithoutSecrets(`${before} ${token} ${after}`)).not.toContain(token);
  });

  test('of CSV, the cells below the name of a secret are', () => {
    const csv = 'id,client secret,notes\r\n1,"abc,defgh""1",plain\n2,short,x\n';
    expect(withoutSecrets(csv, 'text/csv')).toBe('id,client secret,notes\r\n1,•••,plain\n2,•••,x\n');
    expect(withoutSecrets('a,b\nabcdefgh1,"b\n', 'text/csv')).toBe('a,b\nabcdefgh1,"b\n');
  });

  test('of CSV that was cut in a cell, the line is hidden where a title is the name of a secret', () => {
    expect(withoutSecrets('id,password\n1,"abc\n2,x\n', 'text/csv')).toBe('id,password\n•••\n2,•••\n');
    expect(withoutSecrets('id,password\n1,"abc', 'text/csv')).toBe('id,password\n•••');
  });

  test('of CSV, a cell of several lines is one cell', () => {
    const csv = 'id,password\n1,"abc\ndef"\n2,x\n';
    expect(withoutSecrets(csv, 'text/csv')).toBe('id,password\n1,•••\n2,•••\n');
  });
});

test('in JSON, the name of a field stays, though it is a secret elsewhere', () => {
  const json = '{"abcdef0123": 1, "password": "abcdef0123", "again": ["abcdef0123"]}';
  expect(withoutSecrets(json, 'application/json')).toBe('{"abcdef0123": 1, "password": "•••", "again": ["•••"]}');
});
