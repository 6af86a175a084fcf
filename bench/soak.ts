/** Measures the memory over an hour of work: ten thousand actions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { residentOf } from './large-lists.ts';
import { startProgram } from './program.ts';
import { startSyntheticService } from './synthetic-service.ts';

export interface Soak {
  readonly actions: number;
  /** MiB, after each twentieth of the actions. */
  readonly resident: readonly number[];
  /** MiB of the heap in use at the same times, after a garbage collection. */
  readonly used: readonly number[];
  /** MiB in use for each thousand actions, by least squares over the second half. */
  readonly growth: number;
}

/** Refresh, filter, sort, details, help: each round begins and ends on the list. No esc, after which keys have to wait. */
const round: readonly (readonly [string, string | RegExp])[] = [
  ['r', /of 12,431 loaded|12,431 systems/],
  ['o', /by name/],
  ['0', /^(?![^]*by name)/],
  ['f', 'filter:'],
  ['lab', 'filter: lab'],
  ['\r', /^(?![^]*filter:)[^]*shown by filter/],
  ['0', /^(?![^]*shown by filter)/],
  ['\r', 'system id'],
  ['h', 'NAME'],
  ['?', '› Help'],
  ['?', 'NAME'],
];

/** At SIGUSR2 collects garbage and writes the heap in use. Resident memory says less: it falls only now and then. */
function collectingInto(path: string): string {
  const module = `import { appendFileSync } from 'node:fs'; import { setFlagsFromString } from 'node:v8';
    import { runInNewContext } from 'node:vm'; setFlagsFromString('--expose-gc'); const collect = runInNewContext('gc');
    process.on('SIGUSR2', () => { collect(); appendFileSync(${JSON.stringify(path)}, process.memoryUsage().heapUsed + '\\n'); });`;
  return `--import data:text/javascript,${encodeURIComponent(module)}`;
}

/** In bytes, one for each signal. */
function usedIn(path: string): readonly number[] {
  return readFileSync(path, { encoding: 'utf8', flag: 'a+' }).trim().split('\n').filter(Boolean).map(Number);
}

export async function measureSoak(actions: number, home: string): Promise<Soak> {
  const service = await startSyntheticService(12_431, 0);
  const log = join(home, 'used.txt');
  const terminal = startProgram(service, home, collectingInto(log));
  await terminal.waitFor(/NAME[^]*\? help/);
  const resident: number[] = [];
  for (let done = 0; done < actions;) {
    for (const [keys, seen] of round) {
      terminal.write(keys);
      await terminal.waitFor(seen);
      done += 1;
      if (done % (actions / 20) !== 0) continue;
      resident.push(residentOf(terminal.pid));
      process.kill(terminal.pid, 'SIGUSR2');
      while (usedIn(log).length < resident.length) await setTimeout(10);
    }
  }
  await terminal.close();
  await service.close();
  const used = usedIn(log).map((bytes) => bytes / 2 ** 20);
  const late = used.slice(used.length / 2);
  return { actions, resident, used, growth: slopeOf(late) * (1000 / (actions / 20)) };
}

/** The slope of values at equal distances, per distance. */
function slopeOf(values: readonly number[]): number {
  const mean = (all: readonly number[]): number => all.reduce((sum, value) => sum + value, 0) / all.length;
  const middle = (values.length - 1) / 2;
  const level = mean(values);
  const above = values.reduce((sum, value, at) => sum + (at - middle) * (value - level), 0);
  const below = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return above / below;
}
