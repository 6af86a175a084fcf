/** The columns of a table of JSON rows: their kind, order and title. */
import { ExactNumber, isJsonObject, type Json, type JsonObject } from '../../api/exact-json.ts';
import { own, textIn } from '../../api/openapi/json-pieces.ts';
import { readTimestamp } from '../../api/timestamp.ts';

export type ColumnKind = 'name' | 'id' | 'state' | 'time' | 'number' | 'text' | 'nested';

export interface AnswerColumn {
  readonly field: string;
  /** The object of the row that contains the field; undefined when it is the row itself. */
  readonly within?: string;
  readonly kind: ColumnKind;
  /** The schema marks it as a secret. */
  readonly isSecret: boolean;
}

/** Fields that name a thing for people, best first. */
const nameFields = ['description', 'name', 'hostname', 'tag', 'fqdn', 'emailaddress', 'email', 'title', 'displayname'];

const stateName =
  /(?:^|_)(?:state|status|type|kind|role|mode|is[A-Z]\w*|enabled|disabled)$|(?:State|Status|Type|Kind|Role|Mode)$|^is[A-Z]/;

/** Column order: name, id, state, times, numbers, and the rest. */
const kindOrder: readonly ColumnKind[] = ['name', 'id', 'state', 'time', 'number', 'text', 'nested'];

/** Among the state columns, `state` and `status` come first. */
function placeOf({ field, kind }: AnswerColumn): number {
  const isState = kind === 'state' && /^(?:state|status)$/i.test(field);
  return kindOrder.indexOf(kind) - (isState ? 0.5 : 0);
}

/** Maximum number of columns, to protect the memory from hostile answers. */
const maxColumns = 200;

/** `secretNames`: fields that their definition marks as secrets. */
export function columnsOf(rows: readonly JsonObject[], secretNames: ReadonlySet<string>): readonly AnswerColumn[] {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, maxColumns);
  const name = nameAmong(fields, rows);
  const id = idAmong(fields);
  return fields
    .map((field): AnswerColumn => {
      const kind = field === name ? 'name' : field === id ? 'id' : kindOf(field, rows);
      return { field, kind, isSecret: secretNames.has(field) };
    })
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The columns of the rows. Where none names a row, the name and namespace of its metadata come first (Kubernetes). */
export function rowColumnsOf(rows: readonly JsonObject[], secretNames: ReadonlySet<string>): readonly AnswerColumn[] {
  const columns = columnsOf(rows, secretNames);
  if (columns.some(({ kind }) => kind === 'name' || kind === 'id')) return columns;
  const hasText = (field: string): boolean => rows.some((row) => textIn(own(row, 'metadata'), field) !== '');
  if (!hasText('name')) return columns;
  const isFree = hasText('namespace') && !columns.some(({ field }) => field === 'namespace');
  const inMetadata = (field: string, kind: ColumnKind): AnswerColumn => {
    return { field, within: 'metadata', kind, isSecret: secretNames.has(field) };
  };
  return [inMetadata('name', 'name'), ...(isFree ? [inMetadata('namespace', 'text')] : []), ...columns];
}

/** The best field for a name that more than half of the rows fill; if there is none, the best that occurs. */
function nameAmong(fields: readonly string[], rows: readonly JsonObject[]): string | undefined {
  const found = nameFields.flatMap((name) => fields.filter((field) => field.toLowerCase() === name));
  const isUsual = (field: string): boolean => {
    const filled = rows.filter((row) => typeof row[field] === 'string' && row[field] !== '').length;
    return filled * 2 > rows.length;
  };
  return found.find(isUsual) ?? found[0];
}

function idAmong(fields: readonly string[]): string | undefined {
  return (
    fields.find((field) => /^_?(?:id|uuid|guid)$/i.test(field)) ?? fields.find((field) => /(?:Id|_id|ID)$/.test(field))
  );
}

function kindOf(field: string, rows: readonly JsonObject[]): ColumnKind {
  const values = rows
    .flatMap((row) => (Object.hasOwn(row, field) ? [row[field] ?? null] : []))
    .filter((one) => one !== null);
  if (values.length === 0) return 'text';
  if (values.every((value) => typeof value === 'object' && !(value instanceof ExactNumber))) return 'nested';
  if (values.every((value) => typeof value === 'number' || value instanceof ExactNumber)) return 'number';
  if (values.every((value) => timeOf(value) !== null)) return 'time';
  const isState = values.every((value) => typeof value === 'boolean') || stateName.test(field);
  return isState && values.every((value) => typeof value === 'boolean' || typeof value === 'string') ? 'state' : 'text';
}

/** Longer texts are not tried: a cell may have a megabyte. */
const maxTimeLength = 40;

/** Milliseconds since 1970; null when the value is not a time. */
export function timeOf(value: Json): number | null {
  return typeof value === 'string' && value.length <= maxTimeLength ? readTimestamp(value) : null;
}

/** `LAST USED` for `lastUsed` and `last_used`; fields with the same title keep their names. */
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
  return nameWords(field).toUpperCase() || field || '""';
}

/** `last used` for `lastUsed` and `last_used`. */
export function nameWords(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');
  return words.trim().toLowerCase();
}

/** Number of fields or items; null when the value is neither an object nor a list. */
export function childCount(value: Json): number | null {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : null;
}
