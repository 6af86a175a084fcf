import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactSecrets } from '../../../src/app/process/redact.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const aToken = fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 63, maxLength: 63 });
const aText = fc.string({ maxLength: 40 });

/** Every form in which a token was ever seen in a text. */
const forms: readonly (readonly [string, (token: string, before: string) => string])[] = [
  ['as it is', (token) => token],
  ['escaped for an address', (token) => Array.from(token, (one) => `%${one.charCodeAt(0).toString(16)}`).join('')],
  ['escaped for JSON', (token) => Array.from(token, (one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')],
  ['in base64, with what stands before it', (token, before) => Buffer.from(before + token).toString('base64')],
  ['in base64 for addresses', (token, before) => Buffer.from(`${before}${token}??`).toString('base64url')],
  ['in hexadecimal', (token) => Buffer.from(token).toString('hex')],
  ['over two lines', (token) => `${token.slice(0, 30)}\n  ${token.slice(30)}`],
  ['put together from pieces', (token) => `"${token.slice(0, 20)}" +\n"${token.slice(20)}"`],
];

test.each(forms)('F15: a token %s is redacted', (_, form) => {
  fc.assert(
    fc.property(aToken, aText, (token, before) => {
      const text = form(token, before);
      const safe = redactSecrets(`${before} ${text} behind`, token);
      expect(safe).not.toContain(text);
      expect(safe).not.toContain(token.slice(10, 40));
      expect(safe).toContain('[token]');
    }),
    { numRuns: 60 },
  );
});

test('F15: what has the form of a token is redacted where none is known; other texts stay', () => {
  expect(redactSecrets(`sent ${'aB3'.repeat(21)}.`, null)).toBe('sent [token].');
  expect(redactSecrets('at run (dist/rollcall.js:1:2)', 'aB3'.repeat(21))).toBe('at run (dist/rollcall.js:1:2)');
});
