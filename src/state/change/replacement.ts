/** A PUT replaces the record of a system (RFC 9110, 9.3.4): a field that its request does not name may be cleared. */
import { isJsonObject, isList, type Json, type JsonObject } from '../../api/exact-json.ts';
import type { FieldName } from '../../api/system.ts';

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
