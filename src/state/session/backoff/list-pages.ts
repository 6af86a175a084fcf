/** Reads any list page by page, for a pipe: each page is asked for when the one before has been taken. */
import type { ReadCall } from '../../../api/calls/call.ts';
import { type Json, jsonIn } from '../../../api/exact-json.ts';
import type { RawResponse } from '../../../api/http/client.ts';
import { envelopeOf, isRepeated, type Paging, pagingAfter, pagingFrom } from '../../../api/paging/envelope.ts';
import { failed, type Problem, type Result } from '../../../api/problem.ts';

export type ListPage =
  | { readonly kind: 'items'; readonly items: readonly Json[] }
  /** The answer is no list. */
  | { readonly kind: 'no list' }
  /** Read to its end, but the service gave different totals, or more rows than its total. */
  | { readonly kind: 'moved'; readonly paging: Paging }
  /** The rest could not be read. */
  | { readonly kind: 'problem'; readonly problem: Problem; readonly paging: Paging };

/**
 * `send`: the request, sent again as often as reads are. Ends with the last page, or with what is not one. `isHeld`: all
 * pages stay in memory.
 */
export async function* listPages(
  call: ReadCall,
  send: (call: ReadCall) => Promise<Result<RawResponse>>,
  isHeld: boolean,
): AsyncGenerator<ListPage, void, void> {
  let paging = pagingFrom(call.url, isHeld, call.pageParameters);
  while (paging.next.kind === 'page') {
    const read = await send({ ...call, url: paging.next.url });
    if (!read.ok) {
      yield { kind: 'problem', problem: read.problem, paging };
      return;
    }
    const { text, headers, bytes } = read.value;
    const page = envelopeOf(jsonIn(text));
    if (page === null) {
      yield { kind: 'no list' };
      return;
    }
    const before = paging;
    paging = pagingAfter(before, page, headers, bytes.byteLength);
    if (!isRepeated(before, paging)) yield { kind: 'items', items: page.items };
  }
  const { next, total, rows, hasMoved } = paging;
  if (next.kind === 'untrusted') {
    const untrusted = { ...next, kind: 'untrustedLink', page: paging.addresses.length } as const;
    yield { kind: 'problem', problem: failed('send request', untrusted).problem, paging };
  } else if (hasMoved || (total !== null && rows > total)) yield { kind: 'moved', paging };
}
