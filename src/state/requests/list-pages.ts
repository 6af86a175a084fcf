/** Reads any list page by page, for a pipe: each page is asked for when the one before has been taken. */
import type { ReadCall } from '../../api/call.ts';
import { isJsonObject, type Json, parseExactly } from '../../api/exact-json.ts';
import type { RawResponse } from '../../api/http/client.ts';
import { nextPageOf, pageIndexOf, rulesOf } from '../../api/next-link.ts';
import { failed, type Problem, type Result } from '../../api/problem.ts';

export type ListPage =
  | { readonly kind: 'items'; readonly items: readonly Json[] }
  /** What came is no list. */
  | { readonly kind: 'no list' }
  /** The rest could not be read; `pages`: how many were. */
  | { readonly kind: 'problem'; readonly problem: Problem; readonly pages: number };

/** `send`: the request, sent again as often as reads are. Ends with the last page, or with what is not one. */
export async function* listPages(
  call: ReadCall,
  send: (call: ReadCall) => Promise<Result<RawResponse>>,
): AsyncGenerator<ListPage, void, void> {
  const rules = rulesOf(call.url);
  const seen: string[] = [];
  let address = call.url;
  let lastIndex: number | null = null;
  for (;;) {
    const read = await send({ ...call, url: address });
    if (!read.ok) {
      yield { kind: 'problem', problem: read.problem, pages: seen.length };
      return;
    }
    const page = pageIn(jsonOf(read.value.text));
    if (page === null) {
      yield { kind: 'no list' };
      return;
    }
    yield { kind: 'items', items: page.items };
    const { lastPage, prevPage, nextPage } = page;
    const index = pageIndexOf(prevPage, nextPage);
    const next = nextPageOf(page.next, rules, { address, seen }, { index, lastIndex, lastPage });
    if (next.kind === 'end') return;
    seen.push(address);
    if (next.kind === 'untrusted') {
      const { link, reason } = next;
      const problem = failed('send request', { kind: 'untrustedLink', link, reason, page: seen.length }).problem;
      yield { kind: 'problem', problem, pages: seen.length };
      return;
    }
    address = next.url;
    lastIndex = index;
  }
}

/** Undefined where it is none. */
function jsonOf(text: string): Json | undefined {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/**
 * The envelope of a page, a list by itself, or the only list in an object. Null: no list. A page without `links` is the
 * only one.
 */
function pageIn(json: Json | undefined) {
  const single = { next: null, lastPage: null, prevPage: null, nextPage: null };
  if (isList(json)) return { ...single, items: json };
  if (!isJsonObject(json)) return null;
  const { items, links, metadata } = json;
  if (isList(items) && (isJsonObject(links) || isJsonObject(metadata))) {
    const about = isJsonObject(metadata) ? metadata : {};
    const count = (name: string): number | null => {
      const value = about[name];
      return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
    };
    // Missing is not null: only null says that this is the last one.
    const next: unknown = isJsonObject(links) ? links['next'] : null;
    return {
      ...{ items, next },
      ...{ lastPage: count('lastPage'), prevPage: count('prevPage'), nextPage: count('nextPage') },
    };
  }
  const lists = Object.values(json).filter(isList);
  const [only] = lists;
  return only === undefined || lists.length > 1 ? null : { ...single, items: only };
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
