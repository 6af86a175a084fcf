/** A hostile definition: some 5,000 operations and 6 MB, the same for the same seed. */
import { hostilePaths, manyPaths } from './hostile-paths.ts';
import { hostileSchemas } from './hostile-schemas.ts';
import { chanceOf, nastyTexts, written } from './hostile-text.ts';

/** The text of the definition. `elsewhere`: the address that it names, such as a listener that must get no request. */
export function hostileDocument(seed = 1, elsewhere = 'http://127.0.0.1:9'): string {
  const chance = chanceOf(seed);
  const schemas = hostileSchemas(chance, elsewhere);
  return written({
    openapi: '3.0.1',
    info: { title: nastyTexts.join(' '), version: '\u001b[2Jv1', description: {} },
    servers: [{ url: `${elsewhere}/document` }, { url: '//elsewhere.example' }, 7, null],
    tags: [{ name: '__proto__' }, 7, null],
    paths: { ...hostilePaths(elsewhere), ...manyPaths(chance, 4700, Object.keys(schemas)) },
    components: {
      schemas,
      parameters: {
        Ring0: { $ref: '#/components/parameters/Ring1' },
        Ring1: { $ref: '#/components/parameters/Ring0' },
        Page: { name: 'page', in: 'query', schema: { type: 'integer' } },
      },
      requestBodies: {
        Ring0: { $ref: '#/components/requestBodies/Ring1' },
        Ring1: { $ref: '#/components/requestBodies/Ring0' },
      },
      responses: { Ring0: { $ref: '#/components/responses/Ring1' }, Ring1: { $ref: '#/components/responses/Ring0' } },
    },
    webhooks: { get: { summary: 'Is ignored' } },
  });
}
