/** GET /org/{orgId}/policies/{policyId}: one access policy with all its fields. */

import { type Answer, etagOf, isMeant } from '../../answer.ts';
import { COMMON_PROBLEMS, jsonResponse, NOT_FOUND, ORG_ID, POLICY_ID } from '../../definition/description-parts.ts';
import { type Call, type Operation, organisationOf } from '../../operation.ts';
import type { Policy } from '../../organisation/policies.ts';
import { problem, systemNotFound } from '../../problems.ts';

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

/** The policy for the answer, or the problem that there is none. */
export function policyAnswer({ baseUrl }: Call, policy: Policy | undefined): Answer {
  if (policy === undefined) return problem(baseUrl, 'policy-not-found', 'The organisation has no policy with this id.');
  // The largest number of 64 bits: a double does not hold it.
  const body = JSON.stringify({ ...policy, quota: 'digits' }).replace(
    '"quota":"digits"',
    '"quota":9223372036854775807',
  );
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', etag: etagOf(body) },
    body,
  };
}

/** The problem of a change that is meant for an earlier state of the policy; undefined where it is meant for this. */
export function outdated(call: Call, policy: Policy): Answer | undefined {
  const { etag = '' } = policyAnswer(call, policy).headers ?? {};
  if (isMeant(call.request, etag)) return undefined;
  return problem(call.baseUrl, 'policy-changed', 'The policy has changed since it was read. Nothing was done.');
}
