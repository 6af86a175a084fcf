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
import type { Organisation } from '../organisations.ts';
import { systemNotFound, validationFailed } from '../problems.ts';

export const LONGEST_DESCRIPTION = 255;

export const createEnrolmentKey: Operation = {
  method: 'POST',
  path: '/org/{orgId}/enrolment-keys',
  description: {
    operationId: 'createEnrolmentKey',
    summary: 'Creates an enrolment key. Its secret is in this answer and nowhere else.',
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
  const given: unknown = typeof body === 'object' && body !== null && 'description' in body ? body.description : null;
  if (typeof given !== 'string') return invalid(call, 'description is required and must be a string.');
  const description = given.trim();
  if (description === '') return invalid(call, 'description must not be empty.');
  if (Array.from(description).length > LONGEST_DESCRIPTION) {
    return invalid(call, `description must have at most ${LONGEST_DESCRIPTION} characters.`);
  }
  const at = new Date(call.request.at).toISOString();
  const { id, key, approvalMode, createdAt } = organisation.keys.add(call.newKeyId(), description, at);
  organisation.log.tell(call.request.at, `The enrolment key "${description}" was created.`, null);
  return json(201, { id, description, key, approvalMode, createdAt });
}

function invalid(call: Call, message: string): Answer {
  return validationFailed(call.baseUrl, { description: [message] });
}
