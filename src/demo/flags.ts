/** Parses the command line of the service. */

import { parseArgs } from 'node:util';

import { interceptionOf } from './faults/injection.ts';
import type { Intercept } from './service.ts';

/** Each flag that takes a number, with its smallest, largest and usual value. */
const NUMBERS = {
  /** Port of 127.0.0.1; 0 takes any free one. */
  port: [0, 65_535, 0],
  /** How many systems the first organisation has. */
  systems: [0, 1_000_000, 12_431],
  /** Another seed, another fleet. */
  seed: [0, 1_000_000_000, 1],
  /** Milliseconds each answer takes. */
  latency: [0, 60_000, 40],
} as const;

type NumberFlag = keyof typeof NUMBERS;

export type Flags = Readonly<Record<NumberFlag, number>> & {
  /** Started by the program, and ended with it. */
  readonly embedded: boolean;
  /** Its fault, and where: `503@deletion`. Absent: none. */
  readonly intercept?: Intercept;
  /** Prints the faults, and ends. */
  readonly faults: boolean;
};

const OPTIONS = {
  port: { type: 'string' },
  systems: { type: 'string' },
  seed: { type: 'string' },
  latency: { type: 'string' },
  embedded: { type: 'boolean' },
  fault: { type: 'string' },
  faults: { type: 'boolean' },
} as const;

/** The flags, or one sentence about the mistake in them. */
export function readFlags(args: readonly string[]): Flags | { readonly complaint: string } {
  const given = parsed(args);
  if (given === undefined) {
    const all = '--port N, --systems N, --seed N, --latency MS, --fault NAME@PLACE, --faults and --embedded';
    return { complaint: `The flags are ${all}, and no others.` };
  }
  const intercept = given.fault === undefined ? undefined : interceptionOf(given.fault);
  if (given.fault !== undefined && intercept === undefined) {
    return { complaint: '--fault takes a fault and its place; --faults lists them.' };
  }
  const numberOf = (flag: NumberFlag): number => {
    const [least, most, usual] = NUMBERS[flag];
    const text = given[flag];
    if (text === undefined) return usual;
    return /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : NaN;
  };
  const flags = {
    port: numberOf('port'),
    systems: numberOf('systems'),
    seed: numberOf('seed'),
    latency: numberOf('latency'),
    embedded: given.embedded ?? false,
    faults: given.faults ?? false,
    ...(intercept && { intercept }),
  };
  const wrong = (['port', 'systems', 'seed', 'latency'] as const).find((flag) => Number.isNaN(flags[flag]));
  if (wrong === undefined) return flags;
  return { complaint: `--${wrong} takes a whole number from ${NUMBERS[wrong][0]} to ${NUMBERS[wrong][1]}.` };
}

/** The texts behind the flags; undefined where one is unknown or lacks its value, for which Node throws. */
function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch {
    return undefined;
  }
}
