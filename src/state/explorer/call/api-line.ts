/** A call as a shell line that sends the same through `rollcall api`. */
import { isReadMethod } from '../../../api/methods.ts';
import { isJsonObject, type Json, writeExactly } from '../../../api/exact-json.ts';
import { escapeHidden, holdsHidden } from '../../kernel/hidden-characters.ts';
import type { Call } from '../../../api/calls/call.ts';
import { keptSlashes, maskedBody, maskedHeaders, maskedUrl } from '../../../api/calls/masked-call.ts';
import { masked } from '../../../api/secrets.ts';
import { secretSign, shownBody } from './curl.ts';
import { shellWord } from '../../kernel/spelling.ts';
import type { BodyNames } from '../../../api/openapi/shape.ts';

/** Names in the definition: fields of a line are matched by them. */
export interface LineNames extends BodyNames {
  readonly parameters: readonly string[];
  /** The type of its body, where it is not the first one that the operation takes. */
  readonly bodyType?: string;
  /** The value that a form was written from. */
  readonly form?: Json;
}

const unknownNames: LineNames = { parameters: [], named: [], fields: null, required: [] };

/** `baseUrl`: the service's, which begins the address. Without `names` the operation is not in the definition. */
export function apiLineOf(call: Call, baseUrl: string, names = unknownNames): string {
  const address = maskedUrl(call, secretSign);
  const path = address.startsWith(baseUrl) ? address.slice(baseUrl.length) : new URL(address).pathname;
  // The definition tells the other end what to send for these two.
  const headers = maskedHeaders(call, secretSign)
    .filter(([name]) => !/^(?:content-type|accept)$/i.test(name))
    .map(([name, text]) => field(isElsewhereAsWell(name, names) ? `${name}@header` : name, text, true));
  const write = isReadMethod(call.method) ? [] : ['--write'];
  const type = names.bodyType === undefined ? [] : [field('Content-Type', names.bodyType, true)];
  const { plain, steps } = withSlashedByName(call, path);
  const words = ['rollcall', 'api', call.method, plain, ...steps, ...headers, ...type];
  const masking = { secrets: call.secrets, sign: secretSign };
  const form = names.form === undefined ? undefined : masked(names.form, masking);
  const fields =
    call.body === null ? [] : bodyFields(form ?? maskedBody(call, masking), names, new URL(address).searchParams);
  if (fields !== null) return [...words, ...fields, ...write].map(shellWord).join(' ');
  // A body that is not an object with plain names is piped in unchanged.
  const line = [...words, '--input', '-', ...write].map(shellWord).join(' ');
  const text = form === undefined ? shownBody(call) : escapeHidden(writeExactly(form));
  return `printf %s ${shellWord(text ?? '')} | ${line}`;
}

/** Is the name of this header also that of another value? */
function isElsewhereAsWell(name: string, { parameters, named }: LineNames): boolean {
  return named.includes(name) || parameters.indexOf(name) !== parameters.lastIndexOf(name);
}

/** Names that need no quoting on a command line. */
const plainName = /^[A-Za-z_][\w.-]*$/;

/** A slash in a value is no slash of the path: the value is written by the name of its parameter. */
function withSlashedByName({ slashed = [] }: Call, written: string) {
  const steps: string[] = [];
  const [path = '', ...query] = written.split(/(?=\?)/);
  let plain = path;
  for (const { name, text, areKept } of slashed) {
    const sent = areKept ? keptSlashes(text) : encodeURIComponent(text);
    if (!plainName.test(name) || !plain.includes(sent)) continue;
    plain = plain.replaceAll(sent, () => `{${name}}`);
    steps.push(`${name}==${areKept ? text : text.replaceAll('/', '%2F')}`);
  }
  return { plain: `${plain}${query.join('')}`, steps };
}

/** Null when the body cannot be written field by field. */
function bodyFields(body: Json, names: LineNames, query: URLSearchParams): readonly string[] | null {
  if (!isJsonObject(body)) return null;
  const fields = Object.entries(body);
  const isField = (name: string): boolean => plainName.test(name) && (names.fields?.includes(name) ?? true);
  const isElsewhere = (name: string): boolean => names.parameters.includes(name) || query.has(name);
  const isWhole = names.required.every((name) => Object.hasOwn(body, name));
  if (fields.length === 0 || !isWhole || !fields.every(([name]) => isField(name))) return null;
  return fields.map(([name, value]) => field(isElsewhere(name) ? `${name}@body` : name, value, false));
}

/** `isText`: the value is always read as a text. */
function field(name: string, value: Json, isText: boolean): string {
  // A text that could be read as another type, or as another kind of field, is written as JSON.
  const isPlain =
    typeof value === 'string' && !/^=|[\n]/.test(value) && !holdsHidden(value) && (isText || isPlainText(value));
  return isPlain ? `${name}=${value}` : `${name}:=${escapeHidden(writeExactly(value))}`;
}

/** A text that the fields of a line do not read as a number, a yes or no, or a time. */
function isPlainText(text: string): boolean {
  return /^[^\d\s"[{-]/.test(text) && !/^(?:true|false|null|yes|no|now|today|tomorrow|in .*)$/i.test(text.trim());
}
