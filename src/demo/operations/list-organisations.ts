/** GET /account/orgs: the organisations of the caller. */

import { json } from '../answer.ts';
import { COMMON_PROBLEMS, jsonResponse } from '../definition/description-parts.ts';
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
