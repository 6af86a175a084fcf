import { expect, test } from 'vitest';
import { coalesceEnds } from '../../../src/app/terminal/signals.ts';

test.each<[string, ['signal' | 'hangUp', number][], boolean[]]>([
  ['a signal', [['signal', 0]], [false]],
  [
    'a second signal, three seconds later',
    [
      ['signal', 0],
      ['signal', 3000],
    ],
    [false, true],
  ],
  [
    'a signal that is sent twice at once',
    [
      ['signal', 0],
      ['signal', 6],
    ],
    [false],
  ],
  [
    'a terminal that is gone in several ways',
    [
      ['hangUp', 0],
      ['hangUp', 3000],
    ],
    [false],
  ],
  [
    'a signal and the terminal that goes after it',
    [
      ['signal', 0],
      ['hangUp', 3000],
    ],
    [false],
  ],
  [
    'a signal after the terminal, and another',
    [
      ['hangUp', 0],
      ['signal', 3000],
      ['signal', 6000],
    ],
    [false, true],
  ],
])('%s ends as it is meant', (_, events, expected) => {
  const asked: boolean[] = [];
  let now = 0;
  const ends = coalesceEnds(
    (isAgain) => asked.push(isAgain),
    () => now,
  );
  for (const [event, at] of events) {
    now = at;
    if (event === 'signal') ends.signal();
    else ends.hangUp();
  }
  expect(asked).toEqual(expected);
});
