/** GET /org/{orgId}/systems: the systems of an organisation, page by page. */

import { json } from '../answer.ts';
import { COMMON_PROBLEMS, jsonResponse, NOT_FOUND, ORG_ID } from '../definition/description-parts.ts';
import { DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE, type ListQuery, readListQuery } from '../list-query.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { pageOf } from '../paging.ts';
import { systemNotFound, validationFailed } from '../problems.ts';

export const listSystems: Operation = {
  method: 'GET',
  path: '/org/{orgId}/systems',
  description: {
    operationId: 'listSystems',
    summary: 'Lists the systems of an organisation, page by page.',
    tags: ['Systems'],
    parameters: [
      ORG_ID,
      queryParameter('search', { type: 'string' }, 'Sought in system id, host name and description, in any case.'),
      queryParameter(
        'per_page',
        { type: 'integer', minimum: 1, default: DEFAULT_PAGE_SIZE },
        `Systems on a page. A larger number than ${LARGEST_PAGE_SIZE} counts as ${LARGEST_PAGE_SIZE}.`,
      ),
      queryParameter('include_disabled', { type: 'boolean', default: false }, 'Whether disabled systems are listed.'),
      queryParameter('page', { type: 'integer', minimum: 0, default: 0 }, 'Zero-based index of the page.'),
    ],
    responses: { '200': jsonResponse('One page of systems.', 'SystemPage'), ...COMMON_PROBLEMS, ...NOT_FOUND },
  },
  answer: (call, orgId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    const query = readListQuery(call.request.query);
    if ('errors' in query) return validationFailed(call.baseUrl, query.errors);
    const list = organisation.list(query.search, query.includeDisabled);
    const address = `${call.baseUrl}/org/${encodeURIComponent(orgId)}/systems`;
    return json(
      200,
      pageOf(list, query.page, query.perPage, (page) => `${address}?${queryText({ ...query, page })}`),
    );
  },
};

/** A query that asks for the same list again, with every parameter written out. */
function queryText({ search, includeDisabled, perPage, page }: ListQuery): string {
  return new URLSearchParams({
    ...(search === '' ? {} : { search }),
    per_page: String(perPage),
    include_disabled: String(includeDisabled),
    page: String(page),
  }).toString();
}

function queryParameter(name: string, schema: object, description: string): object {
  return { name, in: 'query', required: false, description, schema };
}
