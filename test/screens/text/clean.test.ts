import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { clean, findHidden } from '../../../src/screens/text/clean.ts';
import { property, holds } from '../../support/property.ts';

/** Any UTF-16, with the characters that do harm as often as all others together. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\u001b[2J', ...Array.from('\u009b\u202e\u2066\u200b\u200d\ufeff\ufe0f\u{e0041}')),
      // A half pair stands before no other half.
      fc.constantFrom(...Array.from('\udc00\ud83d\u2028\u0301\u093e\u094d\u0915\u0e33\uff9e\u0d4e')),
      fc.constantFrom(...Array.from('\u1100\u1161\u11a8\uac00🇵🇱🏻👩💻❤a 東')),
    ),
  )
  .map((parts) => parts.join(''));

/** Everything that draws nothing or steers the terminal. Inside a well-formed emoji it may stay. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const emoji = new RegExp(String.raw`\p{RGI_Emoji}`, 'gv');

const graphemesOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);

test.each([
  ['a host name', 'build-runner-77.example.com'],
  ['letters with marks of their own', 'Łódź'],
  ['letters with combining marks', 'Łódź 1'.normalize('NFD')],
  ['Han and kana', 'edge-gw-東京サーバー'],
  ['half-width kana with voicing marks', 'ｻｰﾊﾞ'],
  ['Hangul', '서버'],
  ['Hangul in conjoining letters', '서버한'.normalize('NFD')],
  ['Thai', 'เครื่อง'],
  ['an emoji of several people', '👨‍👩‍👧‍👦'],
  ['an emoji with a variation selector', '❤️'],
  ['a keycap', '1️⃣'],
  ['a flag', '🇵🇱'],
  ['a flag spelled in tag characters', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['a skin tone', '👍🏽'],
])('a text stays as it is: %s', (_, text) => {
  expect(clean(text)).toBe(text);
  expect(findHidden(text)).toEqual([]);
});

describe('characters that become a sign', () => {
  test.each([
    ['clearing the screen', 'a\u001b[2Jb', 'a␛[2Jb'],
    ['line ends and tabs', 'a\r\nb\tc', 'a␍␊b␉c'],
    ['null, bell and delete', '\0\u0007\u007f', '␀␇␡'],
    ['eight-bit controls', '\u009b6n\u009c', '‹U+009B›6n‹U+009C›'],
    ['changes of direction', 'a\u202etxt.exe\u2066', 'a‹U+202E›txt.exe‹U+2066›'],
    ['nothing at all', 'web\u200b\u2060\ufeff', 'web‹U+200B›‹U+2060›‹U+FEFF›'],
    ['line and paragraph separators', 'a\u2028b\u2029', 'a‹U+2028›b‹U+2029›'],
    ['other spaces than the space', 'a\u00a0b\u3000c', 'a‹U+00A0›b‹U+3000›c'],
    ['blanks that are no spaces', '\u2800\u3164\u{1d159}\u{13441}', '‹U+2800›‹U+3164›‹U+1D159›‹U+13441›'],
    ['tag characters', 'a\u{e0041}', 'a‹U+E0041›'],
    ['a variation selector on a letter', 'a\ufe0f', 'a‹U+FE0F›'],
    ['half a pair', 'a\ud800b', 'a‹U+D800›b'],
    ['private use and unassigned', '\ue000\u{10ffff}', '‹U+E000›‹U+10FFFF›'],
    ['a joiner between emoji that have no joined form', '👩\u200d👾', '👩‹U+200D›👾'],
  ])('%s', (_, text, shown) => {
    expect(clean(text)).toBe(shown);
    expect(findHidden(text)).not.toEqual([]);
  });

  test.each([
    ['a mark without a letter', '\u0301a', '‹U+0301›a'],
    ['more marks than a letter can carry', 'Z' + '\u0301'.repeat(1000), 'Z' + '\u0301'.repeat(4) + '‹marks +996›'],
    ['a mark around a letter', '1\u20e3', '1‹U+20E3›'],
    ['a Hangul vowel without its consonant', 'a\u1161', 'a‹U+1161›'],
    ['one flag letter', '🇵a', '‹U+1F1F5›a'],
    ['a skin tone on a letter', 'a🏻', 'a‹U+1F3FB›'],
    ['a chain of Indic letters', 'क्क्क', 'क्‹›क्‹›क'],
    ['the Thai letter that string-width does not count', 'กำ', 'กํา'],
  ])('%s, which is not hidden', (_, text, shown) => {
    expect(clean(text)).toBe(shown);
    expect(findHidden(text)).toEqual([]);
  });

  test('a megabyte is cut, never within a pair', () => {
    expect(clean('x'.repeat(1_000_000))).toBe(`${'x'.repeat(2047)}…`);
    expect(clean('x'.repeat(2046) + '💻'.repeat(1_000_000))).toBe(`${'x'.repeat(2046)}…`);
    expect(clean('x'.repeat(2048))).toBe('x'.repeat(2048));
  });
});

describe('whatever the text', () => {
  test('every code point is visible, and as wide beside others as alone', () => {
    for (let first = 0; first <= 0x10ffff; first += 512) {
      const characters = Array.from({ length: 512 }, (_, index) => String.fromCodePoint(first + index));
      // A control between two characters keeps each a grapheme by itself.
      const shown = clean(characters.join('\0'));
      expect(shown).not.toMatch(unseen);
      // Han is most of Unicode and would take most of the time.
      const kept = characters.filter((character) => shown.includes(character) && !/\p{Script=Han}/u.test(character));
      const alone = stringWidth(kept.join('\0'));
      for (const neighbour of ['a', 'ᄀ', '가']) {
        const neighbours = (kept.length + 1) * stringWidth(neighbour);
        expect(stringWidth(['', ...kept, ''].join(neighbour))).toBe(neighbours + alone);
      }
      expect(stringWidth(kept.map((character) => character + character).join('\0'))).toBe(2 * alone);
    }
  });

  test('every code point of the basic plane is visible as a whole text', () => {
    const texts = Array.from({ length: 0x10000 }, (_, code) => String.fromCodePoint(code));
    expect(texts.filter((text) => unseen.test(clean(text)))).toEqual([]);
  });

  property('nothing unseen is left outside an emoji', [anyText], (text) => {
    expect(clean(text).replace(emoji, '')).not.toMatch(unseen);
  });

  property('every grapheme takes one or two cells, and no more for each mark that takes one', [anyText], (text) => {
    for (const grapheme of graphemesOf(clean(text))) {
      expect(stringWidth(grapheme)).toBeGreaterThanOrEqual(1);
      expect(stringWidth(grapheme)).toBeLessThanOrEqual(2 + 4);
    }
  });

  property('clean text passes unchanged', [anyText], (text) => {
    expect(clean(clean(text))).toBe(clean(text));
  });

  test('texts that differ only by what is hidden are shown differently', () => {
    const hidden = fc.constantFrom(...Array.from('\u200b\u200d\u202e\u2066\ufeff\ufe0f\u00ad\u{e0041}\0\u001b'));
    const visible = fc.string({ unit: fc.constantFrom('a', 'b', '-', '東', '👩', '❤', '1') });
    const pieces = fc.array(fc.oneof(hidden, visible));
    holds([pieces, pieces], (one, other) => {
      fc.pre(one.join('') !== other.join(''));
      expect(clean(one.join(''))).not.toBe(clean(other.join('')));
    });
    holds([visible, hidden, visible], (before, mark, after) => {
      expect(clean(before + mark + after)).not.toBe(clean(before + after));
    });
  });
});
