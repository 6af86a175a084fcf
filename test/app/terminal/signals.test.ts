import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { coalesceEnds, installEarlySignalHandlers, installSignalHandlers } from '../../../src/app/terminal/signals.ts';

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

const names = Object.keys(constants.signals) as NodeJS.Signals[];
const heard = (): number => names.reduce((sum, name) => sum + process.listenerCount(name), 0);
const send = (name: NodeJS.Signals): void => void process.emit(name, name);

/** Takes the handlers of this test away with it. Answers the codes with which this process would have ended. */
function exitsHere(): readonly unknown[] {
  const exits: unknown[] = [];
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => exits.push(code) as never);
  const before = names.map((name) => [name, process.listeners(name)] as const);
  onTestFinished(() => {
    exit.mockRestore();
    for (const [name, kept] of before) {
      for (const one of process.listeners(name)) if (!kept.includes(one)) process.off(name, one);
    }
  });
  return exits;
}

test('before the screen a signal waits until the terminal is quiet; a second one and a hang-up do not', async () => {
  const exits = exitsHere();
  const quiet = Promise.withResolvers<undefined>();
  const restored = vi.fn();
  const before = heard();
  const remove = installEarlySignalHandlers(() => quiet.promise, restored);
  send('SIGXCPU');
  expect(exits).toEqual([]);
  send('SIGALRM');
  expect(exits).toEqual([142]);
  // The real exit comes back to nobody.
  quiet.resolve(undefined);
  await expect.poll(() => exits).toEqual([142, 152, 142]);
  send('SIGHUP');
  expect(exits.at(-1)).toBe(129);
  expect(restored).toHaveBeenCalledTimes(4);
  remove();
  expect(heard()).toBe(before);
});

test.each(
  ['SIGABRT', 'SIGALRM', 'SIGIO', 'SIGPROF', 'SIGPWR', 'SIGSTKFLT', 'SIGSYS', 'SIGTRAP', 'SIGUSR2', 'SIGVTALRM']
    .concat(['SIGXCPU', 'SIGXFSZ', 'SIGINT', 'SIGQUIT', 'SIGTERM'])
    .filter((name): name is NodeJS.Signals => name in constants.signals),
)('on the screen %s asks for the end, with the exit code that a shell gives it', (name) => {
  exitsHere();
  const asked: boolean[] = [];
  const ending = installSignalHandlers((isAgain) => asked.push(isAgain));
  send(name);
  expect([ending.exitCode, asked]).toEqual([128 + constants.signals[name], [false]]);
});

test('on the screen a signal asks for the end once, with its exit code, and a hang-up without one', async () => {
  exitsHere();
  const asked: boolean[] = [];
  const { stdout, stderr } = process;
  const outputs = [stdout, stderr].map((stream) => [stream, Object.getOwnPropertyDescriptor(stream, 'write')] as const);
  const ending = installSignalHandlers((isAgain) => asked.push(isAgain));
  for (const name of ['SIGXCPU', 'SIGXCPU'] as const) send(name);
  expect([ending, asked]).toEqual([{ isHungUp: false, exitCode: 152 }, [false]]);
  send('SIGHUP');
  expect([ending.isHungUp, asked]).toEqual([true, [false]]);
  // No terminal is there any more: each write is done, and writes nothing.
  for (const [stream, own] of outputs) {
    await new Promise((resolve) => stream.write('not written', 'utf8', resolve));
    expect(Object.hasOwn(stream, 'write')).toBe(true);
    Reflect.deleteProperty(stream, 'write');
    if (own !== undefined) Object.defineProperty(stream, 'write', own);
  }
});
