/** Writes a call as a curl command. The token is never in it: the shell passes the token through a pipe. */
import { isJsonObject, isList, type Json } from '../../api/exact-json.ts';
import type { DefinedOperation, Parameter, RequestBody } from '../../api/openapi/definition.ts';
import { type Call, listLeftOut, maskedBodyText, maskedHeaders, maskedUrl } from '../../api/calls/call.ts';
import { formFieldsIn } from '../../api/openapi/form-writing.ts';
import { mask } from '../../api/secrets.ts';
import { escapeHidden, shellWord } from '../kernel/spelling.ts';

export const secretSign = 'SECRET';

/** The body with a placeholder for each secret, and escapes for characters that a terminal interprets. */
export function shownBody(call: Pick<Call, 'body' | 'secrets'>): string | null {
  const text = maskedBodyText(call, secretSign);
  return text === null ? null : escapeHidden(text);
}

export const curlShells = 'sh, bash, zsh and fish';

/** `printf` is a builtin of each of these shells, so other users cannot read the token from the process list. */
const header = String.raw`printf 'header = "Authorization: Bearer %s"' "$ROLLCALL_TOKEN" | curl -K -`;

export function curlOf(call: Call): string {
  const parts = multipartFields(call);
  const headers = maskedHeaders(call, secretSign)
    // curl writes the type and the boundary of a multipart form itself.
    .filter(([name]) => parts === null || name !== 'Content-Type')
    .map(([name, text]) => `-H ${shellWord(`${name}: ${text}`)}`);
  const body = shownBody(call);
  const file = call.files?.find(({ at }) => at === 0);
  return curlLine(call.method, maskedUrl(call, secretSign), [
    ...headers,
    // Unlike --data, --data-raw never reads a file.
    ...(parts ?? (file === undefined ? [] : [`--data-binary ${shellWord(`@${file.path}`)}`])),
    ...(parts === null && file === undefined && body !== null ? [`--data-raw ${shellWord(body)}`] : []),
  ]);
}

/**
 * Names the values that a command omits and their placeholder: `"password": SECRET stands for it`; undefined when
 * there are none.
 */
export function leftOutWords(call: Call, max = 1): string | undefined {
  const names = listLeftOut(call);
  if (names.length === 0) return undefined;
  const more = names.length > max ? ` and ${names.length - max} more` : '';
  return `${names.slice(0, max).join(', ')}${more}: ${secretSign} stands for ${names.length === 1 ? 'it' : 'them'}`;
}

/** The fields of a multipart body, as `-F`; null for any other body. */
function multipartFields({ headers, body, secrets, files = [] }: Call): readonly string[] | null {
  if (body === null || !/^multipart\//.test(headers['Content-Type'] ?? '')) return null;
  return (formFieldsIn(body) ?? []).map(({ name, value, type, at }) => {
    const file = files.find((one) => one.at === at);
    const typed = type === null ? '' : `;type=${type}`;
    if (file !== undefined) return `-F ${shellWord(`${name}=@${inQuotes(file.path)}${typed}`)}`;
    const text = mask(value, { secrets, sign: secretSign }, { name });
    const shown = escapeHidden(typeof text === 'string' ? text : value);
    return type === null
      ? `--form-string ${shellWord(`${name}=${shown}`)}`
      : `-F ${shellWord(`${name}=${inQuotes(shown)}${typed}`)}`;
  });
}

/** Quoted as curl reads it. */
function inQuotes(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** The parts of an operation's curl command that its path does not give. */
interface CurlTemplate {
  readonly parameters?: readonly Parameter[];
  readonly body?: RequestBody | null;
  /** The resolved schema of a multipart body that was a reference. */
  readonly bodySchema?: Json;
}

/** A command with names in place of values, also for operations that cannot be filled in. */
export function curlTemplateOf(operation: DefinedOperation, baseUrl: string, known: CurlTemplate = {}): string {
  const { parameters = [], body = null, bodySchema = body?.schema ?? null } = known;
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.isRequired)
    .map(({ name }) => `${encodeURIComponent(name.toWellFormed())}={${name}}`)
    .join('&');
  const headers = parameters
    .filter((parameter) => parameter.in === 'header' && parameter.isRequired && parameter.unusable === null)
    .map(({ name }) => `-H ${shellWord(`${name}: {${name}}`)}`);
  const url = `${baseUrl}${operation.path}${query === '' ? '' : `${operation.path.includes('?') ? '&' : '?'}${query}`}`;
  return withEncodedControls(curlLine(operation.method, url, [...headers, ...bodyTemplate(body, bodySchema)]));
}

function bodyTemplate(body: RequestBody | null, schema: Json): readonly string[] {
  if (body === null) return [];
  if (/^multipart\//i.test(body.type)) return multipartTemplate(schema).map((field) => `-F ${shellWord(field)}`);
  const type = `-H ${shellWord(`Content-Type: ${body.type}`)}`;
  return /json/i.test(body.type) ? [type, `--data-raw '{}'`] : [type, '--data-binary @FILE'];
}

/** A field for each property; a file when the schema names none. */
function multipartTemplate(schema: Json): readonly string[] {
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

function curlLine(method: string, url: string, rest: readonly string[]): string {
  // curl reads brackets and braces as patterns, unless -g is set.
  const plain = /[[\]{}]/.test(url) ? ['-g'] : [];
  const verb = method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : [`-X ${shellWord(method)}`];
  return [header, ...plain, ...verb, shellWord(url), ...rest].join(' ');
}

/** Encodes control characters in names from the service: they would act when the command is pasted. */
function withEncodedControls(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, encodeURIComponent);
}
