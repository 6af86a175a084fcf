/** A request as it is sent, text by text: the address, every header and the body. Secrets are dots. */
import { standardAccept } from '../../../api/http/misleading-headers.ts';
import type { Call } from '../../../api/calls/call.ts';
import { hiddenText } from '../../../api/secrets.ts';
import { maskedBodyText, maskedHeaders, maskedUrl } from '../../../api/calls/masked-call.ts';

export interface SentTexts {
  /** `PUT https://…` */
  readonly line: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Byte for byte but for secrets; null: none. */
  readonly body: string | null;
  readonly bytes: number;
}

export function sentTexts(call: Call, version: string): SentTexts {
  const { method, body } = call;
  const own = maskedHeaders(call).map(([name, value]) => [name.toLowerCase(), value] as const);
  const accept = own.some(([name]) => name === 'accept') ? [] : ([['accept', standardAccept.Accept]] as const);
  const bytes = body === null ? 0 : new TextEncoder().encode(body).byteLength;
  return {
    line: `${method} ${maskedUrl(call)}`,
    headers: [
      ...accept,
      ['authorization', `Bearer ${hiddenText}  (your access token)`],
      ['user-agent', `rollcall/${version}`],
      ...own,
      ...(body === null ? [] : ([['content-length', String(bytes)]] as const)),
    ],
    body: maskedBodyText(call),
    bytes,
  };
}
