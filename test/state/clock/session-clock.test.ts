import { expect, test } from 'vitest';
import { createSessionClock } from '../../../src/state/clock/session-clock.ts';
import { now as truth } from '../../support/make.ts';

/** What the header of the service's answer says: the moment, cut to the second. */
const cut = (ms: number): number => ms - 999;

const hour = 60 * 60_000;

function aClock(offset: number) {
  let passed = 0;
  const clock = createSessionClock(() => ({ wall: truth + offset + passed, steady: passed }));
  return {
    clock,
    pass: (ms: number) => truth + (passed += ms),
  };
}

test('what is heard first is said, and then only what is new', () => {
  const { clock, pass } = aClock(hour);
  expect(clock.hear(cut(pass(0)))).toEqual({ kind: 'ahead', ms: hour });
  expect(clock.hear(cut(pass(5000)))).toBeNull();
  expect(clock.hear(cut(pass(5000)) - 2 * 60_000)).toEqual({ kind: 'ahead', ms: hour + 2 * 60_000 });
});

test('nothing is said of a clock that is right', () => {
  const { clock, pass } = aClock(0);
  expect(clock.hear(cut(pass(0)))).toBeNull();
});

test('a service that tells no time is said to tell none, until it does', () => {
  const { clock, pass } = aClock(hour);
  expect(clock.hear(null)).toEqual({ kind: 'unverified' });
  expect(clock.now()).toBe(truth + hour);
  expect(clock.hear(cut(pass(0)))).toEqual({ kind: 'ahead', ms: hour });
  expect(clock.now()).toBe(truth);
});

test('another service starts fresh', () => {
  const { clock, pass } = aClock(hour);
  clock.hear(cut(pass(0)));
  clock.forget();
  expect(clock.now()).toBe(truth + hour);
  expect(clock.hear(cut(pass(0)))).toEqual({ kind: 'ahead', ms: hour });
});

test('an answer of another service says nothing of the one in use', () => {
  const { clock, pass } = aClock(0);
  const late = clock.listener();
  clock.forget();
  expect(late(cut(pass(0)) - hour)).toBeNull();
  expect(clock.note()).toEqual({ kind: 'fine' });
  expect(clock.listener()(cut(pass(0)) - hour)).toEqual({ kind: 'ahead', ms: hour });
});
