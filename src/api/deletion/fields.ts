/** Facts of a request beside its path: the fields of its query, its headers and its body, however deep. */
import { isJsonObject, isList, jsonIn, type Json, type JsonObject } from '../exact-json.ts';
import { type FormField, formFieldsIn } from '../calls/form-text.ts';
import { mayDelete, namesOther, squeezed } from './words.ts';

export interface Field {
  /** Its letters, in lower case: see `squeezed`. */
  readonly name: string;
  readonly value: Json;
}

export interface Fields {
  readonly fields: readonly Field[];
  /** Every object in the body: it may be a request of its own. */
  readonly objects: readonly JsonObject[];
  /** Every text in the body, or the body itself where it is no JSON. */
  readonly texts: readonly string[];
  /** Possible ids of systems: the texts of lists, and of fields with such a name. */
  readonly ids: readonly string[];
  /** The body, which has no name, and the fields that objects alone lead to: no item of a list is among them. */
  readonly members: readonly Field[];
}

export interface Said {
  readonly query: Iterable<readonly [name: string, value: string]>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export const idName = /^(?:system|host|machine|device)?ids?$|^systems?$/;

export function fieldsOf({ query, headers, body }: Said): Fields {
  const said = { fields: [] as Field[], objects: [] as JsonObject[], texts: [] as string[], ids: [] as string[] };
  for (const [name, value] of Object.entries(headers)) said.fields.push({ name: squeezed(name), value });
  const json = body === null ? undefined : jsonIn(body);
  const pairs = [...query];
  if (body !== null && json === undefined) {
    said.texts.push(body);
    const form = formFieldsIn(body);
    for (const field of form ?? []) pairs.push([field.name, field.value]);
    for (const text of textsIn(body, form)) {
      if (!mayDelete(text)) continue;
      // One by one: a file has more fields than a call takes arguments.
      for (const [name, value] of writtenFields(text)) said.fields.push({ name: squeezed(name), value });
      for (const line of jsonLines(text)) collect(said, '', line);
    }
  }
  for (const [written, value] of pairs) {
    const plain = written.replace(/\[\d*\]/g, '');
    const name = squeezed(/\[([^[\]]+)\]$/.exec(plain)?.[1] ?? plain);
    // A name without a value is set.
    said.fields.push({ name, value: value === '' ? true : value });
    if (idName.test(name)) said.ids.push(...value.split(','));
    collect(said, name, /^\s*[[{]/.test(value) ? jsonIn(value) : undefined);
  }
  collect(said, '', json);
  return {
    ...said,
    members: json === undefined ? [] : membersOf(json),
    ids: [...new Set(said.ids)].filter((id) => id.trim() !== ''),
  };
}

/** The texts to read closely: a body, or the parts of a form. A form in one line has nothing else in it. */
function textsIn(body: string, form: readonly FormField[] | null): readonly string[] {
  if (form === null || !body.startsWith('--')) return form !== null && /^[^\s<>"{}]*$/.test(body) ? [] : [body];
  return form.map(({ value }) => value);
}

/** In characters. */
const maxTextRead = 4 * 1024 * 1024;

/** Fields as texts write them: `action: delete`, `action = delete`, `action="delete"`, `<action>delete</action>`, and columns. */
function* writtenFields(text: string): Generator<readonly [name: string, value: string]> {
  // Too long to be read: it may say anything.
  if (text.length > maxTextRead) {
    yield ['action', 'delete'];
    return;
  }
  const ways = [
    /["']?([\w.-]{1,80})["']?[ \t]{0,9}[:=][ \t]{0,9}["']?([^\s,;"'<>{}()[\]&]{1,80})/g,
    /<([\w.:-]{1,80})(?:\s[^<>]{0,500})?>\s{0,80}(?:<!\[CDATA\[)?\s{0,80}([^<>\]]{1,200}?)\s{0,80}(?:\]\]>)?\s{0,80}<\//g,
    /^[ \t-]{0,80}["']?([\w.-]{1,80})["']?[ \t]{0,9}[:=]([^\r\n]{1,200})/gm,
  ];
  for (const way of ways) {
    for (const [, name = '', value = ''] of text.matchAll(way)) yield [name.replace(/^.*:/, ''), bare(value)];
  }
  const [head = '', ...rows] = text.split(/\r?\n/);
  const names = cellsOf(head);
  if (names.length < 2) return;
  for (const row of rows) {
    for (const [at, cell] of cellsOf(row).entries()) if (names[at] !== undefined) yield [names[at], cell];
  }
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(0, longestRow)
    .split(/[,;\t]/)
    .map(bare);
}

const longestRow = 10_000;

function bare(value: string): string {
  return value.replace(/\s#.*$/s, '').replace(/^[\s"']+|[\s"',]+$/g, '');
}

/** JSON, one value a line; none where the text is anything else. */
function jsonLines(text: string): readonly Json[] {
  if (!/^\s*[[{]/.test(text)) return [];
  return text.split('\n').flatMap((line) => jsonIn(line) ?? []);
}

function membersOf(body: Json): readonly Field[] {
  const members: Field[] = [];
  const left: Field[] = [{ name: '', value: body }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    members.push(next);
    const { value } = next;
    if (isJsonObject(value)) {
      for (const [name, one] of Object.entries(value)) left.push({ name: squeezed(name), value: one });
    } else if (next.name === '' && isList(value)) {
      for (const item of value) members.push(...patched(item));
    }
  }
  return members;
}

/** The field that a step of a JSON Patch (RFC 6902) sets. */
function patched(step: Json): readonly Field[] {
  if (!isJsonObject(step)) return [];
  const { op, path, value } = step;
  if (typeof op !== 'string' || typeof path !== 'string' || value === undefined) return [];
  return [{ name: squeezed(path.split('/').at(-1) ?? ''), value }];
}

type Collected = { readonly [Part in Exclude<keyof Fields, 'members'>]: Fields[Part][number][] };

function collect({ fields, objects, texts, ids }: Collected, name: string, value: Json | undefined): void {
  // No function calls itself: a body may be deep.
  const left: (readonly [name: string, value: Json | undefined, isListed: boolean])[] = [[name, value, false]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [named, one, isListed] = next;
    if (typeof one === 'string') {
      texts.push(one);
      if (isListed || idName.test(named)) ids.push(one);
    } else if (isJsonObject(one)) {
      objects.push(one);
      // One by one: a call takes no more arguments than a stack holds.
      for (const field of fieldsIn(one, fields).reverse()) left.push(field);
    } else if (Array.isArray(one)) {
      // The name of a list is the name of each of its items.
      const items = one as readonly Json[];
      for (const item of items) if (typeof item === 'string') fields.push({ name: named, value: item });
      for (const item of items.toReversed()) left.push([named, item, true]);
    }
  }
}

/** Notes the fields of an object, and answers the nested values to search: a removed tag is no system. */
function fieldsIn(object: JsonObject, fields: Field[]): (readonly [string, Json, boolean])[] {
  const { op, path, value } = object;
  // JSON Patch (RFC 6902): the path says what its `op` is about.
  if (typeof op === 'string' && typeof path === 'string') {
    const isRemoval = /^\s*remove\s*$/i.test(op);
    fields.push(
      isRemoval
        ? { name: patchRemoval, value: path }
        : { name: squeezed(path.split('/').at(-1) ?? ''), value: value ?? null },
    );
    return [];
  }
  const named = Object.entries(object).map(([name, one]) => [squeezed(name), one, name] as const);
  for (const [name, one] of named) fields.push({ name, value: one });
  return named
    .filter(([plain, , name]) => wrapper.test(plain) || !namesOther(name))
    .map(([name, one]) => [name, one, false]);
}

/** These fields hold parts of a system. */
const wrapper = /^(?:attributes?|properties|fields|metadata|settings)$/;

/** No squeezed name is this one. */
export const patchRemoval = 'JSON Patch';
