/** A row of a list, and the operations that are about it: those whose path is the list's and one parameter more. */
import { digitsOf, ExactNumber, type Json, type JsonObject } from '../../../api/exact-json.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import type { OperationsRow } from './feature.ts';

const parameter = /^\{([^{}]*)\}$/;

/** `/org/{orgId}/keys/{keyId}/disable` is about a row of `/org/{orgId}/keys`; names of parameters count for nothing. */
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

/** What the row says about the parameters of the path, by their names: the field of that name, else `id`. */
export function knownFrom({ path }: DefinedOperation, row: OperationsRow | null): Readonly<Record<string, string>> {
  if (row === null) return {};
  const at = row.path.split('/').length;
  const own = parameter.exec(path.split('/')[at] ?? '')?.[1];
  const value = own === undefined ? null : textOf(fieldOf(row.fields, own) ?? fieldOf(row.fields, 'id'));
  return own === undefined || value === null ? {} : { [own]: value };
}

/** What the row says about parameters of any path by their very names: `{systemId}` from the field `systemId`. */
export function namedIn({ path }: DefinedOperation, row: OperationsRow | null): Readonly<Record<string, string>> {
  if (row === null) return {};
  const own = path.split('/').flatMap((segment) => parameter.exec(segment)?.[1] ?? []);
  const known = own.flatMap((name) => {
    const value = name === 'id' ? null : textOf(fieldOf(row.fields, name));
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

/** Services write names in any case. */
function fieldOf(fields: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  const other = Object.keys(fields).find((one) => one.toLowerCase() === name.toLowerCase());
  return other === undefined ? undefined : fields[other];
}

/** Null where it is no text and no number: it cannot stand in a path. */
function textOf(value: Json | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || value instanceof ExactNumber ? digitsOf(value) : null;
}

const names = ['hostname', 'name', 'description', 'fqdn', 'emailAddress', 'orgName', 'tag', 'id'];

/** What the row is called. */
export function rowName({ fields }: OperationsRow): string {
  for (const name of names) {
    const text = textOf(fieldOf(fields, name));
    if (text !== null) return text;
  }
  return 'this row';
}
