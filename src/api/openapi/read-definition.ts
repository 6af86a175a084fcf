/** Reads a definition from its text. It follows no reference, and no text can make it throw. */
import type { Json, JsonObject } from '../exact-json.ts';
import { htmlTitle } from '../http/response.ts';
import { jsonMistakeIn } from '../json-mistake.ts';
import type { Definition, DefinitionFault } from './definition.ts';
import { operationsOf } from './defined-operations.ts';
import { digitsIn, listIn, objectIn, own, textIn } from './json-access.ts';
import { type JsonPieces, piecesOf } from './json-pieces.ts';

export type DefinitionRead =
  { readonly ok: true; readonly value: Definition } | { readonly ok: false; readonly fault: DefinitionFault };

/** The text as it was received or stored (UTF-8): it is held, and most of it stays unparsed. */
export function readDefinition(text: Uint8Array): DefinitionRead {
  const json = text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? text.subarray(3) : text;
  let document: JsonPieces;
  try {
    document = piecesOf(json, (name) => levels.get(name) ?? 0);
  } catch {
    return { ok: false, fault: faultOf(new TextDecoder().decode(json)) };
  }
  const { root } = document;
  const dialect = dialectOf(root);
  const operations = operationsOf({ document, ...dialect });
  if (operations.length === 0) return { ok: false, fault: { kind: 'no operations' } };
  const info = objectIn(root, 'info');
  return {
    ok: true,
    value: {
      document,
      ...dialect,
      title: textIn(info, 'title'),
      version: textIn(info, 'version'),
      operations,
      servers: serversIn(root),
    },
  };
}

/** Where a definition is large, and how many levels down each value has a place of its own; the last three are Swagger 2. */
const levels: ReadonlyMap<string, number> = new Map([
  ['paths', 1],
  ['components', 2],
  ['definitions', 1],
  ['parameters', 1],
  ['responses', 1],
]);

function dialectOf(document: JsonObject): Pick<Definition, 'dialect' | 'writtenFor' | 'isKnownVersion'> {
  const swagger = versionIn(document, 'swagger');
  if (own(document, 'openapi') === undefined && swagger !== '') {
    return { dialect: 'Swagger 2', writtenFor: swagger, isKnownVersion: /^2(\.0)?$/.test(swagger) };
  }
  const openapi = versionIn(document, 'openapi');
  return { dialect: 'OpenAPI 3', writtenFor: openapi, isKnownVersion: /^3\.[01](\.\d+)?$/.test(openapi) };
}

/** Some documents write the version as a number. */
function versionIn(document: JsonObject, name: string): string {
  return textIn(document, name) || (digitsIn(document, name) ?? '');
}

const mostServers = 50;

/** The servers of a document, a path or an operation, with the usual values of their variables (OpenAPI 3, Server Object). */
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

/** All of a document's. A host without schemes is asked as its document was (Swagger 2.0, `schemes`). */
function serversIn(document: JsonObject): readonly string[] {
  const host = textIn(document, 'host');
  const basePath = textIn(document, 'basePath');
  const schemes = listIn(document, 'schemes').filter((scheme) => typeof scheme === 'string');
  const begins = schemes.length === 0 ? ['//'] : schemes.slice(0, mostServers).map((scheme) => `${scheme}://`);
  const old =
    host === '' ? [basePath].filter((path) => path !== '') : begins.map((begin) => `${begin}${host}${basePath}`);
  return [...new Set([...namedServers(document), ...old])];
}

/** The fault of a text that is not JSON. */
function faultOf(text: string): DefinitionFault {
  if (/^\s*</.test(text)) return { kind: 'web page', title: htmlTitle(text)?.replace(/\s+/g, ' ') ?? null };
  if (yamlStart.test(text.slice(0, longestStart))) return { kind: 'yaml' };
  const { at, isCutOff } = jsonMistakeIn(text);
  return { kind: 'not json', at: isCutOff ? text.length : at, isCutOff };
}

/** Comments and the start of a document, then a name. */
const yamlStart = /^(?:[ \t]*(?:#[^\n]*|---[^\n]*|%YAML[^\n]*)?\r?\n)*["']?[A-Za-z][\w-]*["']?[ \t]*:(?:[ \t]|\r?\n)/;

/** Limit on the text that is searched: YAML shows within these characters. */
const longestStart = 10_000;
