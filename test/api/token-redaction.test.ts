/** A token is redacted in the encodings that proxies and debugging pages send back; `token.test.ts` has every one. */
import { expect, test } from 'vitest';
import { redactSecrets, tokenRedactor } from '../../src/api/access.ts';
import { token } from './http.ts';

const base64 = (before: string) => (text: string) => Buffer.from(`${before}${text}.`).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');

test.each<[string, (token: string) => string]>([
  ['as it is', (text) => text],
  ['in base64', base64('')],
  ['in base64, one byte later', base64('-')],
  ['in base64, two bytes later', base64('--')],
  ['in hexadecimal', hex],
  ['in hexadecimal, in capitals', (text) => hex(text).toUpperCase()],
])('a token %s is redacted in answers, and in what rollcall writes', (_, encoded) => {
  const text = `{"said":"${encoded(token)}"}`;
  for (const safe of [redactSecrets(text, token), tokenRedactor(token)(text)]) {
    expect(safe).toMatch(/\[token\]|\(access token\)/);
    // No ten letters of it in a row: they would be half of a secret.
    for (let at = 0; at + 10 <= token.length; at++)
      expect(safe).not.toContain(encoded(token.slice(at, at + 10)).slice(4, -4));
    expect(safe.length).toBeLessThan(60);
  }
});
