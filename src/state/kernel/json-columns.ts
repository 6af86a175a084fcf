/** JSON as a table: its columns, the defined ones and then any others on the first page, and the texts of its cells. */
import { ExactNumber, isJsonObject, type Json, type JsonObject } from '../../api/exact-json.ts';
import { readTimestamp } from '../../api/timestamp.ts';

export type ColumnKind = 'name' | 'id' | 'state' | 'time' | 'number' | 'text' | 'nested';

export interface AnswerColumn {
  readonly field: string;
  readonly kind: ColumnKind;
  /** Its shape marks it as a secret. */
  readonly isSecret: boolean;
}

/** A field of the rows, as the definition describes it. */
export interface DefinedField {
  readonly name: string;
  /** Null when the definition leaves the type open. */
  readonly kind: Exclude<ColumnKind, 'name' | 'id'> | null;
  readonly isSecret: boolean;
}

/** Fields that name a thing for people, the best first. */
const names = ['description', 'name', 'hostname', 'tag', 'fqdn', 'emailaddress', 'email', 'title', 'displayname'];

const stateName =
  /(?:^|_)(?:state|status|type|kind|role|mode|is[A-Z]\w*|enabled|disabled)$|(?:State|Status|Type|Kind|Role|Mode)$|^is[A-Z]/;

/** Column order: name, id, state, times, numbers, and the rest. */
const order: readonly ColumnKind[] = ['name', 'id', 'state', 'time', 'number', 'text', 'nested'];

/** Among the state columns, `state` and `status` come first. */
function placeOf({ field, kind }: AnswerColumn): number {
  const isState = kind === 'state' && /^(?:state|status)$/i.test(field);
  return order.indexOf(kind) - (isState ? 0.5 : 0);
}

/** Limit on columns. An answer with more is an attempt to fill the memory. */
const mostColumns = 200;

export function columnsOf(defined: readonly DefinedField[], rows: readonly JsonObject[]): readonly AnswerColumn[] {
  const byName = new Map(defined.map((field) => [field.name, field]));
  const beyond = new Set(rows.flatMap((row) => Object.keys(row)).filter((name) => !byName.has(name)));
  const fields = [...byName.keys(), ...beyond].slice(0, mostColumns);
  const name = nameAmong(fields, rows);
  const id = idAmong(fields);
  const columns = fields.map((field): AnswerColumn => {
    const about = byName.get(field);
    const kind = field === name ? 'name' : field === id ? 'id' : kindOf(field, about?.kind ?? null, rows);
    return { field, kind, isSecret: about?.isSecret === true };
  });
  const isBeyond = ({ field }: AnswerColumn): boolean => beyond.has(field) && field !== name && field !== id;
  const inOrder = (some: readonly AnswerColumn[]): readonly AnswerColumn[] =>
    some.toSorted((a, b) => placeOf(a) - placeOf(b));
  // Without a definition every column is on the same footing.
  if (defined.length === 0) return inOrder(columns);
  return [...inOrder(columns.filter((one) => !isBeyond(one))), ...inOrder(columns.filter(isBeyond))];
}

/** The best name that most rows have; else the best one. */
function nameAmong(fields: readonly string[], rows: readonly JsonObject[]): string | undefined {
  const found = names.flatMap((name) => fields.filter((field) => field.toLowerCase() === name));
  const isTold = (field: string): boolean => {
    const told = rows.filter((row) => typeof row[field] === 'string' && row[field] !== '').length;
    return told * 2 > rows.length;
  };
  return found.find(isTold) ?? found[0];
}

function idAmong(fields: readonly string[]): string | undefined {
  return (
    fields.find((field) => /^_?(?:id|uuid|guid)$/i.test(field)) ?? fields.find((field) => /(?:Id|_id|ID)$/.test(field))
  );
}

/** Kind by the values of the rows; if none has a value, by the definition. */
function kindOf(field: string, defined: DefinedField['kind'], rows: readonly JsonObject[]): ColumnKind {
  const values = rows
    .flatMap((row) => (Object.hasOwn(row, field) ? [row[field] ?? null] : []))
    .filter((one) => one !== null);
  if (values.length === 0) return defined ?? 'text';
  if (values.every((value) => typeof value === 'object' && !(value instanceof ExactNumber))) return 'nested';
  if (values.every((value) => typeof value === 'number' || value instanceof ExactNumber)) return 'number';
  if (values.every((value) => timeOf(value) !== null)) return 'time';
  const isState = defined === 'state' || values.every((value) => typeof value === 'boolean') || stateName.test(field);
  return isState && values.every((value) => typeof value === 'boolean' || typeof value === 'string') ? 'state' : 'text';
}

/** Milliseconds since 1970; null when the value is not a time. */
export function timeOf(value: Json): number | null {
  return typeof value === 'string' && value.length <= longestTime ? readTimestamp(value) : null;
}

const longestTime = 40;

/** `LAST USED` for `lastUsed` and `last_used`; two fields of one title keep their names. */
export function columnTitles(columns: readonly AnswerColumn[]): ReadonlyMap<string, string> {
  const titles = columns.map(({ field }) => titleOf(field));
  return new Map(
    columns.map(({ field }, at) => {
      const title = titles[at] ?? field;
      return [field, titles.indexOf(title) === titles.lastIndexOf(title) ? title : field];
    }),
  );
}

function titleOf(field: string): string {
  const words = field.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');
  return words.trim().toUpperCase() || field || '""';
}

/** Count of fields or items; null: it is neither an object nor a list. */
export function childCount(value: Json): number | null {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : null;
}
