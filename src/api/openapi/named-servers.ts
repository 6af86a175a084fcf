/** The addresses that a document names for its operations: `servers`, or `host` and `basePath`. */
import type { Json, JsonObject } from '../exact-json.ts';
import { listIn, objectIn, textIn } from './json-access.ts';

const mostServers = 50;

/** Those of a document, a path or an operation, with the usual values of their variables (OpenAPI 3, Server Object). */
export function namedServers(holder: Json | undefined): readonly string[] {
  const found = new Set<string>();
  for (const server of listIn(holder, 'servers').slice(0, mostServers)) {
    const variables = objectIn(server, 'variables');
    const url = textIn(server, 'url').replace(/\{([^{}]+)\}/g, (sign, name: string) =>
      Object.hasOwn(variables, name) ? textIn(variables[name], 'default') : sign,
    );
    if (url !== '') found.add(url);
  }
  return [...found];
}

/** Those of a document. A host without schemes is asked as its document was (Swagger 2.0, `schemes`). */
export function serversIn(document: JsonObject): readonly string[] {
  const host = textIn(document, 'host');
  const basePath = textIn(document, 'basePath');
  const schemes = listIn(document, 'schemes').filter((scheme) => typeof scheme === 'string');
  const begins = schemes.length === 0 ? ['//'] : schemes.slice(0, mostServers).map((scheme) => `${scheme}://`);
  const old =
    host === '' ? [basePath].filter((path) => path !== '') : begins.map((begin) => `${begin}${host}${basePath}`);
  return [...new Set([...namedServers(document), ...old])];
}
