/** Writes the body of a form: `application/x-www-form-urlencoded` or `multipart/form-data` (RFC 7578). */
import { isJsonObject, isList, type Json, writeExactly } from '../exact-json.ts';
import type { FieldWriting, FormWriting } from '../openapi/definition.ts';
import type { FileInBody } from './call.ts';
import { isEncodable, queryOf } from './query.ts';
import { refused, singleText } from './value-text.ts';

export type FormBuilt =
  | { readonly ok: true; readonly text: string; readonly type: string; readonly files: readonly FileInBody[] }
  | { readonly ok: false; readonly says: string };

const byValue: FieldWriting = { style: null, explode: true, contentType: null, isFile: false };

export function formBody({ isMultipart, fields }: FormWriting, value: Json): FormBuilt {
  if (!isJsonObject(value)) return refused('A form has fields with names, and nothing else.');
  const entries = Object.entries(value).map(([name, one]) => [name, one, fields.get(name) ?? byValue] as const);
  return isMultipart ? multipart(entries) : urlencoded(entries);
}

type Entries = readonly (readonly [name: string, value: Json, writing: FieldWriting])[];

function urlencoded(entries: Entries): FormBuilt {
  const pairs: string[] = [];
  for (const [name, value, { style, explode }] of entries) {
    for (const one of style === null && isList(value) ? value : [value]) {
      const isJson = style === null && (isJsonObject(one) || isList(one));
      const built = queryOf({ name, style: isJson ? 'json' : (style ?? 'form'), explode }, one);
      if (!built.ok) return built;
      pairs.push(...built.parts.map(({ encoded }) => encoded));
    }
  }
  return { ok: true, text: pairs.join('&'), type: 'application/x-www-form-urlencoded', files: [] };
}

interface Part {
  readonly head: string;
  readonly text: string;
  readonly path: string | null;
}

function multipart(entries: Entries): FormBuilt {
  const parts: Part[] = [];
  for (const [name, value, writing] of entries) {
    if (!isEncodable(name) || !isEncodable(value)) return refused(`"${name}" contains half a character.`);
    for (const one of isList(value) ? value : [value]) {
      const part = writing.isFile ? filePart(name, one, writing) : textPart(name, one, writing);
      if ('says' in part) return refused(part.says);
      parts.push(part);
    }
  }
  const boundary = boundaryFor(parts.map(({ head, text }) => head + text).join('\n'));
  const files: FileInBody[] = [];
  let body = '';
  for (const { head, text, path } of parts) {
    body += `--${boundary}\r\n${head}\r\n\r\n`;
    if (path !== null) files.push({ path, at: body.length, length: text.length });
    body += `${text}\r\n`;
  }
  return { ok: true, text: `${body}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}`, files };
}

function textPart(name: string, value: Json, { contentType }: FieldWriting): Part | { readonly says: string } {
  if (value === null) return { says: `"${name}" cannot be null in a form. Leave it unset instead.` };
  const text = singleText(value);
  const type = contentType ?? (text === null ? 'application/json' : null);
  return { head: headOf(name, null, type), text: text ?? writeExactly(value), path: null };
}

function filePart(name: string, path: Json, { contentType }: FieldWriting): Part | { readonly says: string } {
  if (typeof path !== 'string' || path.trim() === '') return { says: `"${name}" takes the path of a file.` };
  const fileName = path.split(/[/\\]/).at(-1) ?? path;
  return {
    head: headOf(name, fileName, contentType ?? 'application/octet-stream'),
    text: wordsOfFile(path),
    path,
  };
}

/** Stands for the content of a file until it is sent. */
export function wordsOfFile(path: string): string {
  return `(the content of ${path.replaceAll(/\p{Cc}/gu, '')}, read when it is sent)`;
}

function headOf(name: string, fileName: string | null, type: string | null): string {
  const file = fileName === null ? '' : `; filename="${escaped(fileName)}"`;
  const head = `Content-Disposition: form-data; name="${escaped(name)}"${file}`;
  return type === null ? head : `${head}\r\nContent-Type: ${type}`;
}

/** As browsers write names (WHATWG HTML, "Multipart form data"). */
function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** The same parts have the same boundary, so that a request is sent as it was shown. */
function boundaryFor(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  let boundary = `rollcall-${hash.toString(36)}`;
  while (text.includes(boundary)) boundary += '-';
  return boundary;
}
