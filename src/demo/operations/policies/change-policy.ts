/** PATCH /org/{orgId}/policies/{policyId}: changes the fields of an access policy that are sent. */

import type { Answer } from '../../answer.ts';
import {
  COMMON_PROBLEMS,
  IF_MATCH,
  jsonBody,
  jsonResponse,
  NOT_FOUND,
  ORG_ID,
  POLICY_ID,
  problemResponse,
} from '../../definition/description-parts.ts';
import { jsonOf } from '../../json-body.ts';
import { type Call, type Operation, organisationOf } from '../../operation.ts';
import type { Organisation } from '../../organisations.ts';
import { readPolicyChange } from '../../organisation/policy-change.ts';
import { systemNotFound, validationFailed } from '../../problems.ts';
import { outdated, policyAnswer } from './read-policy.ts';

export const changePolicy: Operation = {
  method: 'PATCH',
  path: '/org/{orgId}/policies/{policyId}',
  description: {
    operationId: 'changePolicy',
    summary: 'Changes an access policy. What is not sent stays as it is.',
    tags: ['Policies'],
    parameters: [ORG_ID, POLICY_ID, IF_MATCH],
    requestBody: jsonBody('PolicyChange'),
    responses: {
      '200': jsonResponse('The policy after the change.', 'Policy'),
      ...COMMON_PROBLEMS,
      ...NOT_FOUND,
      '412': problemResponse('The policy has changed since it was read.'),
      '413': problemResponse('The body is too large.'),
      '415': problemResponse('The body is not sent as application/json.'),
    },
  },
  answer: (call, orgId, policyId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    const policy = organisation.policies.find(policyId);
    if (policy === undefined) return policyAnswer(call, undefined);
    const body = jsonOf(call);
    const old = outdated(call, policy);
    if (old !== undefined) return old;
    return 'problem' in body ? body.problem : changed(call, organisation, policyId, body.value);
  },
};

function changed(call: Call, organisation: Organisation, policyId: string, body: unknown): Answer {
  const change = readPolicyChange(body);
  if ('errors' in change) return validationFailed(call.baseUrl, change.errors);
  organisation.log.tell(call.request.at, `The policy ${policyId} was changed.`, null);
  return policyAnswer(call, organisation.policies.change(policyId, change.fields));
}
