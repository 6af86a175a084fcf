/** The table of a system's fields: one row gives a field its column, line in details, sort, filter, CSV and JSON. */
import { entriesOf } from '../../../api/compact.ts';
import { inJson, type Json, type JsonObject, parseExactly } from '../../../api/exact-json.ts';
import { mask, maxLevels } from '../../../api/secrets.ts';
import { fieldKinds, type FieldName, type FieldOf, type System } from '../../../api/system.ts';
import { naturalKey } from '../../kernel/spelling.ts';
import { stateWord } from './status.ts';

/** Null sorts last in either direction. */
export type SortKey = string | number | null;

/** Columns, details and other orders differ: `place` is the position in each, in steps of ten. */
export interface SystemField {
  /** Names the values in a count of unreadable ones (`3 tags`). */
  readonly noun?: string;
  readonly details?: {
    readonly place: number;
    readonly title: string;
    /** Shown in brackets after it. */
    readonly with?: FieldOf<'number'>;
    /** Shown if the value is missing. */
    readonly absent?: string;
  };
  /** In a narrow table, columns of low `priority` are left out. */
  readonly column?: {
    readonly place: number;
    readonly id: string;
    readonly title: string;
    /** Name in lists of choices; defaults to the title. */
    readonly name?: string;
    /** Minimum and flexible width. */
    readonly cells: readonly [min: number, ideal: number];
    readonly priority: number;
    /** Narrowed only after all other columns. */
    readonly isCutLast?: true;
    /** Shown by default. */
    readonly isShown?: true;
  };
  /** `name`: in the palette; `short`: in the status line, if it differs. */
  readonly sort?: {
    readonly place: number;
    readonly id: string;
    readonly name: string;
    readonly short?: string;
    readonly key: (system: System) => SortKey;
  };
  /** `values`: texts to compare and to complete; defaults to the texts of the field. */
  readonly filter?: {
    readonly place: number;
    readonly id: string;
    readonly test: 'text' | 'version' | 'seen' | 'enrolled' | 'address';
    readonly values?: (system: System) => readonly (string | null)[];
    readonly with?: FieldName;
    /** Also matches as a whole (`=29`), without being offered as a completion. */
    readonly unoffered?: FieldOf<'number'>;
  };
  /** Words without a field search it. */
  readonly isSearched?: true;
  readonly csv?: number;
  /** Position in the report of changes since a review: a change may be a sign of life, or of another machine. */
  readonly changed?: number;
}

