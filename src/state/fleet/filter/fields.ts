/** Fields of the filter language, and the tests that their values make. */
import type { FieldName, FieldOf, System } from '../../../api/system.ts';
import { didYouMean, type OtherWords } from '../../kernel/spelling.ts';
import type { DisabledAt } from '../systems/status.ts';
import { fieldNames, filteredFields, systemFields } from '../systems/fields.ts';
import { ageOf, hasUnknownAge, isConnected, isStale } from '../staleness/staleness.ts';
import { networkTest } from '../protection/protection-table.ts';
import type { Wrong, WrittenValue } from './language.ts';
import {
  ageTest,
  readIsWord,
  mayBecomeAge,
  requireValue,
  type RowTest,
  type TextTest,
  textTest,
  refuseUnknown,
  type ValueReading,
} from './tests.ts';

export interface FilterContext {
  readonly now: number;
  readonly days: number;
  readonly isMarked: (systemId: string) => boolean;
  readonly isProtected: (system: System) => boolean;
  /** `isNew`: not listed at the last visit. `isSilent`: connected at the last visit, and not connected today. */
  readonly isNew: (systemId: string) => boolean;
  readonly isSilent: (systemId: string) => boolean;
  /** Time at which rollcall disabled the system, in milliseconds since 1970. */
  readonly disabledAt: (system: System) => DisabledAt;
}

export type Test = RowTest<System, FilterContext>;

type FieldReading = ValueReading<Test>;

export interface FilterField {
  readonly read: (value: WrittenValue) => FieldReading;
  /** Values of a system to complete from; absent: only those in `words`. */
  readonly values?: (system: System) => readonly (string | null)[];
  readonly words?: readonly string[];
}

/** A map, not an object: `is:constructor` must be an unknown word. */
const isTests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['stale', (system, { days, now }) => (hasUnknownAge(system) ? null : isStale(system, days, now))],
  ['marked', (system, { isMarked }) => isMarked(system.systemId)],
  ['protected', (system, { isProtected }) => isProtected(system)],
  ['connected', (system) => isConnected(system) || (isUnread(system, 'state') ? null : false)],
  // Null: the service did not say whether the system is enabled.
  ['disabled', ({ isEnabled }) => (isEnabled === null ? null : !isEnabled)],
  ['never', isNever],
  ['new', (system, { isNew }) => isNew(system.systemId)],
  ['silent', (system, { isSilent }) => isSilent(system.systemId)],
  ['disabled-by-us', (system, { disabledAt }) => (isUnread(system, 'isEnabled') ? null : disabledAt(system) !== null)],
  ['unreadable', ({ unread }) => unread.length > 0],
]);

/** Synonyms from other tools for values of `is:`. */
const otherIsWords = {
  online: 'connected',
  up: 'connected',
  old: 'stale',
  selected: 'marked',
  inactive: 'stale',
  safe: 'protected',
};

/** Texts of a system to compare a word with, and the fields that they come from. */
interface Compared {
  readonly values: NonNullable<FilterField['values']>;
  readonly from: readonly FieldName[];
}

/**
 * True if any of the texts matches. Null if none does and one of the fields cannot be read: it might have matched.
 */
function testOf({ values, from }: Compared, is: TextTest): Test {
  return (system) => {
    if (values(system).some((text) => text !== null && text !== '' && is(text))) return true;
    return from.some((field) => isUnread(system, field)) ? null : false;
  };
}

function isUnread({ unread }: System, field: FieldName): boolean {
  return unread.length > 0 && unread.includes(field);
}

const makers = {
  text: (id, compared, unoffered) => ({
    values: compared.values,
    read(value) {
      if (unoffered === undefined || !value.text.startsWith('=')) return textReading(id, value, compared);
      const values = (one: System) => [...compared.values(one), one[unoffered]?.toString() ?? null];
      return textReading(id, value, { values, from: [...compared.from, unoffered] });
    },
  }),
  version: (id, compared) => ({
    values: compared.values,
    read(value) {
      const test = versionTest(value.text.toLowerCase());
      if (test !== null) return { test: testOf(compared, test) };
      if (/^[<>]/.test(value.text)) {
        const message = `"${value.text}" is not a version. Example: ${id}:<2024.8`;
        return { message, isUnfinished: /^[<>]=?$/.test(value.text) };
      }
      return textReading(id, value, compared);
    },
  }),
  address: (id, compared) => ({
    values: compared.values,
    read: (value) => addressReading(id, value, compared),
  }),
  seen: (id) => ({
    words: ['>30d', '>90d', '>1y', '<7d', 'never'],
    read(value) {
      if (value.text.toLowerCase() === 'never') return { test: isNever };
      return ageReading(id, value, (system, now) => {
        const age = ageOf(system, now);
        if (age.kind === 'seen') return age.ms;
        return system.lastSeen === null ? null : 'unknown';
      });
    },
  }),
  enrolled: (id) => ({
    words: ['<30d', '>1y'],
    read: (value) => ageReading(id, value, ({ enrolledAtMs: at }, now) => (at === null ? 'unknown' : now - at)),
  }),
} satisfies Record<
  (typeof filteredFields)[number]['test'],
  (id: string, compared: Compared, unoffered?: FieldOf<'number'>) => FilterField
>;

/** Texts of the field itself, unless its row in the table names others. */
function compareBy({ field, values, with: other }: (typeof filteredFields)[number]): Compared {
  const own = (system: System) => {
    const value = system[field] as string | readonly string[] | null;
    return typeof value === 'object' && value !== null ? value : [value];
  };
  return { values: values ?? own, from: other === undefined ? [field] : [field, other] };
}

