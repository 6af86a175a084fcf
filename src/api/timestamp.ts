/** Parses timestamps (RFC 3339; specification, "What the service does", 6), and finds them anywhere in a record. */
import { intern } from './compact.ts';
import { withoutTail } from './exact-json.ts';

/** Years from 2000: other programs write earlier dates for empty ones (`0001-01-01`). */
const date = String.raw`[2-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d{1,9}))?`;
const offset = String.raw`Z|([+-])([01]\d|2[0-3]):([0-5]\d)`;
const pattern = new RegExp(`^${date}T${time}(?:${offset})$`, 'i');

const minuteMs = 60_000;

/** Milliseconds since 1970; null for 30 February, a leap second, a year before 2000, or any other text. */
export function readTimestamp(text: string): number | null {
  const match = pattern.exec(text);
  if (match === null) return null;
  const [, fraction = '', sign, hours = '0', minutes = '0'] = match;
  const field = (from: number, to: number): number => Number(text.slice(from, to));
  const day = field(8, 10);
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const local = Date.UTC(field(0, 4), field(5, 7) - 1, day, field(11, 13), field(14, 16), field(17, 19), milliseconds);
  // `Date` carries an impossible day into the next month.
  if (new Date(local).getUTCDate() !== day) return null;
  const ahead = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return sign === '-' ? local + ahead : local - ahead;
}

/** One text for all spellings of an instant, to its last digit: `@1763640005123.45`; null for any other text. */
export function instantOf(text: string): string | null {
  const ms = readTimestamp(text);
  if (ms === null) return null;
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  const below = withoutTail(fraction.slice(3), '0');
  return `@${ms}${below === '' ? '' : `.${below}`}`;
}

export function isSameTime(one: string | null | undefined, other: string | null | undefined): boolean {
  if (one === other) return true;
  const instant = one == null ? null : instantOf(one);
  return instant !== null && other != null && instantOf(other) === instant;
}

/** A time in an undocumented field: a `connectedAt` of today is a sign of life. */
export interface OtherTime {
  /** The path: `connectedAt`, `session.at`, `sessions[0].at`. */
  readonly field: string;
  /** As received. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly ms: number;
}

/** Maximum levels below the record, values visited, times kept, and characters of a path. */
const maxDepth = 4;
const maxValues = 500;
const maxTimes = 20;
const maxPathLength = 100;

const none: readonly never[] = [];

type JsonRecord = Readonly<Record<string, unknown>>;
type Field = readonly [path: string, value: unknown];

/** Nearest first. Texts in the fields `known` do not count; values nested in them may. */
export function otherTimes(record: JsonRecord, known: ReadonlySet<string>): readonly OtherTime[] {
  let level = outermost(record, known);
  if (level.length === 0) return none;
  const times: OtherTime[] = [];
  let looked = 0;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const next: Field[] = [];
    for (const [field, value] of level) {
      if (++looked > maxValues || times.length === maxTimes) return times;
      if (typeof value === 'string') {
        const ms = readTimestamp(value);
        if (ms !== null) times.push({ field: intern(field), text: value, ms });
      } else if (typeof value === 'object' && value !== null) next.push(...inside(field, value));
    }
    level = next;
  }
  // Copies the array, because an array that grew keeps spare capacity.
  return times.length === 0 ? none : times.slice();
}

function outermost(record: JsonRecord, known: ReadonlySet<string>): readonly Field[] {
  // Allocated on demand, because nearly every record has none.
  let fields: Field[] | undefined;
  for (const field of Object.keys(record)) {
    const value = record[field];
    if (
      value === null ||
      (known.has(field) &&
        (typeof value !== 'object' || field === 'tags' || (Array.isArray(value) && value.length === 0)))
    )
      continue;
    (fields ??= []).push([field.slice(0, maxPathLength), value]);
  }
  return fields ?? none;
}

function inside(path: string, value: object): readonly Field[] {
  const isList = Array.isArray(value);
  const entries = Object.entries(isList ? value.slice(0, maxValues) : value).slice(0, maxValues);
  return entries.map(([name, one]) => [(isList ? `${path}[${name}]` : `${path}.${name}`).slice(0, maxPathLength), one]);
}
