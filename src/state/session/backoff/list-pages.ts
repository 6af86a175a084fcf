/** Reads any list page by page, for a pipe: each page is asked for when the one before has been taken. */
import type { ReadCall } from '../../../api/call.ts';
import { type Json, jsonIn } from '../../../api/exact-json.ts';
import type { RawResponse } from '../../../api/http/client.ts';
import { envelopeOf, followingOf } from '../../../api/paging/envelope.ts';
import { failed, type Problem, type Result } from '../../../api/problem.ts';

export type ListPage =
  | { readonly kind: 'items'; readonly items: readonly Json[] }
  /** The answer is no list. */
  | { readonly kind: 'no list' }
  /** The rest could not be read; of how many pages and rows, and of what total where one is known. */
  | {
      readonly kind: 'problem';
      readonly problem: Problem;
      readonly pages: number;
      readonly rows: number;
      readonly total: number | null;
    };

/** `send`: the request, sent again as often as reads are. Ends with the last page, or with what is not one. */
export async function* listPages(
  call: ReadCall,
  send: (call: ReadCall) => Promise<Result<RawResponse>>,
): AsyncGenerator<ListPage, void, void> {
  const seen: string[] = [];
  let address = call.url;
  let lastIndex: number | null = null;
  let total: number | null = null;
  let rows = 0;
  for (;;) {
    const read = await send({ ...call, url: address });
    if (!read.ok) {
      yield { kind: 'problem', problem: read.problem, pages: seen.length, rows, total };
      return;
    }
    const page = envelopeOf(jsonIn(read.value.text));
    if (page === null) {
      yield { kind: 'no list' };
      return;
    }
    yield { kind: 'items', items: page.items };
    const place = { first: call.url, address, seen, lastIndex, before: rows };
    const following = followingOf(page, read.value.headers, place);
    const { next } = following;
    rows += page.items.length;
    total = following.total ?? total;
    if (next.kind === 'end') return;
    seen.push(address);
    if (next.kind === 'untrusted') {
      const { problem } = failed('send request', { ...next, kind: 'untrustedLink', page: seen.length });
      yield { kind: 'problem', problem, pages: seen.length, rows, total };
      return;
    }
    address = next.url;
    lastIndex = following.index ?? lastIndex;
  }
}
