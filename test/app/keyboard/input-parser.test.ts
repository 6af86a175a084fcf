/** Input parsing: keys, text and pastes, and what a terminal says by itself. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputsOfRest, parseInput, restTimeoutMs } from '../../../src/app/keyboard/input-parser.ts';
import { reports } from '../../support/reports.ts';
import { shownInputs } from '../../support/typed.ts';
import { holds, property } from '../../support/property.ts';

test.each([
  ['jjj', ['jjj']],
  ['abc\r', ['abc', '<enter>']],
  ['x\u007F\u007F', ['x', '<backspace>', '<backspace>']],
  ['\u001B[A\u001B[Bj', ['<up>', '<down>', 'j']],
  ['\u001B[1;2Dq', ['<shift-left>', 'q']],
  ['\u001BOAx', ['<up>', 'x']],
  ['\u001B[5~\u001B[3;5~', ['<pageUp>', '<delete>']],
  ['\u001B[Z\u001B[a\u001B[7$', ['<shift-tab>', '<shift-up>', '<shift-home>']],
  // Esc and what follows it are keys one after the other, also where a terminal means alt by it.
  ['\u001Bxy', ['<esc>', 'xy']],
  ['\u001B]x', ['<esc>', ']x']],
  ['\u001BPP', ['<esc>', 'PP']],
  ['\u001B[\r', ['<esc>', '[', '<enter>']],
  ['\u001B\r\u001B\u007F', ['<esc>', '<enter>', '<esc>', '<backspace>']],
  ['\u001B\u001Bx', ['<esc>', '<esc>', 'x']],
  ['\u001B\u0003', ['<esc>', '<ctrl-c>']],
  ['\u001B\u001B[A', ['<esc>', '<up>']],
  ['a\u001B[200~b\r\u001B[Ac\u001B[201~', ['a', '«b\r\u001B[Ac»']],
  // A paste may hold an end of its own: what follows it in one read is pasted, too.
  ['\u001B[200~b\u001B[201~delete 3\r\u001B[201~', ['«bdelete 3\r»']],
  ['\u001B[200~\u001B[201~n', ['«n»']],
  ['\u001B[200~\u001B[201~', []],
])('%j is typed as %j', (raw, inputs) => {
  const parsed = parseInput(raw);
  expect(shownInputs(parsed.inputs)).toEqual(inputs);
  expect(parsed.rest).toBe('');
});

test.each<readonly [string, string]>([
  ...reports,
  ['F1', '\u001BOP'],
  ['F1 on the Linux console', '\u001B[[A'],
  ['F3 with shift', '\u001B[1;2R'],
  ['F12', '\u001B[24~'],
  ['a paste that ends and never began', '\u001B[201~'],
  ['the end of an answer that was cut', '\u001B\\'],
])('%s is no key', (_, report) => {
  expect(parseInput(report)).toMatchObject({ inputs: [], rest: '' });
  expect(shownInputs(parseInput(`a${report}b`).inputs).join('')).toBe('ab');
});

test('answers that the program asks for are told', () => {
  const [background, attributes] = ['\u001B]11;rgb:00/2b/36\u0007', '\u001B[?62;4c'];
  expect(parseInput(`a${background}\u001B[3;5R${attributes}b`).replies).toEqual([background, attributes]);
});

test('a report that a control cuts short is left out up to it', () => {
  expect(shownInputs(parseInput('\u001B[24;8\u0003').inputs)).toEqual(['<ctrl-c>']);
  expect(shownInputs(parseInput('\u001B]11;rgb\u0003q').inputs)).toEqual(['<ctrl-c>', 'q']);
});

test.each([
  ['\u001B', ['<esc>'], 30],
  ['\u001BO', ['<esc>', 'O'], 500],
  ['\u001B[', ['<esc>', '['], 500],
  ['\u001B]', ['<esc>', ']'], 500],
  ['\u001B[24;8', [], 500],
  ['\u001B[M d', [], 500],
  ['\u001B]11;rgb', [], 500],
  ['\u001BP1$r0m\u001B', [], 500],
  ['\u001B[200~pasted\r', ['«pasted\r»'], 1000],
])('%j may go on; where it does not, it is %j after %s ms', (begun, inputs, timeoutMs) => {
  expect(parseInput(`a${begun}`)).toMatchObject({ inputs: [{ kind: 'text', text: 'a' }], rest: begun });
  expect(shownInputs(inputsOfRest(begun))).toEqual(inputs);
  expect(restTimeoutMs(begun)).toBe(timeoutMs);
});

test('nothing that is typed is lost, wherever it is cut', () => {
  const keys = fc.constantFrom<readonly [raw: string, shown: string]>(
    ...(['j', 'delete 2', 'ü', '東'] as const).map((text) => [text, text] as const),
    ['\r', '<enter>'],
    ['\t', '<tab>'],
    ['\u007F', '<backspace>'],
    ['\u001B[A', '<up>'],
    ['\u001BOB', '<down>'],
    ['\u001B[5~', '<pageUp>'],
    ['\u0003', '<ctrl-c>'],
    ['\u001B\u0003', '<esc><ctrl-c>'],
  );
  holds([fc.array(keys), fc.nat()], (typed, at) => {
    const all = typed.map(([raw]) => raw).join('');
    const cut = at % (all.length + 1);
    expect(typedInTwo(all, cut)).toBe(typed.map(([, shown]) => shown).join(''));
  });
});

/** Begin a sequence after Esc, or are one with it. */
const afterEsc = new Set('[]OP_\\');
const anyKey = fc.oneof(
  fc.constantFrom('\r', '\t', '\u007F', '\u001B'),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    .filter((key) => !/\p{Cc}/u.test(key) && !afterEsc.has(key)),
);

