/** The ports of the process: the clock that also counts a sleep of the computer, and files of answers. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Settings } from '../../src/app/cli/settings.ts';
import { createBootClock, portsOf } from '../../src/app/ports.ts';
import { sessionPreferences } from '../../src/app/storage/preferences/preferences.ts';
import { openSavedMarks } from '../../src/app/storage/export-files.ts';
import { type Run, withSettled } from '../../src/state/change/run.ts';
import { aFolder } from '../support/folder.ts';
import { aNewRun, aReviewOf, aSystem } from '../support/make.ts';

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
  const { exportAnswer } = demoPorts();
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

/** The ports of a demo: neither a token nor the terminal is asked for. */
function demoPorts() {
  const unused = null as never;
  return portsOf(
    { isDemo: true, forced: null } as Settings,
    sessionPreferences(),
    unused,
    openSavedMarks(null),
    unused,
  );
}

/** The texts that are copied through the terminal from now on. */
function copies(): readonly string[] {
  const texts: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    const [, , encoded = ''] = String(text).slice(0, -1).split(';');
    return texts.push(Buffer.from(encoded, 'base64').toString()) > 0;
  });
  vi.stubEnv('TMUX', '');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    out.mockRestore();
  });
  return texts;
}

/** A run that has deleted one system. */
function aDoneRun(): Run {
  const system = aSystem({ systemId: 'S0', hostname: 'web-1' });
  return withSettled({ ...aNewRun(aReviewOf([system])), startedAt: 0 }, [{ system, outcome: { kind: 'done' } }]);
}

test('one line is copied as it is, several each with its end, and nothing in them acts on a terminal', () => {
  const copied = copies();
  const ports = demoPorts();
  for (const lines of [['web\u{1B}-1'], ['é', 'b']]) ports.copyLines(lines);
  ports.copyText('x\u{1B}');
  ports.copyOutcomes(aDoneRun());
  expect(copied).toEqual(['web␛-1', 'é\nb\n', 'x\u{1B}', 'deleted  web-1  S0\n']);
});

test('in tmux a text is copied by its own command, and through the terminal where that fails', async () => {
  const copied = copies();
  const folder = aFolder();
  const tmux = join(folder, 'tmux');
  vi.stubEnv('TMUX', `${folder}/server`);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  const answers = async (script: string, text: string): Promise<void> => {
    writeFileSync(tmux, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    demoPorts().copyText(text);
    await expect.poll(() => copied.includes(text) || existsSync(join(folder, text))).toBe(true);
  };
  await answers(`cat > '${folder}/new'; echo "$TMUX $*" >> '${folder}/new'; mv '${folder}/new' '${folder}/one'`, 'one');
  expect(readFileSync(join(folder, 'one'), 'utf8')).toBe(`one${folder}/server load-buffer -w -\n`);
  await answers('exit 1', 'two');
  expect(copied).toEqual(['two']);
});

test('the record of a run is exported with its time in the names of its files, or as one page', async () => {
  const [folder, before] = [aFolder(), process.cwd()];
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(before);
  });
  await demoPorts().exportRecord(aDoneRun(), true);
  await demoPorts().exportRecord({ ...aDoneRun(), startedAt: 1000 }, false);
  expect(readdirSync(folder).map((name) => name.replace('rollcall-run-1970-01-01T00-00-', ''))).toEqual([
    ...['00.md', '01.csv', '01.html', '01.json', '01.md'],
  ]);
});
