/** Builds a call from its values, and refuses values that would turn it into another request. */
import { isJsonObject, isList, type Json, writeExactly } from '../exact-json.ts';
import type { FieldWriting, FormWriting, Missing, RequestBody } from '../openapi/definition.ts';
import { type Call, type CallFault, type CallPlan, type FileInBody, parameterKey, type QueryPart } from './call.ts';
import {
  buildPath,
  headerFault,
  headerValueFault,
  isEncodable,
  isMeant,
  queryOf,
  refuse,
  simpleText,
  singleText,
  writtenParts,
} from './call-address.ts';
import { hasBody, isReadMethod, whyNotSent } from '../operations.ts';
import { isJsonType, jsonPatch } from '../openapi/bodies.ts';
import { splitPath } from '../openapi/path-form.ts';
import { pageParametersIn } from '../paging/page-parameters.ts';
import { systemAddress } from '../access.ts';

// Writes the body of a form: `application/x-www-form-urlencoded` or `multipart/form-data` (RFC 7578).

type FormBuilt =
  | { readonly ok: true; readonly text: string; readonly type: string; readonly files: readonly FileInBody[] }
  | { readonly ok: false; readonly message: string };

const byValue: FieldWriting = { style: null, explode: true, contentType: null, isFile: false };

export function formBody({ isMultipart, fields }: FormWriting, value: Json): FormBuilt {
  if (!isJsonObject(value)) return refuse('A form has fields with names, and nothing else.');
  const entries = Object.entries(value).map(([name, one]) => [name, one, fields.get(name) ?? byValue] as const);
  return isMultipart ? multipart(entries) : urlencode(entries);
}

type Entries = readonly (readonly [name: string, value: Json, writing: FieldWriting])[];

