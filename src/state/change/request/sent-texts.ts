/** A request as it is sent, text by text: the address, every header and the body. Secrets are dots. */
import { standardAccept } from '../../../api/http/standard-headers.ts';
import { parseExactly, writeExactly } from '../../../api/exact-json.ts';
import type { Call } from '../../../api/calls/call.ts';
import { hiddenText, holdsSecret, masked } from '../../../api/secrets.ts';
import { shownUrl } from '../../explorer/call/shell-text.ts';

export interface SentTexts {
  /** `PUT https://…` */
  readonly line: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Byte for byte but for secrets; null: none. */
  readonly body: string | null;
  readonly bytes: number;
}

export function sentTexts(call: Call, version: string): SentTexts {
  const { method, headers, body, secrets } = call;
  const own = Object.entries(headers).map(([name, value]): readonly [string, string] => [
    name.toLowerCase(),
    holdsSecret(value, secrets) ? hiddenText : value,
  ]);
  const accept = own.some(([name]) => name === 'accept') ? [] : ([['accept', standardAccept.Accept]] as const);
  const bytes = body === null ? 0 : new TextEncoder().encode(body).byteLength;
  return {
    line: `${method} ${shownUrl(call, hiddenText)}`,
    headers: [
      ...accept,
      ['authorization', `Bearer ${hiddenText}  (your access token)`],
      ['user-agent', `rollcall/${version}`],
      ...own,
      ...(body === null ? [] : ([['content-length', String(bytes)]] as const)),
    ],
    body: body === null ? null : secrets.length === 0 ? body : maskedBody(body, secrets),
    bytes,
  };
}

function maskedBody(body: string, secrets: readonly string[]): string {
  return writeExactly(masked(parseExactly(body), { secrets }));
}
