/**
 * Are two JSON values the same value of a field? Numbers are compared by their digits, moments by their instant, the fields of
 * an object in any order, a list in its own. Tags are a set.
 */
import { ExactNumber, isJsonObject, isList, type Json, type JsonObject, withoutTail } from '../../api/exact-json.ts';
import { fieldKinds, type FieldName } from '../../api/system.ts';
import { instantOf } from '../../api/timestamp.ts';

/** `name`: of the field. */
export function isSameValue(name: string, one: Json, other: Json): boolean {
  const isSet = isTags(name);
  return spelled(one, isSet) === spelled(other, isSet);
}

/**
 * Has the service what it was sent, and tells it in another shape? It was sent texts as tags, and tells objects with one field
 * each. Nothing else says that the two mean the same.
 */
export function isReshaped(name: string, sent: Json, found: Json): boolean {
  if (!isTags(name) || !isList(sent) || !isList(found) || isSameValue(name, sent, found)) return false;
  return isSameValue(name, sent, found.map(textIn));
}

/** The elements of a list of objects with one text each as these texts: the shape in which the service takes them. */
export function asTexts(value: Json): Json {
  return isList(value) ? value.map(textIn) : value;
}

function textIn(value: Json): Json {
  const [only, ...others] = isJsonObject(value) ? Object.values(value) : [];
  return typeof only === 'string' && others.length === 0 ? only : value;
}

function isTags(name: string): boolean {
  const kinds: Readonly<Record<string, string>> = fieldKinds;
  return Object.hasOwn(kinds, name) && kinds[name] === 'tags';
}

/** One text for all spellings of a value, and for no other value. */
function spelled(value: Json, isSet = false): string {
  if (isList(value)) {
    const parts = value.map((part) => spelled(part));
    return `[${(isSet ? [...new Set(parts)].sort() : parts).join()}]`;
  }
  if (isJsonObject(value)) {
    const fields = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${spelled(part)}`);
    return `{${fields.sort().join()}}`;
  }
  if (typeof value === 'string') return instantOf(value) ?? JSON.stringify(value);
  if (value instanceof ExactNumber) return decimal(value.digits);
  return typeof value === 'number' ? decimal(String(value)) : String(value);
}

/** `-12.50e3` as `-125e2`: all of its digits, and no zero around them. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = withoutTail(digits, '0');
  if (kept === '') return '0';
  return `${sign}${kept}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - kept.length)}`;
}

// A PUT replaces the record of a system (RFC 9110, 9.3.4): a field that its request does not name may be cleared.

/** The agent and the service set them, whatever a request names. */
const ownFields: ReadonlySet<string> = new Set<FieldName>([
  ...(['systemId', 'state', 'lastSeen', 'enrolledAt', 'enrolmentKeyId', 'enrolmentKeyDescription'] as const),
  ...(['isEnabled', 'connectedFrom', 'hostname', 'platformType', 'osVersion', 'serviceVersion'] as const),
]);

/** Fields with a value that such a request for this record does not name; none where it does not replace the record. */
export function unnamedFields(method: string, sent: JsonObject, record: unknown): readonly string[] {
  if (method !== 'PUT' || !isJsonObject(record)) return [];
  return Object.keys(record).filter(
    (name) => !Object.hasOwn(sent, name) && !ownFields.has(name) && !isEmpty(record[name] ?? null),
  );
}

interface Fields {
  readonly sent: JsonObject;
  readonly before?: JsonObject;
}

/** The fields that were not named, and have no value any more. `told`: the value of a field now; undefined where nothing says. */
export function clearedFields(
  { sent, before = {} }: Fields,
  told: (name: string) => Json | undefined,
): readonly string[] {
  return Object.keys(before).filter((name) => {
    const now = Object.hasOwn(sent, name) ? undefined : told(name);
    return now !== undefined && isEmpty(now);
  });
}

function isEmpty(value: Json): boolean {
  if (isList(value)) return value.length === 0;
  return value === null || value === '' || (isJsonObject(value) && Object.keys(value).length === 0);
}
