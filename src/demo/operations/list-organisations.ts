/** GET /account/orgs: which organisations can the caller access? */

import { json } from '../answer.ts';
import { COMMON_PROBLEMS, jsonResponse } from '../description-parts.ts';
import type { Operation } from '../operation.ts';

export const listOrganisations: Operation = {
  method: 'GET',
  path: '/account/orgs',
  description: {
    operationId: 'listOrganisations',
    summary: 'Lists the organisations the account can access.',
    tags: ['Account'],
    responses: { '200': jsonResponse('The organisations.', 'OrganisationList'), ...COMMON_PROBLEMS },
  },
  answer: ({ organisations }) =>
    json(200, { orgs: organisations.map(({ orgId, orgName, role }) => ({ orgId, orgName, role })) }),
};
