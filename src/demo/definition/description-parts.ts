/** Parts of the OpenAPI definition that several operations share. */

const JSON_TYPE = 'application/json';

export const ORG_ID = { $ref: '#/components/parameters/orgId' };
export const SYSTEM_ID = { $ref: '#/components/parameters/systemId' };

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

/** A required JSON body of the named schema. */
export function jsonBody(schema: string): object {
  return { required: true, content: { [JSON_TYPE]: { schema: schemaRef(schema) } } };
}

export function problemResponse(description: string): object {
  return { description, content: { 'application/problem+json': { schema: schemaRef('Problem') } } };
}

export function schemaRef(schema: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${schema}` };
}
