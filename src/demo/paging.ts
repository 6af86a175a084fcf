/** A page of a list (specification, "Paged list envelope"). */

import { type Answer, json } from './answer.ts';
import type { PageQuery } from './list-query.ts';
import type { Call } from './operation.ts';

/** The envelope around one page's items. */
export interface PageEnvelope<T> {
  readonly metadata: {
    readonly total: number;
    readonly firstPage: number;
    readonly prevPage: number | null;
    readonly lastPage: number;
    readonly nextPage: number | null;
  };
  readonly links: {
    readonly first: string;
    readonly prev: string | null;
    readonly next: string | null;
    readonly last: string;
  };
  readonly items: readonly T[];
}

/**
 * The page with this zero-based index. An empty list has one empty page, 0. A page after the last, as a list that
 * shrank while it was read leads to, is empty too and its previous page is the last one there is.
 * `linkTo` gives the address of a page.
 */
export function pageOf<T>(
  list: readonly T[],
  page: number,
  perPage: number,
  linkTo: (page: number) => string,
): PageEnvelope<T> {
  const lastPage = Math.max(0, Math.ceil(list.length / perPage) - 1);
  const prevPage = page > 0 ? Math.min(page - 1, lastPage) : null;
  const nextPage = page < lastPage ? page + 1 : null;
  return {
    metadata: { total: list.length, firstPage: 0, prevPage, lastPage, nextPage },
    links: {
      first: linkTo(0),
      prev: prevPage === null ? null : linkTo(prevPage),
      next: nextPage === null ? null : linkTo(nextPage),
      last: linkTo(lastPage),
    },
    items: list.slice(page * perPage, (page + 1) * perPage),
  };
}

/** The answer with one page of a list; its links carry the parameters of the request, and name their page. */
export function pageAnswer({ baseUrl, request }: Call, list: readonly unknown[], { page, perPage }: PageQuery): Answer {
  const linkTo = (index: number): string => {
    const query = new URLSearchParams(request.query);
    query.set('per_page', String(perPage));
    query.set('page', String(index));
    return `${baseUrl}${request.path}?${query.toString()}`;
  };
  return json(200, pageOf(list, page, perPage, linkTo));
}
