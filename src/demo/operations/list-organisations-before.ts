/** GET /account/organisations: the answer of `GET /account/orgs` as a bare list. */

import { json } from '../answer.ts';
import { COMMON_PROBLEMS, listResponse } from '../definition/description-parts.ts';
import type { Operation } from '../operation.ts';

export const listOrganisationsBefore: Operation = {
  method: 'GET',
  path: '/account/organisations',
  description: {
    operationId: 'listOrganisationsBefore',
    summary: 'Lists the organisations as a bare list. Use GET /account/orgs.',
    tags: ['Account'],
    deprecated: true,
    responses: { '200': listResponse('The organisations.', 'Organisation'), ...COMMON_PROBLEMS },
  },
  answer: ({ organisations }) =>
    json(
      200,
      organisations.map(({ orgId, orgName, role }) => ({ orgId, orgName, role })),
    ),
};
