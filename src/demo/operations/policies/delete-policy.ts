/** DELETE /org/{orgId}/policies/{policyId}: removes an access policy that is paused. */

import { NOTHING } from '../../answer.ts';
import {
  COMMON_PROBLEMS,
  IF_MATCH,
  NOT_FOUND,
  ORG_ID,
  POLICY_ID,
  problemResponse,
} from '../../definition/description-parts.ts';
import { type Operation, organisationOf } from '../../operation.ts';
import { problem, systemNotFound } from '../../problems.ts';
import { outdated, policyAnswer } from './read-policy.ts';

export const deletePolicy: Operation = {
  method: 'DELETE',
  path: '/org/{orgId}/policies/{policyId}',
  description: {
    operationId: 'deletePolicy',
    summary: 'Removes an access policy that is paused. This cannot be undone.',
    tags: ['Policies'],
    parameters: [ORG_ID, POLICY_ID, IF_MATCH],
    responses: {
      '204': { description: 'The policy is gone.' },
      ...COMMON_PROBLEMS,
      ...NOT_FOUND,
      '409': problemResponse('The policy is active.'),
      '412': problemResponse('The policy has changed since it was read.'),
    },
  },
  answer: (call, orgId, policyId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    const policy = organisation.policies.find(policyId);
    if (policy === undefined) return policyAnswer(call, undefined);
    const old = outdated(call, policy);
    if (old !== undefined) return old;
    if (policy.state === 'Active') {
      return problem(call.baseUrl, 'policy-active', 'The policy is in use. Pause it before you remove it.');
    }
    organisation.policies.remove(policyId);
    organisation.log.tell(call.request.at, `The policy ${policyId} was removed.`, null);
    return NOTHING;
  },
};
