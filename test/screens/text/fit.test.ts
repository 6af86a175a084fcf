import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { clean } from '../../../src/screens/text/clean.ts';
import {
  brief,
  clip,
  clipInMiddle,
  firstLines,
  fit,
  partLines,
  quoteText,
  width,
  wrapText,
  statusLine,
  type StatusPart,
} from '../../../src/screens/text/fit.ts';
import { property, holds } from '../../support/property.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('東', '👨‍👩‍👧‍👦', 'a', '\u0301', 'क', '्', 'ा', 'ﾞ', '🇵🇱', '\u001b'), maxLength: 60 }),
);

test('a name that is cut in its middle keeps both ends', () => {
  const name = clean('Contoso Deutschland GmbH Berlin-North');
  expect(clipInMiddle(name, 20)).toBe('Contoso…Berlin-North');
  expect(clipInMiddle(name, 3)).toBe('Co…');
  expect(clipInMiddle(name, 37)).toBe(name);
  holds([anyText, fc.nat(70)], (text, cells) => {
    const cut = clipInMiddle(clean(text), cells);
    expect(stringWidth(cut)).toBeLessThanOrEqual(cells);
    expect(cut === clean(text) || cells === 0 || cut.includes('…')).toBe(true);
  });
});

describe('width', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['東京', 4],
    ['é'.normalize('NFD'), 1],
    ['👨‍👩‍👧‍👦', 2],
    ['\u001b', 1],
  ])('of %j is %i', (text, cells) => {
    expect(width(clean(text))).toBe(cells);
  });

  test('is right for more texts than are remembered', () => {
    const texts = Array.from({ length: 5000 }, (_, index) => '東'.repeat(index % 7) + String(index));
    expect(texts.map((text) => width(clean(text)))).toEqual(texts.map((text) => stringWidth(text)));
  });
});

