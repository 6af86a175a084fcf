/** A row of a list, and the operations for it: their path is the list's path and one parameter more. */
import { digitsOf, ExactNumber, type Json, type JsonObject } from '../../../api/exact-json.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import type { OperationsRow } from './feature.ts';

const parameter = /^\{([^{}]*)\}$/;

/** `/org/{orgId}/keys/{keyId}/disable` is for a row of `/org/{orgId}/keys`; names of parameters are ignored. */
export function isOfRow({ path }: DefinedOperation, row: OperationsRow): boolean {
  const [list, own] = [row.path.split('/'), path.split('/')];
  if (own.length <= list.length || !parameter.test(own[list.length] ?? '')) return false;
  return (
    list.every((segment, at) => isSameSegment(segment, own[at] ?? '')) &&
    own.slice(list.length + 1).every((segment) => segment !== '' && !segment.includes('{'))
  );
}

function isSameSegment(one: string, other: string): boolean {
  return one === other || (parameter.test(one) && parameter.test(other));
}

/** The path's own parameter, by name: from the row's field of that name, else from `id`. */
export function knownFrom({ path }: DefinedOperation, row: OperationsRow | null): Readonly<Record<string, string>> {
  if (row === null) return {};
  const at = row.path.split('/').length;
  const own = parameter.exec(path.split('/')[at] ?? '')?.[1];
  const value = own === undefined ? null : textOf(fieldOf(row.fields, own) ?? fieldOf(row.fields, 'id'));
  return own === undefined || value === null ? {} : { [own]: value };
}

/** Any parameter that has a field of exactly its name in the row: `{systemId}` from `systemId`. */
export function namedIn({ path }: DefinedOperation, row: OperationsRow | null): Readonly<Record<string, string>> {
  if (row === null) return {};
  const own = path.split('/').flatMap((segment) => parameter.exec(segment)?.[1] ?? []);
  const known = own.flatMap((name) => {
    const value = name === 'id' ? null : textOf(fieldOf(row.fields, name));
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

/** Names match in any case, because services vary it. */
function fieldOf(fields: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  const other = Object.keys(fields).find((one) => one.toLowerCase() === name.toLowerCase());
  return other === undefined ? undefined : fields[other];
}

/** Null unless it is a text or a number: other values cannot stand in a path. */
function textOf(value: Json | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || value instanceof ExactNumber ? digitsOf(value) : null;
}

const names = ['hostname', 'name', 'description', 'fqdn', 'emailAddress', 'orgName', 'tag', 'id'];

/** Label of the row. */
export function rowName({ fields }: OperationsRow): string {
  for (const name of names) {
    const text = textOf(fieldOf(fields, name));
    if (text !== null) return text;
  }
  return 'this row';
}
