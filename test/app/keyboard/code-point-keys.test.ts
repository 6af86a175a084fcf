/** Do keys by code point, reports of the mouse and of the focus act like the keys they are, or not at all? */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { typedPieces } from '../../../src/app/keyboard/input-parser.ts';

const escape = '\u001B';
const csi = `${escape}[`;

test.each([
  ['a', '97u', 'a'],
  ['a, with its event', '97;1:1u', 'a'],
  ['a, repeated', '97;1:2u', 'a'],
  ['A', '97;2u', 'A'],
  ['A, with its alternates', '97:65:97;2u', 'A'],
  ['A, as text', '97;2;65u', 'A'],
  ['A, by caps lock', '97;65u', 'A'],
  ['! by its alternate', '49:33;2u', '!'],
  ['a blank', '32u', ' '],
  ['ü', '252u', 'ü'],
  ['ctrl-a', '97;5u', '\u0001'],
  ['ctrl-c on a Russian keyboard', '1089::99;5u', '\u0003'],
  ['ctrl-c with num lock', '99;133u', '\u0003'],
  ['enter', '13u', '\r'],
  ['esc', '27u', escape],
  ['tab', '9u', '\t'],
  ['shift-tab', '9;2u', `${csi}Z`],
  ['backspace', '127u', '\u007F'],
  ["the keypad's 7", '57406u', '7'],
  ["the keypad's enter", '57414u', '\r'],
  ["the keypad's arrow", '57419u', `${csi}A`],
  ['ctrl-a, by modifyOtherKeys', '27;5;97~', '\u0001'],
  ['enter, by modifyOtherKeys', '27;2;13~', '\r'],
  ['an arrow with its event', '1;1:1A', `${csi}A`],
  ['an arrow with num lock', '1;129B', `${csi}B`],
  ['a page with shift, repeated', '5;2:2~', `${csi}5;2~`],
])('%s is that key', (_, sequence, plain) => {
  expect(typedPieces(csi + sequence)).toEqual({ pieces: [plain], rest: '' });
});

test.each([
  ['a release', '97;1:3u'],
  ['the release of an arrow', '1;1:3A'],
  ['the release of a page key', '5;1:3~'],
  ['the release of enter', '13;1:3u'],
  ['alt-a', '97;3u'],
  ['super-q', '113;9u'],
  ['ctrl-shift-c', '99;6u'],
  ['ctrl-alt-c', '99;7u'],
  ['ctrl-enter', '13;5u'],
  ['the sign above a digit', '49;2u'],
  ['shift itself', '57441;2u'],
  ['a key of media', '57428u'],
  ['no character', '55296u'],
  ['beyond all characters', '1114112u'],
  ['a control', '3u'],
  ['text of controls', '97;1;13u'],
  ['an arrow with super', '1;9A'],
])('%s is no key', (_, sequence) => {
  expect(typedPieces(csi + sequence)).toEqual({ pieces: [], rest: '' });
  expect(typedPieces(`a${csi}${sequence}b`).pieces.join('')).toBe('ab');
});

const byte = fc.integer({ min: 32, max: 0x7_ff }).map((code) => String.fromCodePoint(code));
const number = fc.nat({ max: 70_000 });
const reports = fc.oneof(
  fc.tuple(byte, byte, byte).map((all) => `${csi}M${all.join('')}`),
  fc.tuple(number, number, number, fc.constantFrom('M', 'm')).map(([b, x, y, end]) => `${csi}<${b};${x};${y}${end}`),
  fc.tuple(number, number, number).map(([b, x, y]) => `${csi}${b};${x};${y}M`),
  fc.constantFrom(`${csi}I`, `${csi}O`),
);
const field = fc.array(number, { minLength: 1, maxLength: 3 }).map((all) => all.join(':'));
const codePoints = fc.array(field, { minLength: 1, maxLength: 3 }).map((all) => `${csi}${all.join(';')}u`);
const others = fc.tuple(number, number).map(([modifiers, code]) => `${csi}27;${modifiers};${code}~`);

describe('N3 wherever it is cut', () => {
  test('a report types nothing', () => {
    fc.assert(
      fc.property(reports, fc.nat(), (report, at) => {
        expect(typedInTwo(report, at)).toBe('');
      }),
      { numRuns: 2000 },
    );
  });

  test('a key by its code point is one key at most, and leaks none of its digits', () => {
    fc.assert(
      fc.property(fc.oneof(codePoints, others), fc.nat(), (sequence, at) => {
        const whole = typedPieces(sequence);
        expect(whole.rest).toBe('');
        expect(whole.pieces.length).toBeLessThanOrEqual(1);
        expect(typedInTwo(sequence, at)).toBe(whole.pieces.join(''));
      }),
      { numRuns: 2000 },
    );
  });

  test('text by code points is the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), fc.nat(), (text, at) => {
        const sequences = Array.from(text, (one) => `${csi}${one.codePointAt(0) ?? 0}u`).join('');
        expect(typedInTwo(sequences, at)).toBe(text);
      }),
    );
  });
});

/** What is typed by a text that comes in two reads. */
function typedInTwo(text: string, at: number): string {
  const cut = 1 + (at % text.length);
  const first = typedPieces(text.slice(0, cut));
  const second = typedPieces(first.rest + text.slice(cut));
  return [...first.pieces, ...second.pieces].join('') + second.rest;
}
