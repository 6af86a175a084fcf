/** POST /org/{orgId}/policies: makes an access policy. */

import type { Answer } from '../../answer.ts';
import {
  COMMON_PROBLEMS,
  IDEMPOTENCY_KEY,
  jsonBody,
  jsonResponse,
  NOT_FOUND,
  ORG_ID,
  problemResponse,
} from '../../definition/description-parts.ts';
import { jsonOf } from '../../json-body.ts';
import { type Call, type Operation, organisationOf } from '../../operation.ts';
import type { Organisation } from '../../organisations.ts';
import { readNewPolicy } from '../../organisation/policy-change.ts';
import { systemNotFound, validationFailed } from '../../problems.ts';
import { policyAnswer } from './read-policy.ts';

export const createPolicy: Operation = {
  method: 'POST',
  path: '/org/{orgId}/policies',
  description: {
    operationId: 'createPolicy',
    summary: 'Creates an access policy, paused unless it says otherwise.',
    tags: ['Policies'],
    parameters: [ORG_ID, IDEMPOTENCY_KEY],
    requestBody: jsonBody('NewPolicy'),
    responses: {
      '201': jsonResponse('The policy.', 'Policy'),
      ...COMMON_PROBLEMS,
      ...NOT_FOUND,
      '413': problemResponse('The body is too large.'),
      '415': problemResponse('The body is not sent as application/json.'),
    },
  },
  answer: (call, orgId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    const body = jsonOf(call);
    return 'problem' in body ? body.problem : created(call, organisation, body.value);
  },
};

function created(call: Call, { policies, log }: Organisation, body: unknown): Answer {
  const wanted = readNewPolicy(body);
  if ('errors' in wanted) return validationFailed(call.baseUrl, wanted.errors);
  const { at, headers } = call.request;
  const key = headers['idempotency-key'];
  const before = policies.all.length;
  const policy = policies.add(wanted.fields, at, typeof key === 'string' ? key : null);
  if (policy === null) return policyAnswer(call, undefined);
  if (policies.all.length > before) log.tell(at, `The policy ${policy.id} was created.`, null);
  return { ...policyAnswer(call, policy), status: 201 };
}