describe('fit', () => {
  test.each([
    ['abc', 5, 'abc  '],
    ['abc', 3, 'abc'],
    ['abcdef', 4, 'abc…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
    ['abc', -1, ''],
    ['東京', 4, '東京'],
    ['東京', 3, '東…'],
    ['東京', 2, '… '],
    ['a東京', 3, 'a… '],
    ['👨‍👩‍👧‍👦x', 2, '… '],
    ['ééé'.normalize('NFD'), 3, 'ééé'.normalize('NFD')],
  ])('%j in %i cells is %j', (text, cells, fitted) => {
    expect(fit(clean(text), cells)).toBe(fitted);
  });

  test('to the right', () => {
    expect(fit(clean('42'), 5, 'right')).toBe('   42');
    expect(fit(clean('12345'), 3, 'right')).toBe('12…');
  });

  test('any text takes exactly the given number of cells', () => {
    holds([anyText, fc.integer({ min: 0, max: 40 }), fc.constantFrom('left', 'right')], (text, cells, align) => {
      expect(stringWidth(fit(clean(text), cells, align))).toBe(cells);
    });
  });
});

describe('clip', () => {
  property('keeps what fits', [anyText], (text) => {
    expect(clip(clean(text), width(clean(text)))).toBe(clean(text));
  });

  test('cuts what does not, between graphemes, and marks the cut', () => {
    holds([anyText, fc.integer({ min: 1, max: 40 })], (text, cells) => {
      const whole = clean(text);
      fc.pre(width(whole) > cells);
      const kept = clip(whole, cells).slice(0, -1);
      expect(clip(whole, cells).endsWith('…')).toBe(true);
      expect(whole.startsWith(kept)).toBe(true);
      expect(stringWidth(kept) + stringWidth(whole.slice(kept.length))).toBe(width(whole));
    });
  });
});

describe('a quote', () => {
  test('a text from outside is made safe', () => {
    expect(brief('\u001b[2JECONNRESET')).toBe('␛[2JECONNRESET');
    expect(quoteText('a\nb')).toBe('"a␊b"');
  });

  test('a long one is cut to 120 cells, by width and not by length', () => {
    expect(brief('x'.repeat(121))).toBe(`${'x'.repeat(119)}…`);
    expect(width(clean(brief('東'.repeat(500))))).toBe(119);
    expect(brief('x'.repeat(120))).toBe('x'.repeat(120));
  });
});

test.each([
  ['', 8, ['']],
  ['short', 8, ['short']],
  ['one two three', 8, ['one two', 'three']],
  ['unbreakable', 5, ['unbre', 'akabl', 'e']],
  ['東京オフィス', 5, ['東京', 'オフ', 'ィス']],
  ['a line  that is full', 6, ['a line', 'that', 'is', 'full']],
  ['last seen 96 d ago', 12, ['last seen', '96 d ago']],
  ['over 90 days', 7, ['over 90', 'days']],
  ['12345678 d', 8, ['12345678', 'd']],
  ['web-01.prod.northwind.example', 20, ['web-01.prod.', 'northwind.example']],
  ['application/problem+json', 14, ['application/', 'problem+json']],
  ['a/0123456789abcdef', 12, ['a/0123456789', 'abcdef']],
])('%j in lines of %i cells', (text, cells, lines) => {
  expect(wrapText(clean(text), cells)).toEqual(lines);
});

test('no line is wider than the width, and nothing but spaces at line ends is lost', () => {
  holds([fc.string({ unit: 'grapheme' }), fc.integer({ min: 12, max: 80 })], (typed, cells) => {
    const text = clean(typed);
    const lines = wrapText(text, cells);
    expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(cells);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  });
});

/** Characters that change by their neighbours: marks, also on a space, joined letters, and what becomes a sign. */
const neighbours = fc
  .array(
    fc.oneof(
      fc.constantFrom(' ', 'a', 'word ', '東', '👩‍💻', '🇵🇱', '가', 'ᄀ', 'क्क', 'กำ'),
      fc.constantFrom(' \u0301', ' \u0301\u0301', '\u0301', '\u093e', '\u1161', '\uff9e', '\u200b', '\u001b[2J'),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => clean(pieces.join('')));

test('a line is broken nowhere where a part of it would look otherwise, nor become wider', () => {
  holds([neighbours, fc.integer({ min: 8, max: 30 })], { numRuns: 500 }, (text, cells) => {
    const lines = wrapText(text, cells);
    for (const line of lines) {
      expect(width(line)).toBeLessThanOrEqual(cells);
      expect(clean(line)).toBe(line);
    }
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  });
  expect(wrapText(clean('one two \u0301three'), 8)).toEqual(['one', 'two \u0301thre', 'e']);
  // This syllable takes three cells.
  expect(wrapText(clean('one fours가\u093e'), 8)).toEqual(['one', 'fours가\u093e']);
  expect(wrapText(clean('o sevensx가\u093e'), 9)).toEqual(['o', 'sevensx', '가\u093e']);
});

const parts: readonly StatusPart[] = [
  { text: 'Systems' },
  { text: '12,431 read' },
  { text: '3,908 stale (> 90 d)', brief: '3,908 stale', weight: 3 },
  { text: 'by name', weight: 2 },
  { text: 'without disabled', weight: 1 },
];

test.each([
  [80, 'Systems · 12,431 read · 3,908 stale (> 90 d) · by name · without disabled'],
  [72, 'Systems · 12,431 read · 3,908 stale (> 90 d) · by name'],
  [53, 'Systems · 12,431 read · 3,908 stale (> 90 d)'],
  [40, 'Systems · 12,431 read · 3,908 stale'],
  [34, 'Systems · 12,431 read · by name'],
  [30, 'Systems · 12,431 read'],
  [9, 'Systems · 12,431 read'],
])('in %i cells it says "%s"', (cells, line) => {
  expect(statusLine(parts, cells)).toBe(line);
});

property('no part is cut, and what is always said is there', [fc.integer({ min: 21, max: 120 })], (cells) => {
  const line = statusLine(parts, cells);
  expect(width(clean(line))).toBeLessThanOrEqual(cells);
  const shown = line.split(' · ');
  expect(shown.every((one) => parts.some(({ text, brief }) => text === one || brief === one))).toBe(true);
  expect(shown.slice(0, 2)).toEqual(['Systems', '12,431 read']);
});

test('parts stay whole: a line ends behind one of them', () => {
  const parts = ['retail 35', 'laptops 21', 'build agents 7'].map(clean);
  expect(partLines(parts, 24)).toEqual(['retail 35 · laptops 21', 'build agents 7']);
  expect(partLines(parts, 60)).toEqual(['retail 35 · laptops 21 · build agents 7']);
  expect(partLines([], 60)).toEqual([]);
});

test('only the first lines of a text, and a sign that there are more', () => {
  expect(firstLines(clean('one two three'), 5, 2)).toEqual(['one', 'two…']);
  expect(firstLines(clean('one two three'), 8, 2)).toEqual(['one two', 'three']);
});

test.each([
  ['Disables a system', 20, 'Disables a system'],
  ['Disables a system', 12, 'Disables a…'],
  ['Disables a system', 11, 'Disables a…'],
  ['Disables a system', 10, 'Disables…'],
  ['text, 200 at most · such as lab', 23, 'text, 200 at most…'],
  // A number without its noun says nothing.
  ['64 deleted · 3 already gone', 16, '64 deleted…'],
  ['64 deleted · 3 already gone', 23, '64 deleted · 3 already…'],
  ['Delete 89 systems', 12, 'Delete 89…'],
  // More than half of the cells would be free.
  ['a Donaudampfschifffahrt', 12, 'a Donaudamp…'],
  ['a-name-without-blanks', 10, 'a-name-wi…'],
  ['', 3, ''],
])('a sentence is cut after a whole word: %j in %d cells', (text, cells, cut) => {
  expect(clip(clean(text), cells)).toBe(cut);
});