/** In the order of completion. A map, not an object: `constructor:` must be an unknown field. */
export const filterFields: ReadonlyMap<string, FilterField> = new Map<string, FilterField>([
  ...filteredFields.map((one) => [one.id, makers[one.test](one.id, compareBy(one), one.unoffered)] as const),
  ['offline', { words: ['>90d', '<7d', 'unknown'], read: offlineReading }],
  ['disabled', { words: ['>30d', '>7d', '<7d'], read: disabledReading }],
  ['is', { words: [...isTests.keys()], read: (value) => readIsWord(value, isTests, otherIsWords) }],
]);

export const fieldIds = [...filterFields.keys()];

/** Synonyms from other tools for names of fields. */
const otherFieldNames: OtherWords = {
  ...{ age: 'seen', last: 'seen', lastseen: 'seen', since: 'seen', idle: 'seen' },
  ...{ host: 'name', hostname: 'name', system: 'name', machine: 'name' },
  ...{ status: 'state', platform: 'os', distro: 'os', label: 'tag', group: 'key', enrolment: 'enrolled' },
  ...{ enrollment: 'enrolled', created: 'enrolled', agent: 'version', uuid: 'id', has: 'is' },
  ...{ description: 'desc', address: 'ip', from: 'ip', net: 'ip', network: 'ip', subnet: 'ip', cidr: 'ip' },
};

export function unknownField(name: string): Wrong {
  return refuseUnknown(`field "${name}"`, meantField(name), fieldIds);
}

export function meantField(name: string): string | null {
  return didYouMean(name, fieldIds, otherFieldNames);
}

function isNever(system: System): boolean {
  return system.lastSeen === null;
}

/** How long a system has been offline, or enrolled if it never connected. Connected systems never match. */
function offlineReading(value: WrittenValue): FieldReading {
  if (value.text.toLowerCase() === 'unknown') return { test: hasUnknownAge };
  return ageReading('offline', value, (system, now) => {
    if (isConnected(system)) return null;
    const age = ageOf(system, now);
    return 'ms' in age ? age.ms : 'unknown';
  });
}

function disabledReading(value: WrittenValue): FieldReading {
  return ageReading('disabled', value, (system, now, { disabledAt }) => {
    const at = isUnread(system, 'isEnabled') ? 'unknown' : disabledAt(system);
    return typeof at === 'number' ? now - at : at;
  });
}

function textReading(id: string, value: WrittenValue, compared: Compared): FieldReading {
  return requireValue(id, value) ?? { test: testOf(compared, textTest(value)) };
}

/** A network (`10.0.0.0/8`), or a part of the address as the service wrote it. */
function addressReading(id: string, value: WrittenValue, compared: Compared): FieldReading {
  if (value.isQuoted || !value.text.includes('/')) return textReading(id, value, compared);
  const isIn = networkTest(value.text);
  if (isIn !== null) return { test: testOf(compared, isIn) };
  const example = `Example: ${id}:10.0.0.0/8`;
  const isUnfinished = networkTest(`${value.text}0`) !== null;
  return { message: `"${value.text}" is not a network. ${example}`, isUnfinished };
}

/** Words that are valid instead of an age, by field. */
const ageWords: ReadonlyMap<string, string> = new Map([
  ['seen', 'never'],
  ['offline', 'unknown'],
]);

/** `ageIn`: milliseconds; null: the system has no such age; `unknown`: rollcall cannot tell. */
function ageReading(
  id: string,
  value: WrittenValue,
  ageIn: (system: System, now: number, context: FilterContext) => number | 'unknown' | null,
): FieldReading {
  const text = value.text.toLowerCase();
  const test = ageTest(text, id);
  if (typeof test === 'function') {
    return {
      test(system, context) {
        const age = ageIn(system, context.now, context);
        return age === 'unknown' ? null : test(age, context.now);
      },
    };
  }
  const isUnfinished = mayBecomeAge(text) || ageWords.get(id)?.startsWith(text) === true;
  return requireValue(id, value) ?? { ...test, isUnfinished };
}

const searched = fieldNames.filter((name) => 'isSearched' in systemFields[name]);

export function anywhere(value: WrittenValue): FieldReading {
  const has = textTest(value);
  return (
    requireValue(null, value) ?? {
      test(system) {
        // A plain loop for speed: it runs for each system at each typed letter.
        for (const name of searched) {
          const text = system[name];
          if (typeof text === 'string' ? text !== '' && has(text) : hasAny(text, has)) return true;
        }
        return searched.some((name) => isUnread(system, name)) ? null : false;
      },
    }
  );
}

function hasAny(texts: unknown, has: TextTest): boolean {
  return Array.isArray(texts) && texts.some((text) => typeof text === 'string' && text !== '' && has(text));
}

/** Parses `<4.10` or `>=4.2.0`; null: there is no version after the sign. */
function versionTest(value: string): TextTest | null {
  const [, side, wanted = ''] = /^(<=|>=|<|>)(\d[\w.+-]*)$/.exec(value) ?? [];
  if (side === undefined) return null;
  return (version) => {
    if (!/\d/.test(version)) return false;
    const difference = compareVersions(version.toLowerCase(), wanted);
    if (difference === 0) return side.endsWith('=');
    return side.startsWith('<') ? difference < 0 : difference > 0;
  };
}

/** Compares part by part, as numbers where both parts are numbers; a missing part sorts first. */
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
