/** Parses the text of a body as a service would: JSON, or the fields of a form. */
import { isList, type Json, jsonIn } from '../exact-json.ts';

export interface FormPart {
  readonly name: string;
  readonly value: string;
  /** Media type of the part; null when the part names none. */
  readonly type: string | null;
  readonly at: number;
  readonly end: number;
}

/** Null when the text is not a form. */
export function formFieldsIn(text: string): readonly FormPart[] | null {
  const boundary = /^(--[\w'()+,./:=? -]{1,70})\r\n/.exec(text)?.[1];
  if (boundary !== undefined) return partsIn(text, boundary);
  return /^[^\s=&]+=/.test(text) ? pairsIn(text) : null;
}

function pairsIn(text: string): readonly FormPart[] {
  let at = 0;
  return text.split('&').map((pair) => {
    const from = at;
    at += pair.length + 1;
    const [[name, value] = ['', '']] = new URLSearchParams(pair);
    const sign = pair.indexOf('=');
    return { name, value, type: null, at: sign < 0 ? from + pair.length : from + sign + 1, end: from + pair.length };
  });
}

function partsIn(text: string, boundary: string): readonly FormPart[] {
  const fields: FormPart[] = [];
  for (let from = boundary.length; ;) {
    const head = text.indexOf('\r\n\r\n', from);
    const end = text.indexOf(`\r\n${boundary}`, head + 2);
    if (head < 0 || end < 0) return fields;
    const said = text.slice(from, head);
    const name = /;\s*name="([^"]*)"/i.exec(said)?.[1] ?? '';
    const type = /^content-type:\s*(\S+)\s*$/im.exec(said)?.[1] ?? null;
    const at = head + 4;
    fields.push({ name: plain(name), value: text.slice(at, Math.max(at, end)), type, at, end: Math.max(at, end) });
    from = end + 2 + boundary.length;
  }
}

function plain(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** Undefined when the body is neither JSON nor a form. */
export function bodyValue(text: string): Json | undefined {
  const json = jsonIn(text);
  if (json !== undefined) return json;
  const fields = formFieldsIn(text);
  if (fields === null) return undefined;
  const values = new Map<string, Json>();
  for (const { name, value: written, type } of fields) {
    const value = (type !== null && /json$/i.test(type) ? jsonIn(written) : undefined) ?? written;
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : [...(isList(earlier) ? earlier : [earlier]), value]);
  }
  return Object.fromEntries(values);
}
