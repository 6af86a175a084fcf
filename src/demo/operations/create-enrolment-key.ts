/** POST /org/{orgId}/enrolment-keys: makes a new key that systems can be enrolled with. */

import { json } from '../answer.ts';
import {
  COMMON_PROBLEMS,
  jsonBody,
  jsonResponse,
  NOT_FOUND,
  ORG_ID,
  problemResponse,
} from '../definition/description-parts.ts';
import { type Call, type Operation, organisationOf } from '../operation.ts';
import { problem, systemNotFound, validationFailed } from '../problems.ts';
import { newSecret } from '../secrets.ts';

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
    const { baseUrl, request } = call;
    if (organisationOf(call, orgId) === undefined) return systemNotFound(baseUrl);
    if (request.body === null) return problem(baseUrl, 'body-too-large', 'The body is larger than 64 KiB.');
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
      return problem(baseUrl, 'media-type-not-supported', 'Send the body with "Content-Type: application/json".');
    }
    const body = parsed(request.body);
    return body === undefined
      ? problem(baseUrl, 'body-not-json', 'The body cannot be read as JSON.')
      : created(call, body.value);
  },
};

function created(call: Call, body: unknown) {
  const given: unknown = typeof body === 'object' && body !== null && 'description' in body ? body.description : null;
  if (typeof given !== 'string') return invalid(call, 'description is required and must be a string.');
  const description = given.trim();
  if (description === '') return invalid(call, 'description must not be empty.');
  if (Array.from(description).length > LONGEST_DESCRIPTION) {
    return invalid(call, `description must have at most ${LONGEST_DESCRIPTION} characters.`);
  }
  return json(201, {
    id: call.newKeyId(),
    description,
    key: newSecret(40),
    approvalMode: 'Manual',
    createdAt: new Date(call.request.at).toISOString(),
  });
}

function invalid(call: Call, message: string) {
  return validationFailed(call.baseUrl, { description: [message] });
}

/** The JSON value of a text, wrapped since any value may be one; undefined where the text is not JSON. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