/** In the order of rollcall's JSON. `api/system.ts` reads the fields. */
export const systemFields = {
  systemId: {
    details: { place: 20, title: 'system id' },
    column: { place: 80, id: 'id', title: 'ID', cells: [12, 12], priority: 30, isShown: true },
    sort: { place: 90, id: 'id', name: 'id', key: ({ systemId }) => keyOf(systemId) },
    filter: { place: 90, id: 'id', test: 'text' },
    isSearched: true,
    csv: 10,
  },
  hostname: {
    noun: 'name',
    details: { place: 10, title: 'name' },
    // No column: the table always draws the name, and first.
    sort: { place: 10, id: 'name', name: 'name', key: ({ hostname }) => keyOf(hostname) },
    filter: { place: 80, id: 'name', test: 'text' },
    isSearched: true,
    csv: 20,
    changed: 50,
  },
  description: {
    noun: 'description',
    details: { place: 70, title: 'description' },
    column: { place: 110, id: 'description', title: 'DESCRIPTION', cells: [16, 40], priority: 24 },
    sort: { place: 120, id: 'description', name: 'description', key: ({ description }) => keyOf(description) },
    filter: { place: 100, id: 'desc', test: 'text' },
    isSearched: true,
    csv: 150,
  },
  state: {
    noun: 'state',
    details: { place: 30, title: 'state' },
    column: { place: 10, id: 'state', title: 'STATE', cells: [8, 16], priority: 80, isCutLast: true, isShown: true },
    sort: { place: 40, id: 'state', name: 'state', key: (system) => keyOf(stateWord(system)) },
    // The filter also compares the state as it is shown.
    filter: {
      ...{ place: 10, id: 'state', test: 'text', with: 'isEnabled' },
      values: (system) => [system.state, system.unread.includes('isEnabled') ? null : stateWord(system)],
    },
    isSearched: true,
    csv: 30,
    changed: 30,
  },
  // Without `changed`: only one direction counts, see `changedField`.
  isEnabled: { noun: 'enabled flag', details: { place: 60, title: 'enabled' }, csv: 80 },
  lastSeen: {
    details: { place: 40, title: 'last seen', absent: 'never connected' },
    column: { place: 20, id: 'lastSeen', title: 'LAST SEEN', cells: [13, 14], priority: 90, isShown: true },
    sort: { place: 20, id: 'age', name: 'last seen', key: lastLifeOf },
    filter: { place: 20, id: 'seen', test: 'seen' },
    csv: 40,
    changed: 10,
  },
  enrolledAt: {
    details: { place: 50, title: 'enrolled at' },
    column: { place: 30, id: 'enrolled', title: 'ENROLLED', cells: [8, 8], priority: 42, isShown: true },
    sort: { place: 30, id: 'enrolled', name: 'enrolment', key: ({ enrolledAtMs }) => enrolledAtMs },
    filter: { place: 30, id: 'enrolled', test: 'enrolled' },
    csv: 70,
    changed: 20,
  },
  enrolmentKeyId: { noun: 'key', csv: 90, changed: 60 },
  enrolmentKeyDescription: {
    noun: 'key',
    details: { place: 90, title: 'enrolment key', with: 'enrolmentKeyId' },
    column: { place: 40, id: 'key', title: 'KEY', name: 'enrolment key', cells: [10, 20], priority: 70, isShown: true },
    sort: {
      place: 50,
      id: 'key',
      name: 'enrolment key',
      short: 'key',
      key: (system) => keyOf(system.enrolmentKeyDescription),
    },
    filter: { place: 40, id: 'key', test: 'text', unoffered: 'enrolmentKeyId' },
    isSearched: true,
    csv: 100,
    changed: 70,
  },
  connectedFrom: {
    noun: 'IP',
    details: { place: 80, title: 'connected from' },
    column: { place: 100, id: 'connectedFrom', title: 'FROM', name: 'connected from', cells: [15, 39], priority: 26 },
    sort: {
      place: 110,
      id: 'from',
      name: 'connected from',
      short: 'address',
      key: ({ connectedFrom }) => keyOf(connectedFrom),
    },
    filter: { place: 110, id: 'ip', test: 'address' },
    csv: 140,
    changed: 40,
  },
  platformType: {
    noun: 'platform',
    details: { place: 100, title: 'platform' },
    column: { place: 50, id: 'platform', title: 'PLATFORM', cells: [8, 10], priority: 50, isShown: true },
    sort: { place: 60, id: 'platform', name: 'platform', key: ({ platformType }) => keyOf(platformType) },
    filter: {
      ...{ place: 60, id: 'os', test: 'text', with: 'osVersion' },
      values: ({ platformType, osVersion }) => [platformType, osVersion],
    },
    isSearched: true,
    csv: 110,
    changed: 100,
  },
  osVersion: {
    noun: 'OS version',
    details: { place: 110, title: 'OS version' },
    column: {
      place: 90,
      id: 'osVersion',
      title: 'OS',
      name: 'version of the platform',
      cells: [12, 16],
      priority: 28,
      isCutLast: true,
    },
    sort: {
      place: 100,
      id: 'os',
      name: 'version of the platform',
      short: 'OS',
      key: ({ osVersion }) => keyOf(osVersion),
    },
    csv: 120,
    changed: 90,
  },
  serviceVersion: {
    noun: 'agent version',
    details: { place: 120, title: 'agent version' },
    column: {
      place: 60,
      id: 'version',
      title: 'VERSION',
      cells: [12, 16],
      priority: 40,
      isShown: true,
      isCutLast: true,
    },
    sort: { place: 70, id: 'version', name: 'version', key: ({ serviceVersion }) => keyOf(serviceVersion) },
    filter: { place: 70, id: 'version', test: 'version' },
    csv: 130,
    changed: 80,
  },
  tags: {
    noun: 'tag',
    details: { place: 130, title: 'tags' },
    column: { place: 70, id: 'tags', title: 'TAGS', cells: [8, 28], priority: 60, isShown: true, isCutLast: true },
    sort: { place: 80, id: 'tags', name: 'tags', key: ({ tags }) => keyOf(tags.join(' ')) },
    filter: { place: 50, id: 'tag', test: 'text' },
    isSearched: true,
    csv: 160,
    // Without `changed`: order does not matter, see `changedField`.
  },
  customDns: { noun: 'DNS list', details: { place: 140, title: 'custom DNS' } },
} as const satisfies { readonly [Name in FieldName]: SystemField };

type Rows = typeof systemFields;
type IdIn<Part extends 'column' | 'sort'> = {
  [Name in keyof Rows]: Rows[Name] extends { readonly [P in Part]: { readonly id: infer Id extends string } }
    ? Id
    : never;
}[keyof Rows];

export type ColumnId = IdIn<'column'>;
type SortId = IdIn<'sort'>;

const rows = Object.entries(systemFields) as readonly (readonly [FieldName, SystemField])[];

type Part<Name extends 'details' | 'column' | 'sort' | 'filter'> = NonNullable<SystemField[Name]> & {
  readonly field: FieldName;
};

export const fieldNames = Object.keys(systemFields) as readonly (keyof Rows)[];
export const detailFields = inOrder('details');
export const columnFields = inOrder('column') as readonly (Part<'column'> & { readonly id: ColumnId })[];
export const sortFields = inOrder('sort') as readonly (Part<'sort'> & { readonly id: SortId })[];
export const filteredFields = inOrder('filter');

export function isTimeField(name: FieldName): name is FieldOf<'time'> {
  return fieldKinds[name] === 'time';
}

