/** POST /org/{orgId}/logo: gives the organisation a picture. */

import { NOTHING } from '../answer.ts';
import { COMMON_PROBLEMS, NOT_FOUND, ORG_ID, problemResponse } from '../definition/description-parts.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { problem, systemNotFound } from '../problems.ts';

export const changeLogo: Operation = {
  method: 'POST',
  path: '/org/{orgId}/logo',
  description: {
    operationId: 'changeLogo',
    summary: 'Gives the organisation a picture, sent as a form.',
    tags: ['Organisation'],
    parameters: [ORG_ID],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['picture'],
            properties: { picture: { type: 'string', format: 'binary' }, caption: { type: 'string' } },
          },
        },
      },
    },
    responses: {
      '204': { description: 'The picture is in use.' },
      ...COMMON_PROBLEMS,
      ...NOT_FOUND,
      '413': problemResponse('The body is too large.'),
      '415': problemResponse('The body is not sent as multipart/form-data.'),
    },
  },
  answer: (call, orgId) => {
    const { baseUrl, request } = call;
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(baseUrl);
    if (request.body === null) return problem(baseUrl, 'body-too-large', 'The body is larger than 64 KiB.');
    const type = request.headers['content-type'] ?? '';
    if (!/^multipart\/form-data\s*;/i.test(type)) {
      return problem(baseUrl, 'media-type-not-supported', 'Send the picture as "multipart/form-data".');
    }
    organisation.logo = { bytes: request.body.length };
    organisation.log.tell(request.at, 'The picture of the organisation was changed.', null);
    return NOTHING;
  },
};