test('Esc with any key in one read is Esc, and then what that key is by itself', () => {
  holds([fc.array(anyKey, { minLength: 1, maxLength: 4 })], { numRuns: 1000 }, (keys) => {
    const alone = keys.flatMap((key) => shownInputs(parsedToItsEnd(key)));
    expect(shownInputs(parsedToItsEnd(`\u001B${keys.join('')}`)).join('')).toBe(['<esc>', ...alone].join(''));
  });
});

function parsedToItsEnd(raw: string) {
  const { inputs, rest } = parseInput(raw);
  return [...inputs, ...inputsOfRest(rest)];
}

test.each([
  ['\u0000', 'ctrl-space'],
  ['\u0004', 'ctrl-d'],
  ['\b', 'backspace'],
  ['\n', 'enter'],
  ['\u001C', 'ctrl-\\'],
  ['\u001B[B', 'down'],
  ['\u001B[C', 'right'],
  ['\u001B[1;2C', 'shift-right'],
  ['\u001B[1;5D', 'left'],
  ['\u001B[H', 'home'],
  ['\u001B[F', 'end'],
  ['\u001B[4~', 'end'],
  ['\u001B[6~', 'pageDown'],
  ['\u001B[[6~', 'pageDown'],
  ['\u001B[3^', 'delete'],
  ['\u001BOa', 'up'],
  ['\u001BOM', 'enter'],
])('%j is the key %s', (raw, name) => {
  expect(parseInput(raw).inputs).toEqual([{ kind: 'key', name }]);
});

test('Insert, the middle of the keypad and controls above Delete are no keys', () => {
  expect(parseInput('\u001B[2~\u001B[E\u0085').inputs).toEqual([]);
});

const csi = '\u001B[';

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
  ['ctrl-a', '97;5u', '<ctrl-a>'],
  ['ctrl-c on a Russian keyboard', '1089::99;5u', '<ctrl-c>'],
  ['ctrl-c with num lock', '99;133u', '<ctrl-c>'],
  ['enter', '13u', '<enter>'],
  ['esc', '27u', '<esc>'],
  ['tab', '9u', '<tab>'],
  ['shift-tab', '9;2u', '<shift-tab>'],
  ['backspace', '127u', '<backspace>'],
  ["the keypad's 7", '57406u', '7'],
  ["the keypad's enter", '57414u', '<enter>'],
  ["the keypad's arrow", '57419u', '<up>'],
  ['ctrl-a, by modifyOtherKeys', '27;5;97~', '<ctrl-a>'],
  ['enter, by modifyOtherKeys', '27;2;13~', '<enter>'],
  ['an arrow with its event', '1;1:1A', '<up>'],
  ['an arrow with num lock', '1;129B', '<down>'],
  ['a page with shift, repeated', '5;2:2~', '<shift-pageUp>'],
])('%s is that key', (_, sequence, plain) => {
  const { inputs, rest } = parseInput(csi + sequence);
  expect(shownInputs(inputs)).toEqual([plain]);
  expect(rest).toBe('');
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
  expect(parseInput(csi + sequence)).toMatchObject({ inputs: [], rest: '' });
  expect(shownInputs(parseInput(`a${csi}${sequence}b`).inputs).join('')).toBe('ab');
});

const byte = fc.integer({ min: 32, max: 0x7_ff }).map((code) => String.fromCodePoint(code));
const number = fc.nat({ max: 70_000 });
const anyReport = fc.oneof(
  fc.tuple(byte, byte, byte).map((all) => `${csi}M${all.join('')}`),
  fc.tuple(number, number, number, fc.constantFrom('M', 'm')).map(([b, x, y, end]) => `${csi}<${b};${x};${y}${end}`),
  fc.tuple(number, number, number).map(([b, x, y]) => `${csi}${b};${x};${y}M`),
  fc.constantFrom(`${csi}I`, `${csi}O`),
);
const field = fc.array(number, { minLength: 1, maxLength: 3 }).map((all) => all.join(':'));
const codePoints = fc.array(field, { minLength: 1, maxLength: 3 }).map((all) => `${csi}${all.join(';')}u`);
const others = fc.tuple(number, number).map(([modifiers, code]) => `${csi}27;${modifiers};${code}~`);

describe('wherever it is cut', () => {
  property('a report types nothing', [anyReport, fc.nat()], { numRuns: 2000 }, (report, at) => {
    expect(typedInTwo(report, cutIn(report, at))).toBe('');
  });

  test('a key by its code point is one key at most, and leaks none of its digits', () => {
    holds([fc.oneof(codePoints, others), fc.nat()], { numRuns: 2000 }, (sequence, at) => {
      const whole = parseInput(sequence);
      expect(whole.rest).toBe('');
      expect(whole.inputs.length).toBeLessThanOrEqual(1);
      expect(typedInTwo(sequence, cutIn(sequence, at))).toBe(shownInputs(whole.inputs).join(''));
    });
  });

  test('text by code points is the text', () => {
    holds([fc.string({ unit: 'grapheme-ascii', minLength: 1 }), fc.nat()], (text, at) => {
      const sequences = Array.from(text, (one) => `${csi}${one.codePointAt(0) ?? 0}u`).join('');
      expect(typedInTwo(sequences, cutIn(sequences, at))).toBe(text);
    });
  });
});

function cutIn(raw: string, at: number): number {
  return 1 + (at % raw.length);
}

/** Keys typed by a text that comes in two reads. */
function typedInTwo(raw: string, cut: number): string {
  const first = parseInput(raw.slice(0, cut));
  const second = parseInput(first.rest + raw.slice(cut));
  return shownInputs([...first.inputs, ...second.inputs]).join('') + second.rest;
}
