/** Decodes JSON from the service into systems, or reports the path of the first mismatch. */
import type * as z from 'zod/mini';
import { cutJson, intern, isTooDeep, otherFields } from './compact.ts';
import { ExactNumber, wholeNumber } from './exact-json.ts';
import { type FieldKind, fieldKinds, type FieldName, type System } from './system.ts';
import { otherTimes, readTimestamp } from './timestamp.ts';

/** A value, or the path of the mismatch: `items[3].systemId: expected string`. */
export type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly path: string };

/** Shared by all systems without faults, which are nearly all of perhaps 100,000. */
const none: readonly never[] = [];
const nothing: Readonly<Record<string, string>> = {};

/** Maximum per system: millions of malformed tags must not become millions of sentences. */
const maxFaults = 20;

const fieldNames = Object.keys(fieldKinds) as readonly FieldName[];
const knownFields: ReadonlySet<string> = new Set(fieldNames);
const timeFields = fieldNames.filter((name) => fieldKinds[name] === 'time');

/** Systems are copies of this object: fields from `JSON.parse` take 40 bytes less than fields that are added later. */
const blank = JSON.parse(
  JSON.stringify({
    ...Object.fromEntries([...fieldNames, ...timeFields.map((name) => `${name}Ms`)].map((name) => [name, null])),
    ...{
      faults: null,
      unread: null,
      odd: null,
      others: null,
      otherTimes: null,
      notSent: null,
      nulls: null,
      alsoListed: null,
    },
  }),
) as Readonly<Record<string, unknown>>;

/**
 * Decodes a system at a `path` such as `items[3]`. A malformed field is listed in `faults` and hides no other field; a
 * malformed id fails the system.
 */
export function decodeSystem(json: unknown, path = ''): Decoded<System> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { ok: false, path: path === '' ? 'expected object' : `${path}: expected object` };
  }
  const record = json as Readonly<Record<string, unknown>>;
  const before = path === '' ? '' : `${path}.`;
  if (typeof record['systemId'] !== 'string') return { ok: false, path: `${before}systemId: expected string` };
  const system: Record<string, unknown> = { ...blank };
  let odd: Record<string, string> | undefined;
  let faults: string[] | undefined;
  let unread: FieldName[] | undefined;
  let nulls: FieldName[] | undefined;
  for (const name of fieldNames) {
    const value = record[name];
    const kind = fieldKinds[name];
    const absent = kind === 'list' || kind === 'tags' ? none : null;
    const kept = value === null || value === undefined ? absent : keepValue(kind, value);
    system[name] = kept ?? absent;
    if (value === null && absent !== null) (nulls ??= []).push(name);
    if (kept === undefined || (kind === 'tags' && !isPlain(value))) {
      const text = intern(cutJson(value));
      (odd ??= {})[name] = text;
      const own = faultsOf(name, value);
      (faults ??= []).push(...own.map((fault) => before + fault));
      if (own.length > 0 && kind !== 'time') (unread ??= []).push(name);
      if (kind === 'state' || kind === 'time') system[name] = text;
    }
  }
  for (const name of timeFields) {
    const text = system[name] as string | null;
    if (text !== null && odd?.[name] === undefined) system[`${name}Ms`] = readTimestamp(text);
  }
  system['others'] = otherFields(record, knownFields);
  system['otherTimes'] = otherTimes(record, knownFields);
  system['notSent'] = lacking(record);
  system['nulls'] = nulls === undefined ? none : shareFields(nulls);
  system['unread'] = unread === undefined ? none : shareFields(unread);
  system['odd'] = odd ?? nothing;
  system['faults'] = faults === undefined || faults.length === 0 ? none : faults.slice(0, maxFaults);
  return { ok: true, value: system as unknown as System };
}

/** The value to keep; undefined when it has another type. */
function keepValue(kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case 'id':
    case 'ownText':
      return typeof value === 'string' ? value : undefined;
    case 'text':
    case 'state':
      return typeof value === 'string' ? intern(value) : undefined;
    case 'time':
      return typeof value === 'string' ? value || null : undefined;
    case 'number':
      return wholeNumber(value);
    case 'flag':
      return typeof value === 'boolean' ? value : undefined;
    case 'list':
      return Array.isArray(value) && !isTooDeep(value) ? (value.length > 0 ? value : none) : undefined;
    case 'tags':
      return Array.isArray(value) ? tagTexts(value) : undefined;
  }
}

/** Decodes each tag by itself: a malformed tag must not hide the others. */
function tagTexts(elements: readonly unknown[]): readonly string[] {
  const texts = elements.map(tagText).filter((text) => text !== undefined);
  // Copies the array, because an array that grew keeps spare capacity.
  return texts.length === 0 ? none : texts.map(intern);
}

function tagText(element: unknown): string | undefined {
  const tag = (element as { readonly tag?: unknown } | null)?.tag;
  return typeof tag === 'string' ? tag : undefined;
}

/** True when every element matches the specification and has no other fields. */
function isPlain(tags: unknown): boolean {
  return (
    !Array.isArray(tags) || tags.every((tag: object) => tagText(tag) !== undefined && Object.keys(tag).length === 1)
  );
}

function faultsOf(name: FieldName, value: unknown): readonly string[] {
  const kind = fieldKinds[name];
  if (kind === 'number') return [`${name}: ${numberFault(value)}`];
  if (kind === 'list' && Array.isArray(value)) return [`${name}: nested too deep`];
  if (kind !== 'tags' || !Array.isArray(value)) return [`${name}: expected ${expected[kind] ?? 'string'}`];
  const odd = Array.from(value.keys()).filter((index) => tagText(value[index]) === undefined);
  return odd.slice(0, maxFaults).map((index) => `${name}[${index}].tag: expected string`);
}

/** Kinds that are not strings. */
const expected: Partial<Record<FieldKind, string>> = { flag: 'boolean', list: 'array', tags: 'array' };

function numberFault(value: unknown): string {
  return typeof value === 'number' || value instanceof ExactNumber ? 'expected int' : 'expected number';
}

function lacking(record: Readonly<Record<string, unknown>>): readonly FieldName[] {
  if (fieldNames.every((field) => record[field] !== undefined)) return none;
  return shareFields(fieldNames.filter((field) => record[field] === undefined));
}

/** Shares one list among all records whose missing, null or unreadable fields are the same. */
const lists = new Map<string, readonly FieldName[]>();

function shareFields(fields: readonly FieldName[]): readonly FieldName[] {
  const name = fields.join(' ');
  const known = lists.get(name) ?? fields;
  lists.set(name, known);
  return known;
}

/** Converts zod's issue into rollcall's words. */
export function wrong(
  path: string,
  { issues: [issue] }: z.core.$ZodError,
): { readonly ok: false; readonly path: string } {
  const at = [path, ...(issue?.path ?? [])].filter((part) => part !== '').join('.');
  return { ok: false, path: at === '' ? expectation(issue) : `${at}: ${expectation(issue)}` };
}

function expectation(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_type') return `expected ${issue.expected}`;
  return issue?.code === 'too_big' ? `expected at most ${issue.maximum}` : 'another shape';
}
