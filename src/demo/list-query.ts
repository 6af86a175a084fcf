/** Parses the systems and the page that a list request asks for. */

import type { ValidationErrors } from './problems.ts';

/** The page of a list that a request asks for. */
export interface PageQuery {
  /** 1 … 200. */
  readonly perPage: number;
  /** Zero-based. */
  readonly page: number;
}

/** The query of a request for systems, understood. */
export interface ListQuery extends PageQuery {
  /** Search text for id, host name and description; empty for everything. */
  readonly search: string;
  readonly includeDisabled: boolean;
}

export const DEFAULT_PAGE_SIZE = 50;
export const LARGEST_PAGE_SIZE = 200;

/** Either the page or, by parameter, its mistake. A page size above the largest is no error: it is capped. */
export function readPageQuery(parameters: URLSearchParams): PageQuery | { readonly errors: ValidationErrors } {
  const perPage = wholeNumber(parameters.get('per_page'), DEFAULT_PAGE_SIZE);
  const page = wholeNumber(parameters.get('page'), 0);
  const errors: ValidationErrors = {
    ...(perPage >= 1 ? {} : { per_page: ['per_page must be a whole number of at least 1.'] }),
    ...(page >= 0 ? {} : { page: ['page must be a whole number of at least 0.'] }),
  };
  if (Object.keys(errors).length > 0) return { errors };
  return { perPage: Math.min(perPage, LARGEST_PAGE_SIZE), page };
}

/** Either the query or, by parameter, its mistake. */
export function readListQuery(parameters: URLSearchParams): ListQuery | { readonly errors: ValidationErrors } {
  const page = readPageQuery(parameters);
  const includeDisabled = boolean(parameters.get('include_disabled'));
  if (includeDisabled === undefined) {
    const complaint = { include_disabled: ['include_disabled must be true or false.'] };
    return { errors: { ...('errors' in page ? page.errors : {}), ...complaint } };
  }
  if ('errors' in page) return page;
  return { search: parameters.get('search') ?? '', includeDisabled, ...page };
}

/** NaN, which no comparison holds for, where the text is not a whole number. */
export function wholeNumber(text: string | null, otherwise: number): number {
  if (text === null) return otherwise;
  return /^-?\d+$/.test(text) ? Number(text) : NaN;
}

function boolean(text: string | null): boolean | undefined {
  if (text === null || /^false$/i.test(text)) return false;
  return /^true$/i.test(text) ? true : undefined;
}
