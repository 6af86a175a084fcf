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
  /** Without its files, which are read when it is sent. */
  readonly bytes: number;
  readonly files: number;
}

export function sentTexts(call: Call, version: string): SentTexts {
  const { method, body, files = [] } = call;
  const own = maskedHeaders(call).map(([name, value]) => [name.toLowerCase(), value] as const);
  const accept = own.some(([name]) => name === 'accept') ? [] : ([['accept', standardAccept.Accept]] as const);
  const length = (text: string): number => new TextEncoder().encode(text).byteLength;
  const words = files.map((file) => (body ?? '').slice(file.at, file.at + file.length));
  const bytes = length(body ?? '') - length(words.join(''));
  return {
    line: `${method} ${maskedUrl(call)}`,
    headers: [
      ...accept,
      ['authorization', `Bearer ${hiddenText}  (your access token)`],
      ['user-agent', `rollcall/${version}`],
      ...own,
      ...(body === null
        ? []
        : ([['content-length', files.length > 0 ? 'as its files are read' : String(bytes)]] as const)),
    ],
    body: maskedBodyText(call),
    bytes,
    files: files.length,
  };
}
