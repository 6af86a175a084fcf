/** GET /account: who is calling. */

import { json } from '../answer.ts';
import { COMMON_PROBLEMS, jsonResponse } from '../definition/description-parts.ts';
import type { Operation } from '../operation.ts';

export const readAccount: Operation = {
  method: 'GET',
  path: '/account',
  description: {
    operationId: 'readAccount',
    summary: 'Reads the account of the caller.',
    tags: ['Account'],
    responses: { '200': jsonResponse('The account.', 'Account'), ...COMMON_PROBLEMS },
  },
  answer: ({ organisations }) =>
    json(200, {
      accountId: '7d9f0c52-1b7e-4a35-9a8c-4e1f20b7d9a6',
      emailAddress: 'admin@example.com',
      name: 'Robin Álvarez',
      language: 'en-GB',
      isLocked: false,
      organisations: organisations.length,
    }),
};
