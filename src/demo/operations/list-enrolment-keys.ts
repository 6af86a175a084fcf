/** GET /org/{orgId}/enrolment-keys: the enrolment keys of an organisation, page by page. */

import { COMMON_PROBLEMS, jsonResponse, NOT_FOUND, ORG_ID, PAGING } from '../definition/description-parts.ts';
import { readPageQuery } from '../list-query.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { pageAnswer } from '../paging.ts';
import { systemNotFound, validationFailed } from '../problems.ts';

export const listEnrolmentKeys: Operation = {
  method: 'GET',
  path: '/org/{orgId}/enrolment-keys',
  description: {
    operationId: 'listEnrolmentKeys',
    summary: 'Lists the enrolment keys, with their secrets.',
    tags: ['Enrolment keys'],
    parameters: [ORG_ID, ...PAGING],
    responses: { '200': jsonResponse('One page of keys.', 'EnrolmentKeyPage'), ...COMMON_PROBLEMS, ...NOT_FOUND },
  },
  answer: (call, orgId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    const query = readPageQuery(call.request.query);
    if ('errors' in query) return validationFailed(call.baseUrl, query.errors);
    return pageAnswer(call, organisation.keys.all, query);
  },
};
