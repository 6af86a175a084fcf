/** Formats numbers, ages, times and durations, and explains the effect of disagreeing clocks. */
import type { ClockNote } from '../../state/session/clock.ts';
import { clean, type Clean } from './clean.ts';
import { groupDigits } from '../../state/kernel/spelling.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** A short age: `<1 min`, `4 min`, `3 h`, `612 d`. Days never become weeks or years: thresholds are in days. */
export function age(ms: number): Clean {
  if (ms < MINUTE) return clean('<1 min');
  if (ms < HOUR) return clean(`${Math.floor(ms / MINUTE)} min`);
  if (ms < DAY) return clean(`${Math.floor(ms / HOUR)} h`);
  return clean(`${Math.floor(ms / DAY)} d`);
}

/** A time to the minute, in UTC as the service sends it: `2025-03-18 09:12 UTC`. */
export function exact(ms: number): Clean {
  return clean(`${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`);
}

/**
 * The time in the local zone: `10:12`, with its date if that differs from UTC: `2025-03-19 00:12`. Null if the local
 * zone is UTC.
 */
export function local(ms: number): Clean | null {
  const at = new Date(ms);
  if (at.getTimezoneOffset() === 0) return null;
  const two = (part: number): string => String(part).padStart(2, '0');
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return clean(exact(ms).startsWith(date) ? time : `${date} ${time}`);
}

/** A future time: `08:51 UTC` within a day, else with its date. */
export function comingTime(ms: number, now: number): Clean {
  return ms - now < DAY ? clean(exact(ms).slice(11)) : exact(ms);
}

/** `12 Nov`; with the year if it is not the present one; today (UTC), with the time. */
export function visitTime(ms: number, now: number): Clean {
  const [then, today] = [new Date(ms), new Date(now)];
  const [day, ofToday] = [then.toISOString().slice(0, 10), today.toISOString().slice(0, 10)];
  if (day === ofToday) return clean(`${then.toISOString().slice(11, 16)} UTC`);
  const date = `${then.getUTCDate()} ${months[then.getUTCMonth()] ?? ''}`;
  return clean(day.slice(0, 4) === ofToday.slice(0, 4) ? date : `${date} ${day.slice(0, 4)}`);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Time left, rounded up: `40 s`, `about 3 min`, `about 2 h`. */
export function duration(ms: number): Clean {
  if (ms <= MINUTE) return clean(`${Math.ceil(Math.max(0, ms) / SECOND)} s`);
  if (ms <= HOUR) return clean(`about ${Math.ceil(ms / MINUTE)} min`);
  return clean(`about ${Math.ceil(ms / HOUR)} h`);
}

/** A duration in the largest unit that fits: `7 min`, `3 h`, `12 d`, `1 y`. */
export function span(ms: number): Clean {
  if (ms < HOUR) return clean(`${Math.round(ms / MINUTE)} min`);
  if (ms < 2 * DAY) return clean(`${Math.round(ms / HOUR)} h`);
  if (ms < YEAR) return clean(`${Math.round(ms / DAY)} d`);
  return clean(`${Math.round((10 * ms) / YEAR) / 10} y`);
}

export function clockSentence(note: Exclude<ClockNote, { kind: 'fine' }>): Clean {
  if (note.kind === 'unverified') return clean('Ages are unverified: the service sent no reliable time.');
  const meaning = note.kind === 'ahead' ? "ages use the service's time" : 'some ages are too small';
  return clean(`This computer's clock is ${span(note.ms)} ${note.kind}; ${meaning}.`);
}

/** `12,431` */
export function count(n: number): Clean {
  return clean(groupDigits(n));
}

/** `1 system`, `12,431 systems` */
export function plural(n: number, noun: string): Clean {
  return clean(`${count(n)} ${noun}${n === 1 ? '' : 's'}`);
}

/** `12 new`, `4 gone`; counts of 0 are left out. */
export function counts(...counted: readonly (readonly [n: number, what: string])[]): readonly string[] {
  return counted.filter(([n]) => n > 0).map(([n, what]) => `${count(n)} ${what}`);
}

/** The share as `39 %`. Never rounds to 0 % or 100 %. */
export function percent(part: number, all: number): string {
  if (part === 0 || all === 0) return '0 %';
  const rounded = Math.round((100 * Math.min(part, all)) / all);
  if (rounded === 0) return '<1 %';
  return rounded === 100 && part < all ? '>99 %' : `${rounded} %`;
}

/** `██████░░░░`; full only at 100 %, and a line if the total is unknown. */
export function progressBar(done: number, total: number | null, width: number): Clean {
  if (total === null) return clean('─'.repeat(width));
  const filled = done >= total ? width : Math.floor((width * done) / total);
  return clean('█'.repeat(filled) + '░'.repeat(width - filled));
}
