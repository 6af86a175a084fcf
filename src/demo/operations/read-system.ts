/** GET /org/{orgId}/systems/{systemId}: one system. */

import { json } from '../answer.ts';
import { COMMON_PROBLEMS, jsonResponse, NOT_FOUND, ORG_ID, SYSTEM_ID } from '../definition/description-parts.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { systemNotFound } from '../problems.ts';

export const readSystem: Operation = {
  method: 'GET',
  path: '/org/{orgId}/systems/{systemId}',
  description: {
    operationId: 'readSystem',
    summary: 'Reads one system.',
    tags: ['Systems'],
    parameters: [ORG_ID, SYSTEM_ID],
    responses: { '200': jsonResponse('The system.', 'System'), ...COMMON_PROBLEMS, ...NOT_FOUND },
  },
  answer: (call, orgId, systemId) => {
    const system = organisationOf(call, orgId)?.find(systemId);
    return system === undefined ? systemNotFound(call.baseUrl) : json(200, system);
  },
};
