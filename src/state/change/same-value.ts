/**
 * Compares two JSON values of a field. Numbers are equal by their digits, times by their instant, objects in any
 * order of fields, lists in order. Tags are a set.
 */
import { ExactNumber, isJsonObject, isList, type Json, type JsonObject, withoutTail } from '../../api/exact-json.ts';
import { fieldKinds, type FieldName } from '../../api/system.ts';
import { instantOf } from '../../api/timestamp.ts';

export function isSameValue(name: string, one: Json, other: Json): boolean {
  const isSet = isTags(name);
  return spell(one, isSet) === spell(other, isSet);
}

/**
 * Did the service store what was sent in another shape? Tags are sent as texts, and returned as objects with one
 * field each.
 */
export function isReshaped(name: string, sent: Json, found: Json): boolean {
  if (!isTags(name) || !isList(sent) || !isList(found) || isSameValue(name, sent, found)) return false;
  return isSameValue(name, sent, found.map(textIn));
}

/** Converts a list of objects with one text field each into those texts, the shape that the service accepts. */
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

/** Canonical text: equal exactly for equal values. */
function spell(value: Json, isSet = false): string {
  if (isList(value)) {
    const parts = value.map((part) => spell(part));
    return `[${(isSet ? [...new Set(parts)].sort() : parts).join()}]`;
  }
  if (isJsonObject(value)) {
    const fields = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${spell(part)}`);
    return `{${fields.sort().join()}}`;
  }
  if (typeof value === 'string') return instantOf(value) ?? JSON.stringify(value);
  if (value instanceof ExactNumber) return decimal(value.digits);
  return typeof value === 'number' ? decimal(String(value)) : String(value);
}

/** `-12.50e3` becomes `-125e2`: all digits, without leading or trailing zeros. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = withoutTail(digits, '0');
  if (kept === '') return '0';
  return `${sign}${kept}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - kept.length)}`;
}

// A PUT replaces the record of a system (RFC 9110, 9.3.4): a field that the request does not name may be cleared.

/** Fields that the agent or the service sets, whatever a request names. */
const ownFields: ReadonlySet<string> = new Set<FieldName>([
  ...(['systemId', 'state', 'lastSeen', 'enrolledAt', 'enrolmentKeyId', 'enrolmentKeyDescription'] as const),
  ...(['isEnabled', 'connectedFrom', 'hostname', 'platformType', 'osVersion', 'serviceVersion'] as const),
]);

/** Fields with a value that a replacing request does not name; empty if the method does not replace the record. */
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

/** Unnamed fields that have lost their value. `told`: present value of a field; undefined: unknown. */
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
