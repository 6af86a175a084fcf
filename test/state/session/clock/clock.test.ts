import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterDate,
  judgeNow,
  clockNote,
  type ClockReading,
  type ServiceClock,
  unheard,
  createSessionClock,
} from '../../../../src/state/session/clock.ts';
import { dayMs, isStale } from '../../../../src/state/fleet/staleness/staleness.ts';
import { aSystem, now as truth } from '../../../support/make.ts';
import { holds } from '../../../support/property.ts';

const hour = 60 * 60_000;
const year = 365.25 * dayMs;

/** This computer's clocks, where the time of day is wrong by so much. */
function reading(offset: number, passed = 0): ClockReading {
  return { wall: truth + passed + offset, steady: 5_000_000 + passed };
}

function heardWith(offset: number): ServiceClock {
  return afterDate(unheard, truth, reading(offset));
}

describe('the moment by which ages are judged', () => {
  test('is the service’s where this computer is ahead, and this computer’s where it is behind', () => {
    expect(judgeNow(heardWith(3 * hour), reading(3 * hour))).toBe(truth);
    expect(judgeNow(heardWith(-3 * hour), reading(-3 * hour))).toBe(truth - 3 * hour);
  });

  test('moves on between answers', () => {
    expect(judgeNow(heardWith(year), reading(year, 10 * 60_000))).toBe(truth + 10 * 60_000);
  });

  test('does not jump with a clock that is set in the middle of the session', () => {
    expect(judgeNow(heardWith(0), reading(year, 60_000))).toBe(truth + 60_000);
    expect(judgeNow(heardWith(0), reading(-hour, 60_000))).toBe(truth + 60_000 - hour);
  });

  test('is this computer’s before any answer', () => {
    expect(judgeNow(unheard, reading(hour))).toBe(truth + hour);
  });

  test('is this computer’s where the service tells no time', () => {
    const dateless = afterDate(unheard, null, reading(hour));
    expect(judgeNow(dateless, reading(hour))).toBe(truth + hour);
    expect(judgeNow(dateless, reading(-hour))).toBe(truth - hour);
  });
});

describe('the note', () => {
  test.each([
    [4 * 60_000, { kind: 'fine' }],
    [-4 * 60_000, { kind: 'fine' }],
    [6 * 60_000, { kind: 'ahead', ms: 6 * 60_000 }],
    [-6 * 60_000, { kind: 'behind', ms: 6 * 60_000 }],
    [year, { kind: 'ahead', ms: year }],
  ])('for a clock that is off by %i', (offset, note) => {
    expect(clockNote(heardWith(offset), reading(offset))).toEqual(note);
  });

  test('says that answers without a time verify nothing, until one has it', () => {
    const dateless = afterDate(unheard, null, reading(0));
    expect(clockNote(dateless, reading(0))).toEqual({ kind: 'unverified' });
    expect(clockNote(afterDate(dateless, truth, reading(0)), reading(0))).toEqual({ kind: 'fine' });
  });

  test('an answer without a time takes nothing from what others said', () => {
    const heard = heardWith(0);
    expect(afterDate(heard, null, reading(0))).toBe(heard);
  });

  test('says so where answers contradict each other, and the earliest of them counts from then on', () => {
    let clock = heardWith(0);
    clock = afterDate(clock, truth + dayMs, reading(0, 1000));
    expect(clockNote(clock, reading(0, 1000))).toEqual({ kind: 'unverified' });
    expect(judgeNow(clock, reading(0, 1000))).toBe(truth + 1000);
    clock = afterDate(clock, truth - dayMs, reading(0, 2000));
    expect(judgeNow(clock, reading(0, 2000))).toBe(truth - dayMs);
    clock = afterDate(clock, truth + 3000, reading(0, 3000));
    expect(clockNote(clock, reading(0, 3000))).toEqual({ kind: 'unverified' });
    expect(judgeNow(clock, reading(0, 3000))).toBe(truth - dayMs + 1000);
  });

  test('is not made by a computer that slept, nor by a clock that was set', () => {
    const slept: ClockReading = { wall: truth + 8 * hour, steady: 5_000_000 + 1000 };
    expect(clockNote(afterDate(heardWith(0), truth + 8 * hour, slept), slept)).toEqual({ kind: 'fine' });
    const set = reading(-hour, 60_000);
    expect(clockNote(afterDate(heardWith(0), truth + 60_000, set), set)).toEqual({ kind: 'behind', ms: hour });
  });
});

/** From ten years behind to ten years ahead. */
const offsets = Array.from({ length: 41 }, (_, at) => (at - 20) * (year / 2));

test.each(offsets)(
  'a clock that is off by %i makes no system stale that is not, where the service tells the time',
  (offset) => {
    holds(
      [fc.array(fc.integer({ min: 0, max: 400 * dayMs }), { minLength: 1 }), fc.integer({ min: 1, max: 200 })],
      { numRuns: 50 },
      (ages, days) => {
        const judged = judgeNow(afterDate(unheard, truth, reading(offset)), reading(offset));
        for (const age of ages) {
          const system = aSystem({ lastSeen: new Date(truth - age).toISOString() });
          if (isStale(system, days, judged)) expect(isStale(system, days, truth)).toBe(true);
          // With this clock right or ahead, nothing is missed either.
          if (offset >= 0) expect(isStale(system, days, judged)).toBe(isStale(system, days, truth));
        }
      },
    );
  },
);

test('however this clock is set, and whatever else is answered, now is never later than the service’s `Date`', () => {
  const moment = fc.record({
    passed: fc.integer({ min: 0, max: dayMs }),
    wall: fc.integer({ min: -20 * year, max: 8000 * year }),
    date: fc.option(fc.integer({ min: -year, max: 400 * dayMs })),
  });
  holds([fc.array(moment, { minLength: 1 })], (moments) => {
    let clock = unheard;
    let steady = 0;
    let latest: { readonly date: number; readonly steady: number } | null = null;
    for (const { passed, wall, date } of moments) {
      steady += passed;
      const at = { wall: truth + wall, steady };
      clock = afterDate(clock, date === null ? null : truth + date, at);
      if (date !== null) latest = { date: truth + date, steady };
      const bound = latest === null ? at.wall : Math.min(at.wall, latest.date + steady - latest.steady);
      expect(judgeNow(clock, at)).toBeLessThanOrEqual(bound);
      if (latest === null) expect(clockNote(clock, at).kind).toBe('unverified');
    }
  });
});

/** The header of the service's answer: the moment, cut to the second. */
const cut = (ms: number): number => ms - 999;

function aClock(offset: number) {
  let passed = 0;
  const clock = createSessionClock(() => ({ wall: truth + offset + passed, steady: passed }));
  return { clock, pass: (ms: number) => truth + (passed += ms) };
}

test('the first report is said, and then only news', () => {
  const { clock, pass } = aClock(hour);
  expect(clock.hear(cut(pass(0)))).toEqual({ kind: 'ahead', ms: hour });
  expect(clock.hear(cut(pass(5000)))).toBeNull();
  expect(clock.hear(cut(pass(5000)) - 2 * 60_000)).toEqual({ kind: 'ahead', ms: hour + 2 * 60_000 });
});

test("the service's time is known once an answer has told it, until another service is used", () => {
  const { clock, pass } = aClock(hour);
  expect(clock.serviceTime()).toBeNull();
  clock.hear(cut(pass(0)));
  expect(Math.abs((clock.serviceTime() ?? 0) - truth)).toBeLessThanOrEqual(1000);
  clock.forget();
  expect(clock.serviceTime()).toBeNull();
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
