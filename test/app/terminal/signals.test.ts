import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
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

/** How a program ends that gets this signal: before the screen, or on it, where it ends as the main program does. */
async function endBy(signal: NodeJS.Signals, when: 'before the screen' | 'on the screen'): Promise<unknown> {
  const program = `
    const signals = await import(${JSON.stringify(resolve('src/app/terminal/signals.ts'))});
    if (${when === 'before the screen'}) signals.installEarlySignalHandlers(() => Promise.resolve(), () => undefined);
    else {
      const ending = signals.installSignalHandlers(() => {
        if (ending.isHungUp) signals.endBySighup();
        else process.exit(ending.exitCode);
      });
    }
    process.kill(process.pid, '${signal}');
    setInterval(() => undefined, 1000);
  `;
  // Its input stays open: the end of it would be a hang-up, too.
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return (await once(child, 'exit')) as unknown;
}

test('whoever sent a signal learns of it: by the exit code that a shell gives it, or by the signal itself', async () => {
  const ends = [
    endBy('SIGHUP', 'on the screen'),
    endBy('SIGTERM', 'on the screen'),
    endBy('SIGHUP', 'before the screen'),
  ];
  expect(await Promise.all(ends)).toEqual([
    [null, 'SIGHUP'],
    [143, null],
    [129, null],
  ]);
});
