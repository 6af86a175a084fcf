/** GET /org/{orgId}/policies: the access policies of an organisation, in short. */

import { json } from '../../answer.ts';
import { COMMON_PROBLEMS, listResponse, NOT_FOUND, ORG_ID } from '../../definition/description-parts.ts';
import { type Operation, organisationOf } from '../../operation.ts';
import { systemNotFound } from '../../problems.ts';

export const listPolicies: Operation = {
  method: 'GET',
  path: '/org/{orgId}/policies',
  description: {
    operationId: 'listPolicies',
    summary: 'Lists the access policies in short.',
    tags: ['Policies'],
    parameters: [ORG_ID],
    responses: { '200': listResponse('The policies.', 'PolicySummary'), ...COMMON_PROBLEMS, ...NOT_FOUND },
  },
  answer: (call, orgId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    return json(
      200,
      organisation.policies.all.map(({ id, description, state, expiresAt }) => ({ id, description, state, expiresAt })),
    );
  },
};
