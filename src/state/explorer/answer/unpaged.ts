/** An answer that is shown without a next page. A change has none, because its call is never sent again. */
import type { RawResponse } from '../../../api/http/client.ts';
import { answeredBy } from './answer-kind.ts';
import { type ArrivedPage, onlyPage } from './model.ts';

export function unpagedOf(
  address: string,
  { status, contentType, bytes, text, ms }: Omit<RawResponse, 'headers'>,
): ArrivedPage {
  const answered = answeredBy({ status, contentType, body: bytes });
  const raw = answered.kind === 'binary' || answered.kind === 'eventStream' ? null : text;
  return { status, ms, bytes: bytes.byteLength, answered, raw, paging: onlyPage(address) };
}