export function fieldPlaces(order: 'csv' | 'changed'): readonly { readonly name: FieldName; readonly place: number }[] {
  return rows
    .flatMap(([name, { [order]: place }]) => (place === undefined ? [] : [{ name, place }]))
    .sort((a, b) => a.place - b.place);
}

function inOrder<Name extends 'details' | 'column' | 'sort' | 'filter'>(name: Name): readonly Part<Name>[] {
  return rows
    .flatMap(([field, { [name]: part }]) => (part === undefined ? [] : [{ ...part, field } as unknown as Part<Name>]))
    .sort((a, b) => a.place - b.place);
}

type SystemRecord = Readonly<Record<FieldName, unknown>>;

export function knownFields(system: System): SystemRecord {
  return Object.fromEntries(fieldNames.map((name) => [name, knownField(system, name)])) as SystemRecord;
}

/**
 * In the shape of the specification: tags are objects with one field each. A value of another shape stays as it was
 * sent.
 */
function knownField(system: System, name: FieldName): unknown {
  const { enrolmentKeyId, tags, odd } = system;
  const json = odd[name];
  if (json !== undefined) return parse(json);
  if (name === 'tags') return tags.map((tag) => ({ tag }));
  return name === 'enrolmentKeyId' && enrolmentKeyId !== null ? inJson(enrolmentKeyId) : system[name];
}

function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(systemFields, name);
}

/** Adds the service's other fields to `own`, without secrets. A name that clashes gets the prefix `service.`. */
export function withOtherFields<Own extends object>(
  own: Own,
  { systemId, others }: System,
): Own & Readonly<Record<string, unknown>> {
  const named = entriesOf(others).map(([name, value]) => [Object.hasOwn(own, name) ? `service.${name}` : name, value]);
  // A field may be called `__proto__`: as an own property it is harmless.
  return safeRecord({ ...own, ...(Object.fromEntries(named) as Readonly<Record<string, unknown>>) }, systemId);
}

/**
 * Masks the secrets of a record to be shown or written. The id stays, even if it looks like a secret: it identifies
 * the system.
 */
export function safeRecord<Fields extends object>(
  record: Fields,
  systemId: string,
  secrets: readonly string[] = [],
): Fields {
  const shown = mask(record as unknown as JsonObject, { secrets, levels: maxLevels }) as unknown as Fields;
  return Object.hasOwn(record, 'systemId') ? { ...shown, systemId } : shown;
}

/** All kept fields, without secrets. */
export function recordOf(system: System): SystemRecord {
  return withOtherFields(knownFields(system), system);
}

/**
 * The record as the service sends it, without secrets, so that it can be parsed like an answer. Fields that the
 * service did not send are absent.
 */
export function wireRecord(system: System): JsonObject {
  const record = Object.entries({ ...recordOf(system), ...nullsOf(system) } as Record<string, Json>);
  return Object.fromEntries(record.filter(([field]) => !system.notSent.includes(field)));
}

function nullsOf({ nulls }: System): Readonly<Record<string, null>> {
  return Object.fromEntries(nulls.map((name) => [name, null]));
}

/** One field of `wireRecord` without building the others: a list has 100,000 systems. Undefined: absent. */
export function fieldOf(system: System, name: string): Json | undefined {
  const { notSent, nulls, others } = system;
  if (notSent.includes(name)) return undefined;
  if (isFieldName(name)) return nulls.includes(name) ? null : (knownField(system, name) as Json);
  return others?.names.includes(name) === true
    ? (entriesOf(others).find(([other]) => other === name)?.[1] as Json)
    : undefined;
}

/** A truncated text is wrapped in an object, so that its type differs from the field's. */
function parse(json: string): Json {
  try {
    return parseExactly(json);
  } catch {
    return { cut: json };
  }
}

/** Time last seen, or of enrolment if the system never connected; null without a readable time. */
export function lastLifeOf({ lastSeen, lastSeenMs, enrolledAtMs }: System): number | null {
  return lastSeen === null ? enrolledAtMs : lastSeenMs;
}

/** Natural sort: srv-2 before srv-10, 4.9 before 4.10. */
function keyOf(text: string | null): SortKey {
  return text === null || text === '' ? null : naturalKey(text);
}

/** `listed`: the service's order. `age`: by last seen, or by enrolment if the system never connected. */
export type SortBy = 'listed' | SortId;

type KeyOf = (system: System) => SortKey;

const keyBy = new Map<SortBy, KeyOf>(sortFields.map(({ id, key }) => [id, key]));

const noKey: KeyOf = () => null;

const pageKeys = new WeakMap<readonly System[], Map<SortBy, readonly SortKey[]>>();

/** Keys of a page, in its order. Computed once per page, since that is slower than comparing. */
export function sortKeysOf(page: readonly System[], by: SortBy): readonly SortKey[] {
  const known = pageKeys.get(page) ?? new Map<SortBy, readonly SortKey[]>();
  pageKeys.set(page, known);
  const keys = known.get(by) ?? page.map(keyBy.get(by) ?? noKey);
  known.set(by, keys);
  return keys;
}
