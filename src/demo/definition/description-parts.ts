/** Parts of the OpenAPI definition that several operations share. */

import { DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE } from '../list-query.ts';

const JSON_TYPE = 'application/json';

export const ORG_ID = { $ref: '#/components/parameters/orgId' };
export const SYSTEM_ID = { $ref: '#/components/parameters/systemId' };
export const KEY_ID = { $ref: '#/components/parameters/keyId' };
export const LOG_ID = { $ref: '#/components/parameters/logId' };
export const POLICY_ID = { $ref: '#/components/parameters/policyId' };
export const TAG = { $ref: '#/components/parameters/tag' };

/** The state of a thing that a change is meant for. */
export const IF_MATCH = headerParameter(
  'If-Match',
  { type: 'string' },
  'The ETag of the policy as it was read: a policy that has changed since is left as it is.',
);

/** Tells a request that is sent again from a new one. */
export const IDEMPOTENCY_KEY = headerParameter(
  'Idempotency-Key',
  { type: 'string', format: 'uuid' },
  'A second request with the same key makes nothing new: it answers what the first one made.',
);

/** Which page of a list. */
export const PAGING = [
  queryParameter(
    'per_page',
    { type: 'integer', minimum: 1, default: DEFAULT_PAGE_SIZE },
    `Items on a page. A larger number than ${LARGEST_PAGE_SIZE} counts as ${LARGEST_PAGE_SIZE}.`,
  ),
  queryParameter('page', { type: 'integer', minimum: 0, default: 0 }, 'Zero-based index of the page.'),
];

/** The answers any operation may give. */
export const COMMON_PROBLEMS = {
  '400': problemResponse('The User-Agent header is missing, or a parameter is not valid.'),
  '401': problemResponse('The access token is missing or not valid.'),
};

/** The answer of every operation within an organisation. */
export const NOT_FOUND = {
  '404': problemResponse('The system or organisation does not exist, or the caller has no access to it.'),
};

/** A response whose body is the named schema as JSON. */
export function jsonResponse(description: string, schema: string): object {
  return { description, content: { [JSON_TYPE]: { schema: schemaRef(schema) } } };
}

/** A response whose body is a bare list of the named schema as JSON. */
export function listResponse(description: string, schema: string): object {
  return { description, content: { [JSON_TYPE]: { schema: { type: 'array', items: schemaRef(schema) } } } };
}

/** A required JSON body of the named schema. */
export function jsonBody(schema: string): object {
  return { required: true, content: { [JSON_TYPE]: { schema: schemaRef(schema) } } };
}

/** A parameter of the query, which may be left out. */
export function queryParameter(name: string, schema: object, description: string): object {
  return { name, in: 'query', required: false, description, schema };
}

/** A header, which may be left out. */
function headerParameter(name: string, schema: object, description: string): object {
  return { name, in: 'header', required: false, description, schema };
}

export function problemResponse(description: string): object {
  return { description, content: { 'application/problem+json': { schema: schemaRef('Problem') } } };
}

export function schemaRef(schema: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${schema}` };
}
