import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPrintedToken, readToken, redactSecrets, tokenRedactor } from '../../src/api/access.ts';
import { leaksIn } from '../support/canary.ts';
import { anyText } from './any-text.ts';
import { token as canary } from './http.ts';
import { holds } from '../support/property.ts';

const token = 'aB3'.repeat(21);
const start = token.slice(0, 30);
const end = token.slice(30);

test.each([
  ['as it is', token],
  ['spaces around it', `  ${token}\t`],
  ['a line break at its end', `${token}\r\n`],
  ['line breaks inside', `${start}\r\n${end}\n`],
  ['spaces inside', `${start} ${end}`],
  ['a zero-width space inside', `${start}\u200B${end}`],
  ['a byte order mark', `\uFEFF${token}`],
  ['direction marks', `\u202A${token}\u202C`],
  ['control characters', `${start}\u0007${end}\u0000`],
  ['double quotes', `"${token}"`],
  ['single quotes', `'${token}'`],
  ['typographic quotes', `“${token}”`],
  ['backticks', `\`${token}\``],
  ['Bearer', `Bearer ${token}`],
  ['bearer in small letters', `bearer\t${token}`],
  ['Bearer, quoted', `"Bearer ${token}"`],
  ['Bearer and a quoted token', `Bearer "${token}"`],
])('a token with %s is read', (_, typed) => {
  expect(readToken(typed)).toEqual({ ok: true, token });
});

test.each([
  ['nothing', '', 'got 0'],
  ['only white space', ' \n', 'got 0'],
  ['one character too few', token.slice(1), 'got 62'],
  ['one character too many', `${token}x`, 'got 64'],
  ['only Bearer', 'Bearer', 'got 6'],
  ['Bearer without a space', `Bearer${token}`, 'got 69'],
  ['a name in front', `token=${token}`, 'got 69'],
  ['two tokens', `${token}\n${token}`, 'got 126'],
  ['a hyphen inside', `${start}-${end.slice(1)}`, 'got 1 other characters among 63'],
  ['letters of another script', `é${'ß'.repeat(61)}9`, 'got 62 other characters among 63'],
  ['full-width digits', '１'.repeat(63), 'got 63 other characters among 63'],
])('%s is refused by its length alone', (_, typed, got) => {
  expect(readToken(typed)).toEqual({ ok: false, reason: `expected 63 letters and digits, ${got}` });
});

describe('for any text', () => {
  test('white space, wherever it was pasted, changes nothing', () => {
    const gaps = fc.array(fc.constantFrom('', '', ' ', '\n', '\r\n', '\u00A0', '\u2028'), {
      minLength: 63,
      maxLength: 63,
    });
    holds([gaps], (spaces) => {
      const typed = Array.from(token, (character, at) => character + (spaces[at] ?? '')).join('');
      expect(readToken(typed)).toEqual({ ok: true, token });
    });
  });

  test('what is accepted is 63 letters and digits, and a reason holds nothing but numbers of it', () => {
    holds([fc.oneof(anyText(), anyText({ minLength: 63, maxLength: 63 }))], (typed) => {
      const read = readToken(typed);
      if (read.ok) expect(read.token).toMatch(/^[A-Za-z0-9]{63}$/);
      else
        expect(read.reason.replace(/\d+/g, 'N')).toMatch(
          /^expected N letters and digits, got N(| other characters among N)$/,
        );
    });
  });
});

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

describe('a token that is sent back', () => {
  test.each(wholes)('%s is in nothing of a text, nor of the JSON in it', (_, spelt) => {
    holds([aToken], { numRuns: 50 }, (token) => {
      const whole = spelt(token);
      const safe = tokenRedactor(token)(`{"sent": ["\\u00e9 50 % ${whole} \\"", {"${whole}": 1}]}`);
      const read: unknown = JSON.parse(safe);
      for (const text of [safe, JSON.stringify(read), decodeURIComponent(safe.replaceAll('50 %', ''))]) {
        expect(leaksIn(text, token)).toEqual([]);
      }
      expect(safe).toContain('(access token)');
    });
  });

  test('leaves every other text as it is', () => {
    const others = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.webUrl({ withQueryParameters: true }));
    holds([others], (text) => {
      expect(tokenRedactor(canary)(text)).toBe(text);
    });
    expect(tokenRedactor('')('')).toBe('');
  });
});

