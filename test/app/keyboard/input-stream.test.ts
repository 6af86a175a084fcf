/** The input stream: one key at a time, pastes whole, and the pace of typing. */
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTypingPace, InputStream } from '../../../src/app/keyboard/input-stream.ts';
import { reports } from '../../support/reports.ts';
import { shownInputs } from '../../support/typed.ts';
import { holds } from '../../support/property.ts';

// The time that the stream waits is given: what a busy computer does between two lines of a test takes none of it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** All that was written is read, and all that was read is heard. */
async function turns(): Promise<void> {
  for (let left = 20; left > 0; left--) await setImmediate();
}

/** Time passes, after which everything is heard. */
async function passes(ms: number): Promise<void> {
  await turns();
  await vi.advanceTimersByTimeAsync(ms);
  await turns();
}

/** A terminal with input, and no listener yet. */
function aTerminal() {
  const terminal = Object.assign(new PassThrough(), { setRawMode: () => undefined });
  const clock = { nowMs: 0 };
  const input = new InputStream(terminal as unknown as ReadStream, () => clock.nowMs).setRawMode(true);
  return { terminal, clock, input };
}

/** A terminal that is typed on, and everything that was heard of it so far. */
function aHeardTerminal() {
  const { terminal, input } = aTerminal();
  return { terminal, input, inputs: inputsOf(input) };
}

function inputsOf(input: InputStream): readonly string[] {
  const inputs: string[] = [];
  input.listen((one) => inputs.push(...shownInputs([one])));
  return inputs;
}

/** Until what comes next is no longer taken for a part of the paste. */
const pauseMs = 50;

async function toBeHeard(inputs: readonly string[], expected: readonly string[]): Promise<void> {
  await turns();
  expect(inputs).toEqual(expected);
}

/** Texts are written and times pass, one after the other; a list is everything heard by then. */
type Steps = readonly (string | number | readonly string[])[];

test.each<[string, Steps]>([
  [
    'keys are handed on one by one, and a paste whole, however it is cut',
    ['ab\r\u001B[200~one\r', 'two\u001B[201~', pauseMs, 'c', ['ab', '<enter>', '«one\rtwo»', 'c']],
  ],
  [
    'the tail of a sequence whose Esc was taken for the key types nothing',
    [
      ...['[<0;10;5M', '[97;5:3u', '[I', '[27;3;97~'].flatMap((tail) => ['\u001B', 60, tail]),
      ...[pauseMs, ['<esc>', '<esc>', '<esc>', '<esc>']],
    ],
  ],
  [
    'ctrl-c waits for nothing that was typed before it, and each counts',
    ['w\rabc\r\u0003\u0003y', ['<ctrl-c>', '<ctrl-c>', 'y']],
  ],
  [
    'a key whose sequence comes in two pieces is one key, and so is Esc by itself',
    [...['\u001B', '[A', '\u001B[20', '0~text\u001B[201~', pauseMs, '\u001B', 30], ['<up>', '«text»', '<esc>']],
  ],
  [
    'the beginning of a report that never ends is forgotten, and the keys after it are keys',
    ['a\u001B[24;8', 500, '\r', ['a', '<enter>']],
  ],
  [
    'a paste that stalls stays one paste: none of it becomes a key, up to its end',
    [
      ...['a\u001B[200~half a\r', 'paste', 1000, ['a', '«half a\rpaste»']],
      ...['nlaptops\r', 's\u001B[20', '1~', pauseMs, 'j\r'],
      ['a', '«half a\rpaste»', '«nlaptops\rs»', 'j', '<enter>'],
    ],
  ],
  [
    'a paste whose end never comes is over with Esc, and the keys after it are keys',
    [
      ...['\u001B[200~half', 1000, ['«half»'], '\u001B', 30, ['«half»', '<esc>']],
      ...['j\r', ['«half»', '<esc>', 'j', '<enter>']],
    ],
  ],
  ['ctrl-c by itself ends a paste whose end never comes', ['\u001B[200~half', '\u0003', ['«half»', '<ctrl-c>']]],
])('%s', async (_, steps) => {
  const { terminal, inputs } = aHeardTerminal();
  for (const step of steps) {
    if (typeof step === 'string') terminal.write(step);
    else if (typeof step === 'number') await passes(step);
    else await toBeHeard(inputs, step);
  }
});

