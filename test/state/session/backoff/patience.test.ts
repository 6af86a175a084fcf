/** Reads of commands: repeated as often as a service asks for patience, and for a time that is said. */
import { expect, test } from 'vitest';
import type { Problem, Result } from '../../../../src/api/problem.ts';
import { waitSentence } from '../../../../src/screens/text/problem-wording.ts';
import { createPatience } from '../../../../src/state/session/backoff/feature.ts';
import { refused } from '../../../support/make.ts';

const read: Result<string> = { ok: true, value: 'list' };

/** A command whose reads get these answers, then the last one again and again; each takes as many seconds. */
function aCommand(answers: readonly (Problem | typeof read)[], seconds = 0) {
  let [now, asked, isPaused] = [0, 0, false];
  const waited: number[] = [];
  const told: Problem[] = [];
  const patiently = createPatience({
    steady: () => now,
    tell: (problem) => told.push(problem),
    async pause(pauseSeconds) {
      isPaused = true;
      await new Promise(setImmediate);
      waited.push(pauseSeconds);
      now += pauseSeconds * 1000;
      isPaused = false;
    },
  });
  const reads = (): Promise<Result<string>> =>
    patiently(() => {
      expect(isPaused).toBe(false);
      now += seconds * 1000;
      const answer = answers[Math.min(asked++, answers.length - 1)] ?? read;
      return Promise.resolve('ok' in answer ? answer : { ok: false, problem: answer });
    });
  return { reads, waited, told, minutes: () => now / 60_000 };
}

const busy = refused(503, { retryAfter: 100 });

test('a read waits as a service asks it to, and reads then', async () => {
  const { reads, waited } = aCommand([busy, busy, read]);
  expect(await reads()).toEqual(read);
  expect(waited).toEqual([100, 100]);
});

test('a read reports what a retry cannot cure', async () => {
  const { reads, waited, told } = aCommand([refused(404)]);
  expect(await reads()).toEqual({ ok: false, problem: refused(404) });
  expect([waited, told]).toEqual([[], []]);
});

test.each([
  ['asks for more and more', busy, 0],
  ['never says for how long', refused(429), 0],
  ['asks for a second each time', refused(429, { retryAfter: 1 }), 0],
  ['takes its time for each answer, too', refused(429, { retryAfter: 1 }), 25],
])(
  'a read of a service that %s ends within ten minutes, and that is said once, before the first wait',
  async (_, problem, seconds) => {
    const { reads, told, waited, minutes } = aCommand([problem], seconds);
    expect(await reads()).toEqual({ ok: false, problem });
    expect(minutes()).toBeGreaterThan(8);
    expect(minutes()).toBeLessThanOrEqual(10.5);
    expect(told).toEqual([problem]);
    expect(waited.length).toBeGreaterThan(1);
    await reads();
    expect(told).toHaveLength(1);
    expect(waitSentence(problem)).toBe(`The service asks to wait (${problem.status}). rollcall gives up after 10 min.`);
  },
);

test('a failure that passes is retried without a word', async () => {
  const { reads, told, waited } = aCommand([refused(500), read]);
  expect(await reads()).toEqual(read);
  expect([told, waited]).toEqual([[], [1]]);
});
