/** The OpenAPI definition of the service, made from the operations that it answers. */

import type { Operation, OperationDescription } from '../operation.ts';
import { LONGEST_TAG, SCHEMAS } from './schemas.ts';

/** An OpenAPI 3.0 document; only the parts that the service's own pages read are named more closely. */
export interface Definition {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>>;
  readonly components: object;
}

/** The definition of a service at this address that answers these operations. */
export function definitionOf(baseUrl: string, operations: readonly Operation[]): Definition {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Network Automation REST API',
      version: 'v1',
      description: 'Every request must carry a User-Agent header. Requests without one fail.',
    },
    servers: [{ url: baseUrl }],
    security: [{ accessToken: [] }],
    paths: pathsOf(operations),
    components: {
      parameters: {
        orgId: pathParameter('orgId', { type: 'string' }),
        systemId: pathParameter('systemId', { type: 'string' }),
        keyId: pathParameter('keyId', { type: 'integer', format: 'int64' }),
        logId: pathParameter('logId', { type: 'string' }),
        policyId: pathParameter('policyId', { type: 'integer', format: 'int64' }),
        tag: pathParameter('tag', { type: 'string', minLength: 1, maxLength: LONGEST_TAG }),
      },
      schemas: SCHEMAS,
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A Personal Access Token: 63 alphanumeric characters.',
        },
      },
    },
  };
}

function pathsOf(operations: readonly Operation[]): Definition['paths'] {
  const paths: Record<string, Record<string, OperationDescription>> = {};
  for (const { path, method, description } of operations) (paths[path] ??= {})[method.toLowerCase()] = description;
  return paths;
}

function pathParameter(name: string, schema: object): object {
  return { name, in: 'path', required: true, schema };
}
