/** DELETE /org/{orgId}/systems/{systemId}: removes one system permanently. */

import { json } from '../answer.ts';
import { COMMON_PROBLEMS, jsonResponse, NOT_FOUND, ORG_ID, SYSTEM_ID } from '../definition/description-parts.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { systemNotFound } from '../problems.ts';

export const deleteSystem: Operation = {
  method: 'DELETE',
  path: '/org/{orgId}/systems/{systemId}',
  description: {
    operationId: 'deleteSystem',
    summary: 'Removes one system from the organisation. This cannot be undone.',
    tags: ['Systems'],
    parameters: [ORG_ID, SYSTEM_ID],
    responses: { '200': jsonResponse('The system as it was.', 'System'), ...COMMON_PROBLEMS, ...NOT_FOUND },
  },
  answer: (call, orgId, systemId) => {
    const system = organisationOf(call, orgId)?.remove(systemId);
    return system === undefined ? systemNotFound(call.baseUrl) : json(200, system);
  },
};
