/** A call without its secrets, for showing, copying and recording. */
import { decoded } from '../openapi/path-form.ts';
import { jsonIn, type Json, writeExactly } from '../exact-json.ts';
import { hiddenText, type Masking, masked, textWithoutSecrets } from '../secrets.ts';
import type { Call } from './call.ts';

/** The address with `sign` for each secret in its path and its query. */
export function maskedUrl({ url, secrets }: Pick<Call, 'url' | 'secrets'>, sign = hiddenText): string {
  const { origin, pathname, search } = new URL(url);
  const shown = (encoded: string, name = ''): string =>
    masked(plain(encoded), { secrets, sign }, { name }) === sign ? sign : encoded;
  const path = pathname.split('/').map((segment) => shown(segment));
  const query = search
    .slice(1)
    .split('&')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [shown(name), ...(rest.length === 0 ? [] : [shown(rest.join('='), plain(name))])].join('=');
    });
  return `${origin}${path.join('/')}${search === '' ? '' : `?${query.join('&')}`}`;
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
  const json = jsonIn(body);
  return json === undefined ? textWithoutSecrets(body) : masked(json, { ...masking, secrets });
}

/** The body to be sent, byte for byte except its secrets. */
export function maskedBodyText(call: Pick<Call, 'body' | 'secrets'>, sign = hiddenText): string | null {
  return call.body === null || call.secrets.length === 0 ? call.body : writeExactly(maskedBody(call, { sign }));
}
