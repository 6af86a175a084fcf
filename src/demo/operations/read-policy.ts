/** GET /org/{orgId}/policies/{policyId}: one access policy, with all that it holds. */

import type { Answer } from '../answer.ts';
import { COMMON_PROBLEMS, jsonResponse, NOT_FOUND, ORG_ID, POLICY_ID } from '../definition/description-parts.ts';
import { type Call, type Operation, organisationOf } from '../operation.ts';
import type { Policy } from '../organisation/policies.ts';
import { problem, systemNotFound } from '../problems.ts';

export const readPolicy: Operation = {
  method: 'GET',
  path: '/org/{orgId}/policies/{policyId}',
  description: {
    operationId: 'readPolicy',
    summary: 'Reads an access policy with its lists and gateways.',
    tags: ['Policies'],
    parameters: [ORG_ID, POLICY_ID],
    responses: { '200': jsonResponse('The policy.', 'Policy'), ...COMMON_PROBLEMS, ...NOT_FOUND },
  },
  answer: (call, orgId, policyId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    return policyAnswer(call, organisation.policies.find(policyId));
  },
};

/** The policy as it is sent, or the problem that there is none. */
export function policyAnswer({ baseUrl }: Call, policy: Policy | undefined): Answer {
  if (policy === undefined) return problem(baseUrl, 'policy-not-found', 'The organisation has no policy with this id.');
  // The largest number of 64 bits: a double does not hold it.
  const body = JSON.stringify({ ...policy, quota: 'digits' }).replace(
    '"quota":"digits"',
    '"quota":9223372036854775807',
  );
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}
