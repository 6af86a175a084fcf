/** GET /org/{orgId}/logs/{logId}: one entry of the log, as text. */

import { plainText } from '../answer.ts';
import { COMMON_PROBLEMS, LOG_ID, NOT_FOUND, ORG_ID } from '../definition/description-parts.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { problem, systemNotFound } from '../problems.ts';

export const readLog: Operation = {
  method: 'GET',
  path: '/org/{orgId}/logs/{logId}',
  description: {
    operationId: 'readLog',
    summary: 'Reads one entry of the log as text.',
    tags: ['Logs'],
    parameters: [ORG_ID, LOG_ID],
    responses: {
      '200': { description: 'The entry.', content: { 'text/plain': { schema: { type: 'string' } } } },
      ...COMMON_PROBLEMS,
      ...NOT_FOUND,
    },
  },
  answer: (call, orgId, logId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    const entry = organisation.log.find(logId);
    if (entry === undefined) {
      return problem(call.baseUrl, 'log-entry-not-found', 'The log of the organisation has no entry with this id.');
    }
    const { id, time, level, message, systemId } = entry;
    const about = systemId === null ? [] : [`system   ${systemId}`];
    return plainText(
      200,
      [`entry    ${id}`, `time     ${time}`, `level    ${level}`, ...about, '', message, ''].join('\n'),
    );
  },
};