function capitalsOf(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase();
}

/** Every form in which a token was ever seen in a text. */
const forms: readonly (readonly [string, (token: string, before: string) => string])[] = [
  ['as it is', (token) => token],
  ['escaped for an address', (token) => Array.from(token, (one) => `%${one.charCodeAt(0).toString(16)}`).join('')],
  ['escaped for JSON', (token) => Array.from(token, (one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')],
  ['escaped for an address in capitals', (token) => Array.from(token, (one) => `%${capitalsOf(one)}`).join('')],
  ['escaped for JSON in capitals', (token) => Array.from(token, (one) => `\\u00${capitalsOf(one)}`).join('')],
  ['in another case, with letters around it', (token) => `x${token.toUpperCase()}y`],
  ['in base64, with what stands before it', (token, before) => Buffer.from(before + token).toString('base64')],
  ['in base64 for addresses', (token, before) => Buffer.from(`${before}${token}??`).toString('base64url')],
  ['in hexadecimal', (token) => Buffer.from(token).toString('hex')],
  ['in hexadecimal capitals', (token) => capitalsOf(token)],
  ['over two lines', (token) => `${token.slice(0, 30)}\n  ${token.slice(30)}`],
  ['put together from pieces', (token) => `"${token.slice(0, 20)}" +\n"${token.slice(20)}"`],
];

test.each(forms)('a token %s is redacted', (_, form) => {
  holds([aToken, fc.string({ maxLength: 40 })], { numRuns: 60 }, (token, before) => {
    const text = form(token, before);
    const safe = redactSecrets(`${before} ${text} behind`, token);
    expect(safe).not.toContain(text);
    expect(safe).not.toContain(token.slice(10, 40));
    expect(safe).toContain('[token]');
  });
});

test.each([0, 1, 2])('in base64 no part of a token is left, after %i more bytes', (shift) => {
  holds([aToken], (token) => {
    const text = Buffer.from(`${'-'.repeat(shift)}${token}, sent`).toString('base64');
    const pieces = [redactSecrets(text, token), tokenRedactor(token)(text)];
    for (const safe of pieces) {
      const [before = '', after = ''] = safe.split(/\[token\]|\(access token\)/);
      // The letters at either end hold bits of what stands beside the token, and at most one byte of it.
      expect([text.startsWith(before), text.endsWith(after), before.length]).toEqual([
        ...[true, true, shift === 0 ? 0 : shift + 1],
      ]);
      expect(after.length).toBeLessThanOrEqual(12);
    }
  });
});

test('a text in the form of a token is redacted where none is known; other texts stay', () => {
  expect(redactSecrets(`sent ${'aB3'.repeat(21)}.`, null)).toBe('sent [token].');
  expect(redactSecrets('at run (dist/rollcall.js:1:2)', 'aB3'.repeat(21))).toBe('at run (dist/rollcall.js:1:2)');
});

test('printed text is a token where it is alone on its line, and is never put together from several lines', () => {
  const line = fc.oneof(
    fc.constant(token),
    fc.string({ unit: fc.constantFrom(...Array.from('aZ9 :-')), maxLength: 70 }),
  );
  holds([fc.array(line, { maxLength: 4 }), fc.constantFrom('\n', '\r\n', '\r')], (lines, end) => {
    const printed = lines.map((one) => one + end).join('');
    const filled = lines.filter((one) => one.trim() !== '');
    const read = readPrintedToken(printed);
    if (filled.length < 2) {
      expect(read).toEqual(readToken(filled[0] ?? ''));
    } else {
      expect(read).toEqual({ ok: false, reason: expect.stringMatching(/^expected one line, got \d;/) as string });
      expect(JSON.stringify(read)).not.toContain(token);
    }
  });
});
