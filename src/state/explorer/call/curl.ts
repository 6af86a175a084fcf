/** A call as a line for curl. The token is never in it: the shell puts it in. */
import { isJsonObject, type Json, isList } from '../../../api/exact-json.ts';
import type { DefinedOperation, Parameter, RequestBody } from '../../../api/openapi/definition.ts';
import type { Call } from '../../../api/calls/call.ts';
import { maskedBodyText, maskedHeaders, maskedUrl } from '../../../api/calls/masked-call.ts';
import { escapeHidden } from '../../kernel/hidden-characters.ts';

/** Stands where a secret was. */
export const secretSign = 'SECRET';

/** As one word of sh, bash and zsh. */
export function shellWord(text: string): string {
  return /^[\w./:=@,+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The body with a sign for each secret, and escapes for what a terminal acts on. */
export function shownBody(call: Pick<Call, 'body' | 'secrets'>): string | null {
  const text = maskedBodyText(call, secretSign);
  return text === null ? null : escapeHidden(text);
}

/** In double quotes: the shell replaces the name by the token. */
const authorization = '-H "Authorization: Bearer $ROLLCALL_TOKEN"';

export function curlOf(call: Call): string {
  const headers = maskedHeaders(call, secretSign).map(([name, text]) => `-H ${shellWord(`${name}: ${text}`)}`);
  const body = shownBody(call);
  return line(call.method, maskedUrl(call, secretSign), [
    ...headers,
    // Unlike --data, this one never reads a file.
    ...(body === null ? [] : [`--data-raw ${shellWord(body)}`]),
  ]);
}

/** What the line of an operation is made of; the rest of it stands in its path. */
export interface CurlTemplate {
  readonly parameters?: readonly Parameter[];
  readonly body?: RequestBody | null;
  /** The shape of a multipart body, where its schema is a reference that somebody looked up. */
  readonly bodySchema?: Json;
}

/** With names in the places of values: for an operation that cannot be filled in, too. */
export function curlTemplateOf(operation: DefinedOperation, baseUrl: string, known: CurlTemplate = {}): string {
  const { parameters = [], body = null, bodySchema = body?.schema ?? null } = known;
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.isRequired)
    .map(({ name }) => `${encodeURIComponent(name.toWellFormed())}={${name}}`)
    .join('&');
  const headers = parameters
    .filter((parameter) => parameter.in === 'header' && parameter.isRequired && parameter.unusable === null)
    .map(({ name }) => `-H ${shellWord(`${name}: {${name}}`)}`);
  const url = `${baseUrl}${operation.path}${query === '' ? '' : `?${query}`}`;
  return printable(line(operation.method, url, [...headers, ...bodyTemplate(body, bodySchema)]));
}

function bodyTemplate(body: RequestBody | null, schema: Json): readonly string[] {
  if (body === null) return [];
  if (/^multipart\//i.test(body.type)) return multipart(schema).map((field) => `-F ${shellWord(field)}`);
  const type = `-H ${shellWord(`Content-Type: ${body.type}`)}`;
  return /json/i.test(body.type) ? [type, `--data-raw '{}'`] : [type, '--data-binary @FILE'];
}

/** A field for each property; a file where the schema names none. */
function multipart(schema: Json): readonly string[] {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  if (fields.length === 0) return ['file=@FILE'];
  return fields.map(([name, property]) => `${name}=${isFile(property) ? '@FILE' : `{${name}}`}`);
}

function isFile(schema: Json): boolean {
  if (!isJsonObject(schema)) return false;
  const items = schema['items'];
  if (items !== undefined && !isList(items) && isFile(items)) return true;
  return schema['format'] === 'binary' || schema['contentMediaType'] === 'application/octet-stream';
}

function line(method: string, url: string, rest: readonly string[]): string {
  // curl takes brackets and braces for patterns, unless told not to.
  const plain = /[[\]{}]/.test(url) ? ['-g'] : [];
  const verb = method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : [`-X ${shellWord(method)}`];
  return ['curl', ...plain, ...verb, shellWord(url), authorization, ...rest].join(' ');
}

/** Names come from outside: what a terminal acts on would act when the line is pasted. */
function printable(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, encodeURIComponent);
}
