/** The ports of the process: the clock that also counts a sleep of the computer, and files of answers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import type { Settings } from '../../src/app/cli/settings.ts';
import { createBootClock, portsOf } from '../../src/app/ports.ts';
import { sessionPreferences } from '../../src/app/storage/preferences/preferences.ts';
import { openVisits } from '../../src/app/storage/visits.ts';
import { aFolder } from '../support/folder.ts';

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

test('an answer is exported as what it is: rows, JSON, or its own bytes', async () => {
  const [folder, before] = [aFolder(), process.cwd()];
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(before);
  });
  const settings = { isDemo: true, forced: null } as Settings;
  // Neither a token nor the terminal is asked for.
  const unused = null as never;
  const { exportAnswer } = portsOf(settings, sessionPreferences(), unused, openVisits(null), unused);
  const written = await exportAnswer({
    name: 'things',
    files: [
      { kind: 'csv', columns: ['id', 'note'], rows: [['1', 'a, b']] },
      { kind: 'json', text: '{"id":1}\n' },
      { kind: 'other', extension: 'png', body: new Uint8Array([1, 2]) },
    ],
  });
  expect(written).toMatchObject({ ok: true });
  const names = readdirSync(folder).sort();
  expect(names.map((name) => name.replace(/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d/, 'TIME'))).toEqual(
    ['csv', 'json', 'png'].map((ending) => `rollcall-things-TIME.${ending}`),
  );
  const [csv, json, png] = names.map((name) => readFileSync(join(folder, name)));
  expect([String(csv), String(json), [...(png ?? [])]]).toEqual(['id,note\r\n1,"a, b"\r\n', '{"id":1}\n', [1, 2]]);
});
