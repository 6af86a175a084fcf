/** POST /org/{orgId}/enrolment-keys: makes a new key that systems can be enrolled with. */

import { type Answer, json } from '../answer.ts';
import {
  COMMON_PROBLEMS,
  jsonBody,
  jsonResponse,
  NOT_FOUND,
  ORG_ID,
  problemResponse,
} from '../definition/description-parts.ts';
import { jsonOf } from '../json-body.ts';
import { type Call, type Operation, organisationOf } from '../operation.ts';
import { readNewKey } from '../organisation/key-wishes.ts';
import type { Organisation } from '../organisations.ts';
import { systemNotFound, validationFailed } from '../problems.ts';

export const createEnrolmentKey: Operation = {
  method: 'POST',
  path: '/org/{orgId}/enrolment-keys',
  description: {
    operationId: 'createEnrolmentKey',
    summary: 'Creates an enrolment key, and answers its secret.',
    tags: ['Enrolment keys'],
    parameters: [ORG_ID],
    requestBody: jsonBody('NewEnrolmentKey'),
    responses: {
      '201': jsonResponse('The created enrolment key.', 'EnrolmentKey'),
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

function created(call: Call, organisation: Organisation, body: unknown): Answer {
  const { at } = call.request;
  const wanted = readNewKey(body, at);
  if ('errors' in wanted) return validationFailed(call.baseUrl, wanted.errors);
  const { description, wishes } = wanted;
  const key = organisation.keys.add(call.newKeyId(), description, wishes, new Date(at).toISOString());
  organisation.log.tell(at, `The enrolment key "${description}" was created.`, null);
  const { id, key: secret, type, approvalMode, usesRemaining, expiresAt, createdAt } = key;
  return json(201, { id, description, key: secret, type, approvalMode, usesRemaining, expiresAt, createdAt });
}
