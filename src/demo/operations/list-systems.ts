/** GET /org/{orgId}/systems: the systems of an organisation, page by page. */

import { json } from '../answer.ts';
import {
  COMMON_PROBLEMS,
  jsonResponse,
  NOT_FOUND,
  ORG_ID,
  PAGING,
  queryParameter,
} from '../definition/description-parts.ts';
import { type ListQuery, readListQuery } from '../list-query.ts';
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
      queryParameter('include_disabled', { type: 'boolean', default: false }, 'Whether disabled systems are listed.'),
      ...PAGING,
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
