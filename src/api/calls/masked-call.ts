/** A call without its secrets, for showing, copying and recording. */
import { decoded } from '../openapi/path-form.ts';
import { isJsonObject, isList, type Json, jsonIn, writeExactly } from '../exact-json.ts';
import { hiddenText, type Masking, masked, textWithoutSecrets } from '../secrets.ts';
import { bodyValue, formFieldsIn } from './form-text.ts';
import type { Call } from './call.ts';

/** The address with `sign` for each secret in its path and its query. */
export function maskedUrl({ url, secrets }: Pick<Call, 'url' | 'secrets'>, sign = hiddenText): string {
  const { origin, pathname, search } = new URL(url);
  const shown = (encoded: string, name = ''): string =>
    masked(plain(encoded), { secrets, sign }, { name }) === sign ? sign : encoded;
  const kept = secrets.filter((secret) => secret.includes('/')).map(keptSlashes);
  const path = kept
    .reduce((some, secret) => some.replaceAll(`/${secret}`, `/${sign}`), pathname)
    .split('/')
    .map((segment) => shown(segment));
  const query = search
    .slice(1)
    .split('&')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [shown(name), ...(rest.length === 0 ? [] : [shown(rest.join('='), plain(name))])].join('=');
    });
  return `${origin}${path.join('/')}${search === '' ? '' : `?${query.join('&')}`}`;
}

/** A value of a path, encoded but for its slashes. */
function keptSlashes(text: string): string {
  return text.split('/').map(encodeURIComponent).join('/');
}

function plain(encoded: string): string {
  return decoded(encoded.replaceAll('+', ' ')) ?? encoded;
}

/** The call's own headers. */
export function maskedHeaders(
  { headers, secrets }: Pick<Call, 'headers' | 'secrets'>,
  sign = hiddenText,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    masked(value, { secrets, sign }, { name }) === sign ? sign : value,
  ]);
}

/** The body as a value, or as a text when it is not JSON; null: none. */
export function maskedBody({ body, secrets }: Pick<Call, 'body' | 'secrets'>, masking: Masking = {}): Json {
  if (body === null) return null;
  const value = bodyValue(body);
  return value === undefined ? textWithoutSecrets(body) : masked(value, { ...masking, secrets });
}

/** The body to be sent, byte for byte except its secrets. */
export function maskedBodyText(call: Pick<Call, 'body' | 'secrets'>, sign = hiddenText): string | null {
  const { body, secrets } = call;
  if (body === null || secrets.length === 0) return body;
  const fields = jsonIn(body) === undefined ? formFieldsIn(body) : null;
  if (fields === null) return writeExactly(maskedBody(call, { sign }));
  const pieces: string[] = [];
  let from = 0;
  for (const { name, value, at, end } of fields) {
    if (masked(value, { secrets, sign }, { name }) !== sign) continue;
    pieces.push(body.slice(from, at), sign);
    from = end;
  }
  return pieces.join('') + body.slice(from);
}

/** The values that a masked call leaves out, in words: names in quotes, once each. A name may be a secret itself. */
export function leftOutOf(call: Pick<Call, 'url' | 'headers' | 'body' | 'secrets'>): readonly string[] {
  const found = new Set<string>();
  const isHidden = (text: string, name = ''): boolean =>
    masked(text, { secrets: call.secrets, sign }, { name }) === sign;
  const { pathname, searchParams } = new URL(call.url);
  if (pathname.split('/').some((segment) => isHidden(plain(segment)))) found.add('a part of the path');
  for (const [name, value] of searchParams) {
    if (isHidden(name)) found.add('a name in the query');
    else if (isHidden(value, name)) found.add(quoted(name));
  }
  for (const [name, value] of maskedHeaders(call, sign)) if (value === sign) found.add(quoted(name));
  const visit = (one: Json, other: Json | undefined, name: string): void => {
    if (other === sign) found.add(name === '' ? 'the body' : quoted(name));
    else if (isList(one) && isList(other))
      one.forEach((part, at) => {
        visit(part, other[at], name);
      });
    else if (isJsonObject(one) && other !== undefined && isJsonObject(other)) {
      for (const [field, part] of Object.entries(one)) {
        if (Object.hasOwn(other, field)) visit(part, other[field], field);
        else found.add('a name in the body');
      }
    }
  };
  if (call.body !== null && call.secrets.length > 0) {
    visit(bodyValue(call.body) ?? null, maskedBody(call, { sign }), '');
  }
  return [...found];
}

/** Stands for a secret where those are counted; no text of a call is this one. */
const sign = '\u0000';

function quoted(name: string): string {
  return `"${name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name}"`;
}

const longestName = 30;
