/** Timestamps in fields that the specification does not name: a `connectedAt` of today is a sign of life. */
import { shared } from './shared-text.ts';
import { readTimestamp } from './timestamp.ts';

export interface OtherTime {
  /** The path: `connectedAt`, `session.at`, `sessions[0].at`. */
  readonly field: string;
  /** As sent. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly ms: number;
}

/** Levels below the record, values looked at, times kept, and characters of a path. */
const deepest = 4;
const mostValues = 500;
const mostTimes = 20;
const longestPath = 100;

const none: readonly never[] = [];

/** The nearest ones first. Texts in the fields `known` are no times of this kind; what is nested in them may be. */
export function otherTimes(
  record: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): readonly OtherTime[] {
  let level = outermost(record, known);
  if (level.length === 0) return none;
  const times: OtherTime[] = [];
  let looked = 0;
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const next: (readonly [string, unknown])[] = [];
    for (const [field, value] of level) {
      if (++looked > mostValues || times.length === mostTimes) return times;
      if (typeof value === 'string') {
        const ms = readTimestamp(value);
        if (ms !== null) times.push({ field: shared(field), text: value, ms });
      } else if (typeof value === 'object' && value !== null) next.push(...inside(field, value));
    }
    level = next;
  }
  // A copy has no room for more.
  return times.length === 0 ? none : times.slice();
}

function outermost(
  record: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): readonly (readonly [string, unknown])[] {
  // Nearly every record has none: it costs no list of its own.
  let fields: (readonly [string, unknown])[] | undefined;
  for (const field of Object.keys(record)) {
    const value = record[field];
    if (value === null || (known.has(field) && (typeof value !== 'object' || field === 'tags' || isEmpty(value))))
      continue;
    (fields ??= []).push([field.slice(0, longestPath), value]);
  }
  return fields ?? none;
}

function isEmpty(value: object): boolean {
  return Array.isArray(value) && value.length === 0;
}

function inside(path: string, value: object): readonly (readonly [string, unknown])[] {
  const isList = Array.isArray(value);
  const entries = Object.entries(isList ? value.slice(0, mostValues) : value).slice(0, mostValues);
  return entries.map(([name, one]) => [(isList ? `${path}[${name}]` : `${path}.${name}`).slice(0, longestPath), one]);
}
