import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokenRedactor } from '../../../src/api/http/redact-token.ts';
import { leaksIn } from '../../support/canary.ts';
import { token as canary } from '../http.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const aToken = fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength: 63, maxLength: 63 });

type Spelling = (letter: string, at: number) => string;

const hexOf = (letter: string): string => letter.charCodeAt(0).toString(16);
const plain: Spelling = (letter) => letter;
const json: Spelling = (letter) => String.raw`\u00${hexOf(letter)}`;
const address: Spelling = (letter) => `%${hexOf(letter)}`;

/** Letter by letter, as it stands in the text of an answer. */
const spellings: readonly (readonly [string, Spelling])[] = [
  ['as it is', plain],
  ['escaped as in JSON', json],
  ['escaped as in JSON, in capitals', (letter) => String.raw`\u00${hexOf(letter).toUpperCase()}`],
  ['escaped as in JSON, every other letter', (letter, at) => (at % 2 === 0 ? letter : json(letter, at))],
  ['escaped as in JSON, one letter', (letter, at) => (at === 31 ? json(letter, at) : letter)],
  ['escaped as in JSON twice', (letter) => String.raw`\\u00${hexOf(letter)}`],
  ['escaped as in an address', address],
  ['escaped as in an address, in capitals', (letter) => `%${hexOf(letter).toUpperCase()}`],
  ['escaped as in an address twice', (letter) => `%25${hexOf(letter)}`],
  ['escaped as in HTML', (letter) => `&#x${hexOf(letter)};`],
  ['escaped as in HTML, in decimals', (letter) => `&#${letter.charCodeAt(0)};`],
  ['in several spellings', (letter, at) => ([plain, json, address][at % 3] ?? plain)(letter, at)],
];

const wholes: readonly (readonly [string, (token: string) => string])[] = [
  ...spellings.map(([name, spelling]) => [name, (token: string) => Array.from(token, spelling).join('')] as const),
  ['in base64', (token) => Buffer.from(`Bearer ${token}`).toString('base64')],
  ['in base64, further on', (token) => Buffer.from(`a Bearer ${token}, sent`).toString('base64')],
  ['in base64 for addresses', (token) => Buffer.from(`Bearer  ${token}??`).toString('base64url')],
  ['in hexadecimal', (token) => Buffer.from(token).toString('hex')],
  ['in hexadecimal capitals', (token) => Buffer.from(token).toString('hex').toUpperCase()],
];

describe('N9 a token that is sent back', () => {
  test.each(wholes)('%s is in nothing of a text, nor of the JSON in it', (_, spelt) => {
    fc.assert(
      fc.property(aToken, (token) => {
        const whole = spelt(token);
        const safe = tokenRedactor(token)(`{"sent": ["\\u00e9 50 % ${whole} \\"", {"${whole}": 1}]}`);
        const read: unknown = JSON.parse(safe);
        for (const text of [safe, JSON.stringify(read), decodeURIComponent(safe.replaceAll('50 %', ''))]) {
          expect(leaksIn(text, token)).toEqual([]);
        }
        expect(safe).toContain('(access token)');
      }),
      { numRuns: 50 },
    );
  });

  test('leaves every other text as it is', () => {
    const others = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.webUrl({ withQueryParameters: true }));
    fc.assert(
      fc.property(others, (text) => {
        expect(tokenRedactor(canary)(text)).toBe(text);
      }),
    );
    expect(tokenRedactor('')('')).toBe('');
  });
});
