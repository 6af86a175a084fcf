/** GET /org/{orgId}/logs: the events of an organisation, newest first. */

import {
  COMMON_PROBLEMS,
  jsonResponse,
  NOT_FOUND,
  ORG_ID,
  PAGING,
  queryParameter,
} from '../definition/description-parts.ts';
import { LEVELS, type LogEntry } from '../organisation/event-log.ts';
import { readPageQuery, wholeNumber } from '../list-query.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { pageAnswer } from '../paging.ts';
import { systemNotFound, validationFailed, type ValidationErrors } from '../problems.ts';

const MOST = 1000;

export const listLogs: Operation = {
  method: 'GET',
  path: '/org/{orgId}/logs',
  description: {
    operationId: 'listLogs',
    summary: 'Lists what has happened in the organisation, newest first.',
    tags: ['Logs'],
    parameters: [
      ORG_ID,
      queryParameter('since', { type: 'string', format: 'date-time' }, 'Entries of this time or later.'),
      queryParameter('level', { type: 'string', enum: LEVELS }, 'Entries of this level.'),
      queryParameter('systemId', { type: 'array', items: { type: 'string' } }, 'Entries about one of these systems.'),
      queryParameter(
        'limit',
        { type: 'integer', format: 'int32', minimum: 1, maximum: MOST, default: MOST },
        'The newest entries only.',
      ),
      ...PAGING,
    ],
    responses: { '200': jsonResponse('One page of entries.', 'LogPage'), ...COMMON_PROBLEMS, ...NOT_FOUND },
  },
  answer: (call, orgId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    const { query } = call.request;
    const page = readPageQuery(query);
    const errors = { ...errorsIn(query), ...('errors' in page ? page.errors : {}) };
    if ('errors' in page || Object.keys(errors).length > 0) return validationFailed(call.baseUrl, errors);
    const entries = organisation.log.entries.filter((entry) => matches(entry, query));
    return pageAnswer(call, entries.slice(0, wholeNumber(query.get('limit'), MOST)), page);
  },
};

function errorsIn(query: URLSearchParams): ValidationErrors {
  const [since, level, limit] = [query.get('since'), query.get('level'), wholeNumber(query.get('limit'), MOST)];
  return {
    ...(since !== null && Number.isNaN(Date.parse(since)) ? { since: ['since must be a time in ISO 8601.'] } : {}),
    ...(level !== null && !LEVELS.some((one) => one === level)
      ? { level: [`level must be one of ${LEVELS.join(', ')}.`] }
      : {}),
    ...(limit >= 1 && limit <= MOST ? {} : { limit: [`limit must be a whole number from 1 to ${MOST}.`] }),
  };
}

function matches({ time, level, systemId }: LogEntry, query: URLSearchParams): boolean {
  const [since, wanted, about] = [query.get('since'), query.get('level'), query.getAll('systemId')];
  return (
    (since === null || Date.parse(time) >= Date.parse(since)) &&
    (wanted === null || level === wanted) &&
    (about.length === 0 || (systemId !== null && about.includes(systemId)))
  );
}
