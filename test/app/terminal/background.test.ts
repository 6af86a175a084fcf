import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  askBackground,
  backgroundIn,
  backgroundOf,
  backgroundQuery,
  colourlessBy,
} from '../../../src/app/terminal/background.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const black = '\u{1B}]11;rgb:0000/0000/0000\u{1B}\\';
const attributes = '\u{1B}[?62;4c';

test('a terminal has colours unless its terminfo has none, or the environment wants none', () => {
  const without =
    'dumb unknown vt52 vt100 vt100-am vt102 vt220 vt220-8bit vt320 vt420 vt510 vt520 sun mach rxvt-m'.split(' ');
  const others = 'xterm xterm-256color xterm-vt220 vt525 vte vte-256color linux screen tmux ansi mach-color'.split(' ');
  for (const TERM of [...without, 'xterm-mono', 'xterm-r6'])
    expect([TERM, colourlessBy({ TERM })]).toEqual([TERM, 'TERM']);
  for (const TERM of [...others, '']) expect([TERM, colourlessBy({ TERM })]).toEqual([TERM, null]);
  expect(colourlessBy({ TERM: 'xterm', NO_COLOR: '1' })).toBe('NO_COLOR');
});

/** A terminal that was asked, and what has come of it. */
function asked() {
  const heard: string[] = [];
  let answer: (reply: string) => void = () => undefined;
  let isExpecting = true;
  const input = {
    expectReplies(listener: (reply: string) => void) {
      answer = listener;
      return () => {
        isExpecting = false;
      };
    },
  };
  const { known, over } = askBackground(input, heard.push.bind(heard), heard.push.bind(heard));
  void known.then(() => heard.push('known'));
  return {
    heard,
    answer: (reply: string) => {
      answer(reply);
    },
    leaves: () => void over().then(() => heard.push('over')),
    isExpecting: () => isExpecting,
  };
}

test('the first frame waits for the answer of a terminal, and no longer', async () => {
  const { heard, answer, isExpecting } = asked();
  expect(heard).toEqual([backgroundQuery]);
  answer(black);
  answer(attributes);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard.slice(1)).toEqual(['dark', 'known']);
  expect(isExpecting()).toBe(false);
});

test('the first frame waits at most 100 ms; a late answer still counts', async () => {
  const { heard, answer } = asked();
  await vi.advanceTimersByTimeAsync(99);
  expect(heard).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  answer(black);
  expect(heard.slice(1)).toEqual(['known', 'dark']);
});

test('the terminal is not left before its answer', async () => {
  const { heard, answer, leaves } = asked();
  leaves();
  await vi.advanceTimersByTimeAsync(900);
  answer(black);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).not.toContain('over');
  answer(attributes);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toContain('over');
});

test('a terminal that tells its background alone is left a moment after it', async () => {
  const { heard, answer, leaves } = asked();
  leaves();
  await vi.advanceTimersByTimeAsync(1300);
  answer(black);
  await vi.advanceTimersByTimeAsync(499);
  expect(heard).not.toContain('over');
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toContain('over');
});

test.each([
  ['three seconds after the question', 0, 3000],
  ['at once, when it has said nothing for long', 5000, 0],
])('a terminal that never answers is left %s', async (_, before, after) => {
  const { heard, leaves } = asked();
  await vi.advanceTimersByTimeAsync(before);
  leaves();
  await vi.advanceTimersByTimeAsync(Math.max(0, after - 1));
  expect(heard.includes('over')).toBe(after === 0);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toContain('over');
});

test.each([
  ['rgb:0000/0000/0000', 'dark'],
  ['rgb:ffff/ffff/ffff', 'light'],
  ['rgb:ff/ff/ff', 'light'],
  ['rgba:fdfd/f6f6/e3e3/ffff', 'light'],
  ['rgb:0000/2b2b/3636', 'dark'],
  // Black and white text contrast equally with this grey.
  ['rgb:75/75/75', 'dark'],
  ['rgb:76/76/76', 'light'],
  ['#ffffff', null],
  ['?', null],
])('the answer %s is %s', (colour, background) => {
  expect(backgroundIn(`\u{1B}]11;${colour}\u{7}`)).toBe(background);
});

test.each([
  ['15;0', 'dark'],
  ['0;15', 'light'],
  ['0;default;15', 'light'],
  ['0;7', 'light'],
  ['7;8', 'dark'],
  ['12;default', null],
  ['0;16', null],
  ['', null],
])('COLORFGBG=%s is %s', (COLORFGBG, background) => {
  expect(backgroundOf({ COLORFGBG })).toBe(background);
});
