/** Which texts are secrets, by their names, their shapes and themselves. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSecret, textWithoutSecrets, withoutSecrets } from '../../../../src/state/operations/answer/secrets.ts';
import { isSecretName } from '../../../../src/state/operations/secret-name.ts';

const token = 'a1'.repeat(31) + 'Z';

describe('54. a text is a secret', () => {
  test.each(['key', 'clientSecret', 'access_token', 'Password', 'credential', 'recoveryCodes', 'apiKey'])(
    'where its field is called %s',
    (name) => {
      expect(isSecretName(name)).toBe(true);
      expect(isSecret(name, 'ek-4711-0815')).toBe(true);
    },
  );

  test.each(['keyId', 'tokenType', 'passwordPolicy', 'description', 'keyboard'])('but not where it is %s', (name) => {
    expect(isSecret(name, 'ek-4711-0815')).toBe(false);
  });

  test('but not where it is short, has white space, or is no text', () => {
    expect([isSecret('key', 'seven77'), isSecret('key', 'build agents'), isSecret('code', 12_345_678)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(isSecret('key', 'eight888')).toBe(true);
  });

  test('where its shape says so', () => {
    expect(isSecret('pin', 'abcd1234', true)).toBe(true);
  });

  test('in a long text as well, and each time anew', () => {
    const long = `${'x'.repeat(20_000)} ${token}`;
    expect([isSecret('notes', long), isSecret('notes', long), isSecret('notes', 'y'.repeat(20_000))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('where it has an access token in it, whatever it is called', () => {
    expect(isSecret('notes', `sent with ${token}, twice`)).toBe(true);
    expect(isSecret('notes', `${token}b`)).toBe(false);
  });
});

describe('54. of a text that is no JSON', () => {
  test('what follows the name of a secret is hidden', () => {
    const text = 'client_secret=abcdefgh1234 user=anna\nApiKey: "0123456789"\ncode: short\n';
    expect(textWithoutSecrets(text)).toBe('client_secret=••• user=anna\nApiKey: "•••"\ncode: short\n');
  });

  test('no access token stays', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(textWithoutSecrets(`${before} ${token} ${after}`)).not.toContain(token);
      }),
    );
  });

  test('of CSV, the cells below the name of a secret are', () => {
    const csv = 'id,client secret,notes\r\n1,"abc,defgh""1",plain\n2,short,x\n';
    expect(withoutSecrets(csv, 'text/csv')).toBe('id,client secret,notes\r\n1,•••,plain\n2,short,x\n');
    expect(withoutSecrets('a,b\nabcdefgh1,"b\n', 'text/csv')).toBe('a,b\nabcdefgh1,"b\n');
  });

  test('a long text takes no long time', () => {
    expect(textWithoutSecrets('key'.repeat(200_000))).toHaveLength(600_000);
    expect(textWithoutSecrets('key '.repeat(200_000))).toHaveLength(800_000);
  });
});
