/** Measures the memory over an hour of work: ten thousand actions. */
import { join } from 'node:path';
import { collectingInto, heapOf, usedIn } from '../test/support/heap.ts';
import { residentOf } from './large-lists.ts';
import { goBack, startProgram } from './program.ts';
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

type Step = readonly [keys: string, seen: string | RegExp];

/** Refresh, sort and filter: it begins and ends on the list. */
const onTheList: readonly Step[] = [
  ['r', /of 12,431 loaded|12,431 systems/],
  ['o', /by name/],
  ['0', /^(?![^]*by name)/],
  ['f', 'filter:'],
  ['lab', 'filter: lab'],
  ['\r', /^(?![^]*filter:)[^]*shown by filter/],
  ['0', /^(?![^]*shown by filter)/],
];

/** Fields and help, and back. */
const away: readonly Step[] = [
  ['\r', 'system id'],
  ['h', 'NAME'],
  ['?', '› Help'],
];

/** Away seldom: a letter has to wait after a key that led back. */
const round = [...Array.from({ length: 8 }, () => onTheList).flat(), ...away];

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
      await heapOf(terminal.pid, log);
    }
    await goBack(terminal, 'NAME');
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
