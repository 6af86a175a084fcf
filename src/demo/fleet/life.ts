/** The life of a system: connected, silent since a moment, or never seen. */

import type { Random } from './random.ts';
import { timestamp } from '../timestamps.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The part of a system that tells its history (specification, "System" and "States and transitions"). */
export interface Life {
  readonly state: string;
  readonly isEnabled: boolean;
  /** Null, empty or absent where the system never connected; the specification allows the first two. */
  readonly lastSeen: string | null | undefined;
  readonly enrolledAt: string;
}

/**
 * The life of a system enrolled `enrolledAgo` milliseconds before `now`. `silence` is the chance that it has not been
 * seen for more than 90 days. About one in 200 is connected although `lastSeen` is months old or absent: the field
 * says when the session was last written, not that the system is alive.
 */
export function aLife(random: Random, silence: number, enrolledAgo: number, now: number): Life {
  const enrolledAt = timestamp(random, now - enrolledAgo);
  const seen = (ago: number): string => timestamp(random, now - ago);
  const chance = random();
  // The odd ones first: beside those, 1.2 % never connected, and one in 1,400 is in a state no document names.
  if (chance < 0.005) {
    const old = enrolledAgo > 100 * DAY && random() < 0.7;
    const lastSeen = old ? seen(between(random, 100 * DAY, enrolledAgo)) : never(random);
    return { state: 'Connected', isEnabled: true, lastSeen, enrolledAt };
  }
  if (chance < 0.017) return { ...atRest(random, 0.05), lastSeen: never(random), enrolledAt };
  const silent = enrolledAgo > 90 * DAY && random() < silence;
  const ago = silent ? silentFor(random, enrolledAgo) : Math.min(recently(random), enrolledAgo * random());
  if (chance < 0.0177) return { state: 'Suspended', isEnabled: true, lastSeen: seen(ago), enrolledAt };
  if (!silent && random() < connectedChance(ago)) {
    return { state: 'Connected', isEnabled: true, lastSeen: seen(ago), enrolledAt };
  }
  return { ...atRest(random, silent ? 0.09 : 0.02), lastSeen: seen(ago), enrolledAt };
}

/** Sends that there is no last time: mostly as null, sometimes as an empty text, sometimes not at all. */
function never(random: Random): Life['lastSeen'] {
  const chance = random();
  if (chance < 0.1) return undefined;
  return chance < 0.3 ? '' : null;
}

/** A system that is not connected, and by chance disabled. */
function atRest(random: Random, disabled: number): Pick<Life, 'state' | 'isEnabled'> {
  return random() < disabled ? { state: 'Disabled', isEnabled: false } : { state: 'Disconnected', isEnabled: true };
}

/** More than 90 days, at most the time since enrolment. */
function silentFor(random: Random, enrolledAgo: number): number {
  const chance = random();
  const [from, to] = chance < 0.22 ? [90, 180] : chance < 0.52 ? [180, 365] : [365, 730];
  const ago = between(random, from * DAY, to * DAY);
  return ago < enrolledAgo ? ago : between(random, 90 * DAY, enrolledAgo);
}

/** Mostly within a week, and then rather minutes or hours than days; sometimes up to 90 days. */
function recently(random: Random): number {
  const chance = random();
  if (chance < 0.81) return 2 * MINUTE * (7 * 24 * 30) ** random();
  return chance < 0.925 ? between(random, 7 * DAY, 30 * DAY) : between(random, 30 * DAY, 90 * DAY);
}

function connectedChance(ago: number): number {
  if (ago < DAY) return 0.85;
  return ago < 7 * DAY ? 0.6 : 0.05;
}

/** More than `from`, at most `to`. */
function between(random: Random, from: number, to: number): number {
  return to - random() * (to - from);
}
