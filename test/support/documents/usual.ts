/** A typical definition in Swashbuckle's style: some 80 operations, and each kind of field. */
import { usualSchemas } from './usual-schemas.ts';
import { usualPaths } from './usual-paths.ts';

/** Ready for `JSON.stringify`, which writes 9223372036854775807 digit by digit. */
export function usualDocument(): object {
  return {
    openapi: '3.0.1',
    info: { title: 'Network Automation REST API', version: 'v1', description: 'Every operation of the portal.' },
    servers: [{ url: 'https://api.example.com' }],
    paths: usualPaths,
    components: { schemas: usualSchemas, securitySchemes: { Bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ Bearer: [] }],
    tags: ['Account', 'Organisation', 'Users', 'Systems'].map((name) => ({
      name,
      description: `${name}, in the portal.`,
    })),
  };
}
