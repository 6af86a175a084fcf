/** Which operation of a definition a request is, where several paths fit it. */
import { expect, test } from 'vitest';
import { operationMeant } from '../../../../src/app/commands/api/known-operation.ts';
import { writtenParts } from '../../../../src/api/calls/call-address.ts';

const operations = [
  { method: 'GET', path: '/items/{id}' },
  { method: 'GET', path: '/items/latest' },
  { method: 'GET', path: '/items/{id}?view=full' },
  { method: 'POST', path: '/items/{id}' },
];

test.each([
  ['GET', '/items/7', '', '/items/{id}'],
  ['GET', '/items/7/', '', '/items/{id}'],
  ['GET', '/items/latest', '', '/items/latest'],
  ['GET', '/items/7', 'view=full', '/items/{id}?view=full'],
  ['GET', '/items/7', 'a=1&view=full', '/items/{id}?view=full'],
  ['GET', '/items/7', 'view=brief', '/items/{id}'],
  ['POST', '/items/7', 'view=full', '/items/{id}'],
  ['PUT', '/items/7', '', undefined],
  ['GET', '/others', '', undefined],
])('%s %s with the query "%s" is the operation %s', (method, path, query, found) => {
  expect(operationMeant(operations, { method, path, query: writtenParts(query) })?.path).toBe(found);
});
