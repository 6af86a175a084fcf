/** The clock that also counts a sleep of the computer. */
import { expect, test } from 'vitest';
import { createBootClock } from '../../src/app/ports.ts';

/** A computer that has been on for a day: what its clocks show, in milliseconds. */
class Computer {
  wall = Date.UTC(2026, 0, 1);
  steady = 1_000;
  sinceBoot = 86_400_000;
  /** How often it was asked for the last one. */
  asked = 0;
  readonly clock = createBootClock({
    wall: () => this.wall,
    steady: () => this.steady,
    sinceBoot: () => {
      this.asked++;
      return this.sinceBoot;
    },
  });
}

test('time passes alike, and the system is asked only once', () => {
  const computer = new Computer();
  expect(computer.clock()).toBe(86_400_000);
  for (let second = 0; second < 60; second++) {
    for (const name of ['wall', 'steady', 'sinceBoot'] as const) computer[name] += 1000;
    expect(computer.clock()).toBe(computer.sinceBoot);
  }
  expect(computer.asked).toBe(1);
});

test('a sleep counts, though one of the clocks stood still', () => {
  const computer = new Computer();
  computer.clock();
  for (const name of ['wall', 'sinceBoot'] as const) computer[name] += 3_600_000;
  expect(computer.clock()).toBe(86_400_000 + 3_600_000);
});

test('a time of day that somebody sets moves nothing', () => {
  const computer = new Computer();
  computer.clock();
  computer.wall -= 86_400_000;
  for (const name of ['wall', 'steady', 'sinceBoot'] as const) computer[name] += 250;
  expect(computer.clock()).toBe(86_400_250);
});

test('the clock of this computer goes on', async () => {
  const clock = createBootClock();
  const before = clock();
  await expect.poll(clock).toBeGreaterThan(before);
});
