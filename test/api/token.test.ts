import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readToken } from '../../src/api/token.ts';
import { anyText } from './any-text.ts';

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
  ['a hyphen inside', `${start}-${end.slice(1)}`, 'got 63 characters of which 1 are neither'],
  ['letters of another script', `é${'ß'.repeat(61)}9`, 'got 63 characters of which 62 are neither'],
  ['full-width digits', '１'.repeat(63), 'got 63 characters of which 63 are neither'],
])('%s is refused by its length alone', (_, typed, got) => {
  expect(readToken(typed)).toEqual({ ok: false, reason: `expected 63 letters and digits, ${got}` });
});

describe('for any text', () => {
  test('white space, wherever it was pasted, changes nothing', () => {
    const gaps = fc.array(fc.constantFrom('', '', ' ', '\n', '\r\n', '\u00A0', '\u2028'), {
      minLength: 63,
      maxLength: 63,
    });
    fc.assert(
      fc.property(gaps, (spaces) => {
        const typed = Array.from(token, (character, at) => character + (spaces[at] ?? '')).join('');
        expect(readToken(typed)).toEqual({ ok: true, token });
      }),
    );
  });

  test('what is accepted is 63 letters and digits, and a reason holds nothing but numbers of it', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), anyText({ minLength: 63, maxLength: 63 })), (typed) => {
        const read = readToken(typed);
        if (read.ok) expect(read.token).toMatch(/^[A-Za-z0-9]{63}$/);
        else
          expect(read.reason.replace(/\d+/g, 'N')).toMatch(
            /^expected N letters and digits, got N(| characters of which N are neither)$/,
          );
      }),
    );
  });
});
