/** What came back of a change, as an answer that is shown: it has no next page, because it is never asked again. */
import type { RawResponse } from '../../../api/http/client.ts';
import { answeredBy } from './answer-kind.ts';
import type { ArrivedPage } from './model.ts';

export function changePage(
  address: string,
  { status, contentType, bytes, text, ms }: Omit<RawResponse, 'headers'>,
): ArrivedPage {
  const answered = answeredBy({ status, contentType, body: bytes });
  const raw = answered.kind === 'binary' || answered.kind === 'eventStream' ? null : text;
  const about = { address, status, ms, bytes: bytes.byteLength, answered, raw };
  return { ...about, index: null, next: { kind: 'end' } };
}
