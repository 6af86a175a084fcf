/** The fields of the filter language, and the tests that their values make. */
import type { FieldName, System } from '../../api/system.ts';
import { fieldNames, filteredFields, systemFields } from '../systems/fields.ts';
import { ageOf, dayMs, isConnected, isStale } from '../staleness/staleness.ts';

/** What a filter may look at besides the system. */
export interface FilterContext {
  readonly now: number;
  readonly days: number;
  readonly isMarked: (systemId: string) => boolean;
  /** Not listed at the last look; connected then, and not now. */
  readonly isNew: (systemId: string) => boolean;
  readonly isSilent: (systemId: string) => boolean;
}

export type Test = (system: System, context: FilterContext) => boolean;

export interface Field {
  /** What a value looks like, for a message. */
  readonly expects: string;
  /** Null where the value cannot be one. */
  readonly test: (value: string) => Test | null;
  /** What of a system can be offered as a value; none: only the words in `words`. */
  readonly values?: (system: System) => readonly (string | null)[];
  readonly words?: readonly string[];
  /** What a value may begin with that is not whole yet. */
  readonly begins?: RegExp;
}

/** A map: `is:constructor` is a word like any other. */
const isTests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['stale', (system, { days, now }) => isStale(system, days, now)],
  ['marked', (system, { isMarked }) => isMarked(system.systemId)],
  ['connected', isConnected],
  ['disabled', (system) => system.isEnabled === false],
  ['never', (system) => system.lastSeen === null],
  ['new', (system, { isNew }) => isNew(system.systemId)],
  ['silent', (system, { isSilent }) => isSilent(system.systemId)],
]);

const isWords = [...isTests.keys()];

const makers = {
  text: (values) => ({
    expects: 'a text',
    values,
    // A part of the text is enough, in any case.
    test: (wanted) => (wanted === '' ? null : (system) => values(system).some((text) => contains(text, wanted))),
  }),
  version: (values) => ({
    expects: 'a version, or <2024.8',
    begins: /^[<>]=?$/,
    values,
    test: (value) => versionTest(value, (system) => values(system)[0] ?? null),
  }),
  seen: () => ({
    expects: '>90d, <12h, <2026-01-01 or never',
    words: ['>30d', '>90d', '>365d', 'never'],
    begins: /^[<>][\d-]*$/,
    test(value) {
      if (value === 'never') return isTests.get('never') ?? null;
      return timeTest(value, (system, now) => {
        const age = ageOf(system, now);
        return age.kind === 'seen' ? age.ms : null;
      });
    },
  }),
  enrolled: () => ({
    expects: '>90d, <12h or <2026-01-01',
    words: ['<30d', '>365d'],
    begins: /^[<>][\d-]*$/,
    test: (value) => timeTest(value, ({ enrolledAtMs }, now) => (enrolledAtMs === null ? null : now - enrolledAtMs)),
  }),
} satisfies Record<(typeof filteredFields)[number]['test'], (values: NonNullable<Field['values']>) => Field>;

/** In the order in which they are offered. A map: `constructor:` is a word like any other. */
export const filterFields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...filteredFields.map(({ id, test, values }) => [id, makers[test](values)] as const),
  ['is', { expects: isWords.join(', '), words: isWords, test: (value) => isTests.get(value) ?? null }],
]);

const units = { h: dayMs / 24, d: dayMs, w: 7 * dayMs, m: 30 * dayMs, y: 365 * dayMs } as const;

/** `>90d` is longer ago than that; `<2026-01-01` before that day (UTC), which is longer ago, too. */
function timeTest(value: string, ageIn: (system: System, now: number) => number | null): Test | null {
  const [, side, number, unit = 'd'] = /^([<>])(\d{1,6})([hdwmy])?$/.exec(value) ?? [];
  if (number !== undefined) {
    const limit = Number(number) * units[unit as keyof typeof units];
    return (system, { now }) => {
      const age = ageIn(system, now);
      return age !== null && (side === '>' ? age > limit : age < limit);
    };
  }
  const [, dateSide, date = ''] = /^([<>])(\d{4}-\d{2}-\d{2})$/.exec(value) ?? [];
  const moment = Date.parse(`${date}T00:00:00Z`);
  // A day that no calendar has is read as another one.
  if (Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== date) return null;
  return (system, { now }) => {
    const age = ageIn(system, now);
    return age !== null && (dateSide === '<' ? now - age < moment : now - age >= moment);
  };
}

/** Parts between dots are compared as numbers where both are; a part that is missing comes first. */
function versionTest(value: string, versionOf: (system: System) => string | null): Test | null {
  const [, side, wanted = ''] = /^(<=|>=|<|>)(\d[\w.+-]*)$/.exec(value) ?? [];
  if (side === undefined) {
    return value === '' || /^[<>]/.test(value) ? null : (system) => contains(versionOf(system), value);
  }
  return (system) => {
    const version = versionOf(system);
    if (version === null || !/\d/.test(version)) return false;
    const difference = compareVersions(version.toLowerCase(), wanted);
    if (difference === 0) return side.endsWith('=');
    return side.startsWith('<') ? difference < 0 : difference > 0;
  };
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [one, other] = [left[at], right[at]];
    if (one === other) continue;
    if (one === undefined) return -1;
    if (other === undefined) return 1;
    const difference = Number(one) - Number(other);
    return Number.isNaN(difference) ? (one < other ? -1 : 1) : Math.sign(difference);
  }
  return 0;
}

function partsOf(version: string): readonly string[] {
  return version
    .replace(/^v/, '')
    .split(/[.+-]/)
    .map((part) => (/^\d+$/.test(part) ? String(Number(part)) : part));
}

const searched = fieldNames.filter((name) => 'isSearched' in systemFields[name]);

/** In any of the texts by which a person may know a system. */
export function anywhere(wanted: string): Test {
  return (system) => searched.some((name) => isIn(system[name], wanted));
}

function isIn(value: System[FieldName], wanted: string): boolean {
  if (typeof value === 'string') return contains(value, wanted);
  return Array.isArray(value) && value.some((one) => typeof one === 'string' && contains(one, wanted));
}

function contains(text: string | null, wanted: string): boolean {
  return text?.toLowerCase().includes(wanted) ?? false;
}
