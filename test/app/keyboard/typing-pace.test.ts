/** The pace of typing: a hand, a burst, or an enter too soon. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTypingPace } from '../../../src/app/keyboard/typing-pace.ts';

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

test('what follows a burst is a part of it until a hand could have begun', () => {
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
  fc.assert(
    fc.property(fc.array(read, { minLength: 1, maxLength: 30 }), (cuts) => {
      const pace = createTypingPace();
      let [nowMs, taken, at] = [0, 0, 0];
      for (const [length, afterMs] of cuts) {
        nowMs += afterMs;
        const text = Array.from({ length }, () => String.fromCodePoint(97 + (at++ % 26))).join('');
        if (pace.textRead(text, nowMs) === 'hand') taken += length;
      }
      expect(taken).toBeLessThanOrEqual(7 + nowMs / 40);
    }),
  );
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
