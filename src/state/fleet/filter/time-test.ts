/** Parses tests of an age: `>90d`, `<12h`, `<2026-01-01`. */
import { dayMs } from '../staleness/staleness.ts';
import type { Wrong } from './language.ts';

/** Tests an age in milliseconds, null where there is none. */
export type AgeTest = (ageMs: number | null, now: number) => boolean;

const units = {
  min: dayMs / 1440,
  h: dayMs / 24,
  d: dayMs,
  w: 7 * dayMs,
  mo: 30 * dayMs,
  y: 365 * dayMs,
} as const;

export const unitNames = Object.keys(units) as readonly (keyof typeof units)[];

function isUnit(name: string): name is keyof typeof units {
  return Object.hasOwn(units, name);
}

/** `>90d` is longer ago than that; `<2026-01-01` is before that day (UTC), so longer ago, too. Else the mistake. */
export function ageTest(value: string, field: string): AgeTest | Wrong {
  const [, side = '', amount = ''] = /^([<>]?=?)(.*)$/.exec(value) ?? [];
  if (/^\d{4}-/.test(amount)) return dateTest(side, amount);
  const [, number, unit = ''] = /^(\d+)([a-z]*)$/.exec(amount) ?? [];
  if (number === undefined) {
    return { says: `"${value}" is not an age. Example: ${field}:>90d` };
  }
  if (unit === 'm') return { says: `"${amount}": min or mo?` };
  if (unit !== '' && !isUnit(unit)) {
    const units = `Units: ${unitNames.join(', ')}.`;
    return { says: `"${unit}" is not a unit. ${units}` };
  }
  const age = unit === '' ? `${number}d` : amount;
  if (!/^[<>]/.test(side)) {
    const sides = `${field}:>${age} or ${field}:<${age}`;
    return { says: `Which side of ${age}? ${sides}` };
  }
  const limit = Number(number) * units[unit === '' ? 'd' : unit];
  return sided(side, (ageMs) => (ageMs === null ? null : ageMs - limit));
}

function dateTest(side: string, date: string): AgeTest | Wrong {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  // A day that is in no calendar is parsed as another one.
  const isDay = !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(date);
  if (!isDay) return { says: `"${date}" is not a date. Example: <2026-01-31` };
  if (!/^[<>]/.test(side)) {
    return { says: `Which side of ${date}? < is before it, > from it on.` };
  }
  const isBefore = side.startsWith('<');
  return (ageMs, now) => ageMs !== null && (isBefore ? now - ageMs < moment : now - ageMs >= moment);
}

function sided(side: string, over: (ageMs: number | null) => number | null): AgeTest {
  const isMore = side.startsWith('>');
  const isEqualEnough = side.endsWith('=');
  return (ageMs) => {
    const difference = over(ageMs);
    if (difference === null) return false;
    if (difference === 0) return isEqualEnough;
    return difference > 0 === isMore;
  };
}

/** Can more letters complete it to an age? */
export function mayBecomeAge(value: string): boolean {
  return /^[<>]?=?(?:\d*(?:mi?)?|\d{4}-[\d-]*)$/.test(value);
}
