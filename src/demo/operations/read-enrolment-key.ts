/** GET /org/{orgId}/enrolment-keys/{keyId}: one enrolment key. */

import { json } from '../answer.ts';
import { COMMON_PROBLEMS, jsonResponse, KEY_ID, NOT_FOUND, ORG_ID } from '../definition/description-parts.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { keyNotFound, systemNotFound } from '../problems.ts';

export const readEnrolmentKey: Operation = {
  method: 'GET',
  path: '/org/{orgId}/enrolment-keys/{keyId}',
  description: {
    operationId: 'readEnrolmentKey',
    summary: 'Reads an enrolment key, with its secret.',
    tags: ['Enrolment keys'],
    parameters: [ORG_ID, KEY_ID],
    responses: { '200': jsonResponse('The key.', 'ListedEnrolmentKey'), ...COMMON_PROBLEMS, ...NOT_FOUND },
  },
  answer: (call, orgId, keyId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    const key = organisation.keys.find(keyId);
    return key === undefined ? keyNotFound(call.baseUrl) : json(200, key);
  },
};
