/** POST /org/{orgId}/systems/{systemId}/ping, and …/revoke, which cuts a system off. */

import { json, NOTHING } from '../answer.ts';
import { COMMON_PROBLEMS, jsonResponse, NOT_FOUND, ORG_ID, SYSTEM_ID } from '../definition/description-parts.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { systemNotFound } from '../problems.ts';

export const pingSystem: Operation = {
  method: 'POST',
  path: '/org/{orgId}/systems/{systemId}/ping',
  description: {
    operationId: 'pingSystem',
    summary: 'Asks a system for a sign of life.',
    tags: ['Systems'],
    parameters: [ORG_ID, SYSTEM_ID],
    responses: { '200': jsonResponse('What the system answered.', 'Ping'), ...COMMON_PROBLEMS, ...NOT_FOUND },
  },
  answer: (call, orgId, systemId) => {
    const organisation = organisationOf(call, orgId);
    const system = organisation?.find(systemId);
    if (organisation === undefined || system === undefined) return systemNotFound(call.baseUrl);
    organisation.log.tell(call.request.at, `System ${systemId} was pinged.`, systemId);
    return json(200, { systemId, answered: system['state'] === 'Connected' });
  },
};

export const revokeSystem: Operation = {
  method: 'POST',
  path: '/org/{orgId}/systems/{systemId}/revoke',
  description: {
    operationId: 'revokeSystem',
    summary: 'Revokes the certificate of a system: it cannot connect until it is enrolled again.',
    tags: ['Systems'],
    parameters: [ORG_ID, SYSTEM_ID],
    responses: { '204': { description: 'The certificate is revoked.' }, ...COMMON_PROBLEMS, ...NOT_FOUND },
  },
  answer: (call, orgId, systemId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation?.find(systemId) === undefined) return systemNotFound(call.baseUrl);
    organisation.change(systemId, { state: 'Disconnected' });
    organisation.log.tell(call.request.at, `The certificate of system ${systemId} was revoked.`, systemId);
    return NOTHING;
  },
};