test('each is handed on a turn of the loop after the one before', async () => {
  const { terminal, input } = aTerminal();
  const events: string[] = [];
  input.listen((one) => {
    events.push(...shownInputs([one]));
    globalThis.setImmediate(() => events.push('drawn'));
  });
  terminal.write('a\r\t');
  await toBeHeard(events, ['a', 'drawn', '<enter>', 'drawn', '<tab>', 'drawn']);
});

test('nothing is handed on while another program has the terminal', async () => {
  const { terminal, input } = aTerminal();
  const inputs = inputsOf(input);
  input.setRawMode(false);
  terminal.write('j\r');
  await passes(20);
  expect(inputs).toEqual([]);
  input.setRawMode(true);
  await toBeHeard(inputs, ['j', '<enter>']);
});

test('text that follows the end of a paste without a pause belongs to it, in whatever reads', async () => {
  const { terminal, inputs } = aHeardTerminal();
  for (const read of ['\u001B[200~x\u001B[201~del', 'ete 3', '\r', '\u001B[201~']) terminal.write(read);
  await passes(pauseMs);
  terminal.write('\u0003');
  await expect.poll(() => inputs).toContain('<ctrl-c>');
  expect(inputs.filter((input) => !/^«[^]*»$/.test(input))).toEqual(['<ctrl-c>']);
});

test('text faster than typing, and an enter that came with text, are distinguished from typing', async () => {
  const { terminal, clock, input } = aTerminal();
  const paces: string[] = [];
  input.listen((_, pace) => paces.push(pace));
  for (const [atMs, read] of [
    [1000, 'del'],
    [1400, 'e\r'],
    [2000, '\r'],
    [3000, 'delete 3\r'],
    [3020, '\r'],
  ] as const) {
    clock.nowMs = atMs;
    terminal.write(read);
    await turns();
  }
  expect(paces).toEqual(['hand', 'hand', 'hasty', 'hand', 'burst', 'burst', 'burst']);
});

test('keys typed before there is a listener, or after one has ended, are delivered one by one, too', async () => {
  const { terminal, input } = aTerminal();
  const ended = vi.fn();
  input.listen(ended)();
  terminal.write('early\r');
  await turns();
  expect(ended).not.toHaveBeenCalled();
  await toBeHeard(inputsOf(input), ['early', '<enter>']);
});

test('text typed ahead can be forgotten', async () => {
  const { terminal, input } = aTerminal();
  const inputs: string[] = [];
  input.listen((one) => {
    inputs.push(...shownInputs([one]));
    if (inputs.length === 1) input.forgetTypedAhead();
  });
  terminal.write('d\rdelete 2\r');
  await passes(pauseMs);
  expect(inputs).toEqual(['d']);
});

test.each(reports)('%s is no key, however it is cut', async (_, report) => {
  for (let cut = 1; cut < report.length; cut++) {
    const { terminal, inputs } = aHeardTerminal();
    terminal.write(`a${report.slice(0, cut)}`);
    terminal.write(`${report.slice(cut)}b`);
    await toBeHeard(inputs, ['a', 'b']);
  }
});

test('Esc at the end of the input is the key', async () => {
  const { terminal, inputs } = aHeardTerminal();
  terminal.end('j\u001B');
  await toBeHeard(inputs, ['j', '<esc>']);
});

test('a paste of megabytes comes in whole, in whatever pieces', async () => {
  const { terminal, inputs } = aHeardTerminal();
  const pasted = 'x'.repeat(4_000_000);
  const raw = `\u001B[200~${pasted}\u001B[201~`;
  for (let at = 0; at < raw.length; at += 1000) terminal.write(raw.slice(at, at + 1000));
  await passes(pauseMs);
  terminal.write('j');
  await expect.poll(() => inputs.at(-1)).toBe('j');
  expect(inputs.slice(0, -1).join('') === `«${pasted}»`).toBe(true);
});

