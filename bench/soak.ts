/** Does an hour of work make the program grow? Ten thousand actions, and what is resident while they pass. */
import { residentOf } from './large-lists.ts';
import { startProgram } from './program.ts';
import { startSyntheticService } from './synthetic-service.ts';

export interface Soak {
  readonly actions: number;
  /** MiB, after each tenth of the actions. */
  readonly resident: readonly number[];
  /** MiB for each thousand actions, by least squares over the second half. */
  readonly slope: number;
}

/** Refresh, filter, order, details, help: each round begins and ends on the list. No esc, after which keys have to wait. */
const round: readonly (readonly [string, string | RegExp])[] = [
  ['r', /12,431 read|of 12,431 read/],
  ['o', /by name/],
  ['0', /^(?![^]*by name)/],
  ['f', 'filter what is here:'],
  ['lab', 'filter what is here: lab'],
  ['\r', /^(?![^]*filter what is here)[^]*shown by filter/],
  ['0', /^(?![^]*shown by filter)/],
  ['\r', 'system id'],
  ['h', 'NAME'],
  ['?', 'Keys of this screen'],
  ['?', 'NAME'],
];

export async function measureSoak(actions: number, home: string): Promise<Soak> {
  const service = await startSyntheticService(12_431, 0);
  const terminal = startProgram(service, home);
  await terminal.waitFor(/NAME[^]*\? all keys/);
  const resident: number[] = [];
  for (let done = 0; done < actions;) {
    for (const [keys, seen] of round) {
      terminal.write(keys);
      await terminal.waitFor(seen);
      done += 1;
      if (done % (actions / 20) === 0) resident.push(residentOf(terminal.pid));
    }
  }
  await terminal.close();
  await service.close();
  const late = resident.slice(resident.length / 2);
  return { actions, resident, slope: slopeOf(late) * (1000 / (actions / 20)) };
}

/** Of values at equal distances, per distance. */
function slopeOf(values: readonly number[]): number {
  const mean = (all: readonly number[]): number => all.reduce((sum, value) => sum + value, 0) / all.length;
  const middle = (values.length - 1) / 2;
  const level = mean(values);
  const above = values.reduce((sum, value, at) => sum + (at - middle) * (value - level), 0);
  const below = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return above / below;
}