function urlencode(entries: Entries): FormBuilt {
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
    if (!isEncodable(name) || !isEncodable(value)) return refuse(`"${name}" contains half a character.`);
    for (const one of isList(value) ? value : [value]) {
      const part = writing.isFile ? filePart(name, one, writing) : textPart(name, one, writing);
      if ('message' in part) return refuse(part.message);
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

function textPart(name: string, value: Json, { contentType }: FieldWriting): Part | { readonly message: string } {
  if (value === null) return { message: `"${name}" cannot be null in a form. Leave it unset instead.` };
  const text = singleText(value);
  const type = contentType ?? (text === null ? 'application/json' : null);
  return { head: headOf(name, null, type), text: text ?? writeExactly(value), path: null };
}

function filePart(name: string, path: Json, { contentType }: FieldWriting): Part | { readonly message: string } {
  if (typeof path !== 'string' || path.trim() === '') return { message: `"${name}" takes the path of a file.` };
  const fileName = path.split(/[/\\]/).at(-1) ?? path;
  return {
    head: headOf(name, fileName, contentType ?? 'application/octet-stream'),
    text: wordsOfFile(path),
    path,
  };
}

/** Placeholder for the content of a file until it is sent. */
function wordsOfFile(path: string): string {
  return `(the content of ${path.replaceAll(/\p{Cc}/gu, '')}, read when it is sent)`;
}

function headOf(name: string, fileName: string | null, type: string | null): string {
  const file = fileName === null ? '' : `; filename="${escapeName(fileName)}"`;
  const head = `Content-Disposition: form-data; name="${escapeName(name)}"${file}`;
  return type === null ? head : `${head}\r\nContent-Type: ${type}`;
}

/** Escapes names as browsers do (WHATWG HTML, "Multipart form data"). */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Derived from the content, so that the request that is sent equals the one that was shown. */
function boundaryFor(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  let boundary = `rollcall-${hash.toString(36)}`;
  while (text.includes(boundary)) boundary += '-';
  return boundary;
}

type CallBuilt =
  { readonly ok: true; readonly value: Call } | { readonly ok: false; readonly faults: readonly CallFault[] };

/** Sends only values that you set: no defaults and no examples. */
export function buildCall(plan: CallPlan): CallBuilt {
  const { operation, baseUrl } = plan;
  const unusable = operation.unusable ?? whyNotSent(operation.method);
  if (unusable !== null) return fail([{ key: 'address', message: unusable }]);
  const path = buildPath(plan);
  const query = buildQuery(plan);
  const headers = buildHeaders(plan);
  const body = buildBody(plan);
  const faults = [...(path.ok ? [] : path.faults), ...query.faults, ...headers.faults, ...body.faults];
  if (!path.ok || faults.length > 0) return fail(faults);

  const search = query.parts.map(({ encoded }) => encoded).join('&');
  const url = URL.parse(`${baseUrl}${path.path}${search === '' ? '' : `?${search}`}`);
  const pairs = query.parts.map(({ meant }) => meant);
  if (url === null || !isMeant(url, baseUrl, path.meant, pairs)) {
    return fail([{ key: 'address', message: 'These values would lead to another address than the one meant.' }]);
  }
  const pageParameters = isReadMethod(operation.method)
    ? pageParametersIn(plan.parameters.filter(({ isDeclared }) => isDeclared))
    : [];
  return {
    ok: true,
    value: {
      method: operation.method,
      url: url.href,
      headers: Object.fromEntries([...acceptOf(plan), ...headers.entries, ...body.entries]),
      body: body.text,
      ...(body.files.length > 0 && { files: body.files }),
      orgId: path.orgId,
      operation: operation.id,
      secrets: plan.secrets ?? [],
      ...(path.steps.length > 0 && { steps: path.steps }),
      ...(pageParameters.length > 0 && { pageParameters }),
    },
  };
}

function buildQuery({ operation, parameters, values, query = [] }: CallPlan) {
  const parts: QueryPart[] = [...writtenParts(splitPath(operation.path).query), ...query];
  const faults: CallFault[] = [];
  for (const parameter of parameters) {
    if (parameter.in !== 'query') continue;
    const key = parameterKey(parameter);
    const value = values.parameters.get(key);
    if (value === undefined) {
      if (parameter.isRequired) faults.push({ key, message: parameter.unusable ?? `"${parameter.name}" must be set.` });
      continue;
    }
    const built = parameter.unusable === null ? queryOf(parameter, value) : { ok: false, message: parameter.unusable };
    if ('parts' in built) parts.push(...built.parts);
    else faults.push({ key, message: built.message });
  }
  return { parts, faults };
}

function buildHeaders({ parameters, values }: CallPlan) {
  const entries: [name: string, text: string][] = [];
  const faults: CallFault[] = [];
  for (const parameter of parameters) {
    if (parameter.in !== 'header') continue;
    const { name } = parameter;
    const key = parameterKey(parameter);
    const value = values.parameters.get(key);
    const unusable = parameter.unusable ?? headerFault(name);
    if (value === undefined) {
      if (parameter.isRequired) faults.push({ key, message: unusable ?? `"${name}" must be set.` });
      continue;
    }
    const read = unusable === null ? simpleText(value, parameter) : { ok: false as const, message: unusable };
    const text = read.ok ? (read.texts[0] ?? '') : '';
    const message = read.ok ? headerValueFault(name, text) : read.message;
    const isTwice = entries.some(([other]) => other.toLowerCase() === name.toLowerCase());
    if (message !== null) faults.push({ key, message });
    else if (isTwice) faults.push({ key, message: `"${name}" is set twice.` });
    else entries.push([name, text]);
  }
  return { entries, faults };
}

interface BodyBuilt {
  readonly text: string | null;
  readonly entries: readonly (readonly [string, string])[];
  readonly files: readonly FileInBody[];
  readonly faults: readonly CallFault[];
}

const noBody: BodyBuilt = { text: null, entries: [], files: [], faults: [] };

/** No body when nothing is set and none is required; `{}` when one is required. */
function buildBody({ operation, body, values }: CallPlan): BodyBuilt {
  const isBare = !hasBody(operation.method);
  if (values.body === undefined && (body?.isRequired !== true || isBare)) return noBody;
  const message = isBare
    ? `A ${operation.method} request has no body.`
    : body === null
      ? 'This operation takes no body.'
      : body.unusable;
  if (message !== null || body === null) return { ...noBody, faults: [{ key: 'body', message: message ?? '' }] };
  if (body.isFile) return fileBody(body, values.body);
  const value = values.body === undefined ? {} : values.body;
  const faults = body.missing(value).map(lacking);
  if (faults.length > 0) return { ...noBody, faults };
  if (body.form === null) {
    const type = jsonType(body);
    if (type === null)
      return { ...noBody, faults: [{ key: 'body', message: `rollcall does not write ${body.type}.` }] };
    if (type === jsonPatch && !isList(value))
      return { ...noBody, faults: [{ key: 'body', message: `JSON Patch (${jsonPatch}) takes a list of steps.` }] };
    return { ...noBody, text: writeExactly(value), entries: [['Content-Type', type]] };
  }
  const built = formBody(body.form, value);
  if (!built.ok) return { ...noBody, faults: [{ key: 'body', message: built.message }] };
  const { text, type, files } = built;
  return { text, entries: [['Content-Type', type]], files, faults: [] };
}

/** The content of the file is read when the request is sent. */
function fileBody({ type }: RequestBody, path: Json | undefined): BodyBuilt {
  if (typeof path !== 'string' || path.trim() === '')
    return { ...noBody, faults: [{ key: 'body', message: `The body is a file (${type}): set its path.` }] };
  const text = wordsOfFile(path);
  return { ...noBody, text, entries: [['Content-Type', type]], files: [{ path, at: 0, length: text.length }] };
}

/** A fault at the top of the body. */
function lacking({ names }: Missing): CallFault {
  const message = `${names.map((name) => `"${name}"`).join(' or ')} must be set in the body.`;
  return { key: 'body', field: names[0]?.split(/[.[]/, 1)[0] ?? '', message };
}

/** The declared type without parameters; null when it is not JSON. */
function jsonType(body: RequestBody): string | null {
  const type = body.type.split(';')[0]?.trim().toLowerCase() ?? '';
  return isJsonType(type) ? type : null;
}

function acceptOf({ accept = [] }: CallPlan): readonly (readonly [string, string])[] {
  return accept.length === 0 ? [] : [['Accept', [...new Set([...accept, 'application/problem+json'])].join(', ')]];
}

function fail(faults: readonly CallFault[]): CallBuilt {
  return { ok: false, faults };
}

// `If-Match`: the service acts only if nothing has changed since the read (RFC 9110, 13.1.1).

/**
 * Adds the ETag of a read, unless you have set `If-Match` or the tag is not a valid header value. `isDeclared`: the
 * operation declares the header; otherwise a weak tag is left out, because by the RFC it matches nothing.
 */
export function withIfMatch(call: Call, etag: string | null, isDeclared: boolean): Call {
  if (etag === null || headerValueFault('If-Match', etag) !== null) return call;
  if (!isDeclared && !etag.startsWith('"')) return call;
  const isSet = Object.keys(call.headers).some((name) => name.toLowerCase() === 'if-match');
  return isSet ? call : { ...call, headers: { ...call.headers, 'If-Match': etag } };
}

/** Does the request address the record of this system, so that the record's ETag applies? */
export function isOfRecord({ url }: Call, baseUrl: string, orgId: string, systemId: string): boolean {
  return url === systemAddress(baseUrl, orgId, systemId);
}

/** Do the operation's parameters include `If-Match`? */
export function takesIfMatch(
  parameters: readonly { readonly in: string; readonly name: string; readonly unusable: string | null }[],
): boolean {
  return parameters.some(
    ({ in: place, name, unusable }) => place === 'header' && name.toLowerCase() === 'if-match' && unusable === null,
  );
}