test.each([
  ['a hand that types fast', Array.from('delete 26 from Northwind', (key) => [55, key] as const)],
  ['a slow line that hands over a few keys at once', [...cut('delete 26 from Northwind', 4, 400)]],
  ['a line that stood still for half a second', [...cut('delete 26 from Northwind', 7, 500)]],
  ['a key that is held down', Array.from({ length: 400 }, () => [4, 'j'] as const)],
])('%s is a hand', (_, reads) => {
  expect(new Set(pacesOf(reads))).toEqual(new Set(['hand']));
});

test.each([
  ['the shortest phrase in one read', [[1000, 'delete 1']]],
  [
    'the same after its first letter',
    [
      [1000, 'd'],
      [1000, 'delete 1'],
    ],
  ],
  ['a phrase in two reads', [...cut('delete 26', 5, 20)]],
  ['a phrase key by key, as a console pastes it', Array.from('delete 1', (key) => [5, key] as const)],
] satisfies [string, (readonly [number, string])[]][])('%s is a burst', (_, reads) => {
  expect(pacesOf(reads)).toContain('burst');
});

test('text after a burst is a part of it until a hand could have begun', () => {
  const pace = createTypingPace();
  expect(pace.textRead('x'.repeat(8).replaceAll('xx', 'xy'), 0)).toBe('burst');
  expect(pace.textRead('d', 5)).toBe('burst');
  expect(pace.enterRead(6)).toBe('burst');
  expect(pace.textRead('d', 600)).toBe('hand');
});

test('enter counts where it does not come right after text', () => {
  const pace = createTypingPace();
  pace.textRead('d', 0);
  expect([pace.enterRead(10), pace.enterRead(39), pace.enterRead(40)]).toEqual(['hasty', 'hasty', 'hand']);
});

test('no phrase is taken whole within the time in which no hand types it, however it is cut', () => {
  const read = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 30 }));
  holds([fc.array(read, { minLength: 1, maxLength: 30 })], (cuts) => {
    const pace = createTypingPace();
    let [nowMs, taken, at] = [0, 0, 0];
    for (const [length, afterMs] of cuts) {
      nowMs += afterMs;
      const text = Array.from({ length }, () => String.fromCodePoint(97 + (at++ % 26))).join('');
      if (pace.textRead(text, nowMs) === 'hand') taken += length;
    }
    expect(taken).toBeLessThanOrEqual(7 + nowMs / 40);
  });
});

function cut(text: string, length: number, afterMs: number): (readonly [number, string])[] {
  const count = Math.ceil(text.length / length);
  return Array.from({ length: count }, (_, at) => [afterMs, text.slice(at * length, (at + 1) * length)] as const);
}

/** `reads`: the milliseconds since the one before, and the text. */
function pacesOf(reads: readonly (readonly [number, string])[]): string[] {
  const pace = createTypingPace();
  let nowMs = 0;
  return reads.map(([afterMs, text]) => {
    nowMs += afterMs;
    return pace.textRead(text, nowMs);
  });
}

const answers = ['\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{1B}\\', '\u{1B}[?62;4c'];

test('an answer that is expected is heard at once, and is no key, wherever a line cuts it', async () => {
  const text = answers.join('');
  for (let cut = 1; cut < text.length; cut++) {
    const { terminal, input, inputs } = aHeardTerminal();
    const heard: string[] = [];
    input.expectReplies((reply) => heard.push(reply));
    terminal.write(text.slice(0, cut));
    await passes(90);
    terminal.write(text.slice(cut));
    await passes(1000);
    expect({ cut, heard, inputs }).toEqual({ cut, heard: answers, inputs: [] });
  }
});

test('an answer that is cut for longer is no key but Esc', async () => {
  const { terminal, inputs } = aHeardTerminal();
  terminal.write('\u{1B}');
  await passes(1000);
  terminal.write(']11;rgb:fdfd/f6f6/e3e3\u{1B}\\');
  await passes(1000);
  expect(inputs).toEqual(['<esc>']);
});

test('Esc is a key soon after it was pressed, once no answer is expected', async () => {
  const { terminal, input, inputs } = aHeardTerminal();
  const end = input.expectReplies(() => undefined);
  end();
  terminal.write('\u{1B}');
  await passes(40);
  expect(inputs).toEqual(['<esc>']);
});
