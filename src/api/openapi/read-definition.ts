/** Parses a definition from its text. It follows no reference, and no text can make it throw. */
import type { Client } from '../http/client.ts';
import { definitionPath, isReadMethod, namedMethods, whyNotSent } from '../operations.ts';
import { htmlTitle, readHttpDate } from '../http/response.ts';
import type { Result } from '../problem.ts';
import { isJsonObject, type Json, jsonMistakeIn, type JsonObject } from '../exact-json.ts';
import type { DefinedOperation, Definition, DefinitionFault, Document, OperationSource } from './definition.ts';
import { whyBodyBlocks } from './bodies.ts';
import { whyParametersBlock } from './parameters.ts';
import { whyNoPath } from './path-form.ts';
import {
  digitsIn,
  isTrueIn,
  type JsonPieces,
  kindOf,
  listIn,
  objectIn,
  own,
  piecesOf,
  textIn,
  type HopBudget,
  resolveReference,
} from './json-pieces.ts';
import { inOneLine, plainProse } from './prose.ts';
import { weightOf } from './dangerous-words.ts';

// Requests the service's own definition, unless the known one is still current.

/** The service's way to distinguish two versions (RFC 9110, 8.8); null when it sends none. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** The text as received (UTF-8), which may be a web page. Null when the known text is still current. */
export interface DefinitionAnswer extends Validators {
  readonly text: Uint8Array | null;
}

/** `known`: the validators of the stored text; null when none is stored. */
export async function requestDefinition(
  client: Client,
  known: Validators | null,
  signal?: AbortSignal,
): Promise<Result<DefinitionAnswer>> {
  const url = `${client.baseUrl}${definitionPath}`;
  const headers = { Accept: 'application/json', ...conditionsOf(known) };
  const answer = await client.readRaw({ operation: 'read definition', method: 'GET', url, headers }, signal);
  if (!answer.ok) return answer;
  const { status, headers: got, bytes } = answer.value;
  const etag = readableEtag(got.get('etag'));
  const lastModified = readableDate(got.get('last-modified'));
  const isSame = status === 304;
  // A 304 need not repeat the validators.
  const kept = isSame ? known : null;
  return {
    ok: true,
    value: {
      text: isSame ? null : bytes,
      etag: etag ?? kept?.etag ?? null,
      lastModified: lastModified ?? kept?.lastModified ?? null,
    },
  };
}

function conditionsOf(known: Validators | null): Readonly<Record<string, string>> {
  const etag = readableEtag(known?.etag ?? null);
  const lastModified = readableDate(known?.lastModified ?? null);
  return {
    ...(etag !== null && { 'If-None-Match': etag }),
    ...(lastModified !== null && { 'If-Modified-Since': lastModified }),
  };
}

const maxEtagLength = 1000;

/** RFC 9110, 8.8.3, in ASCII; anything else is not sent back. */
function readableEtag(text: string | null): string | null {
  const isReadable = text !== null && text.length <= maxEtagLength && /^(?:W\/)?"[\x21\x23-\x7E]*"$/.test(text);
  return isReadable ? text : null;
}

function readableDate(text: string | null): string | null {
  return readHttpDate(text) === null ? null : text;
}

// The operations of a document, in its order: one pass over its paths.

/** Fields of a path item that are operations. */
const methods: ReadonlySet<string> = new Set([...namedMethods].map((one) => one.toLowerCase()));

const nothing: JsonObject = {};

/** Maximum characters; a longer text is a description. */
const maxSummaryLength = 1000;

/** Maximum references to path items, which must be followed to list the operations. */
const maxPathReferences = 2000;

function operationsOf(definition: Document): readonly DefinedOperation[] {
  const budget = { left: maxPathReferences };
  const operations: DefinedOperation[] = [];
  const description = descriptionIn(definition);
  for (const [path, piece] of definition.document.entriesAt(['paths'])) {
    if (path.startsWith('x-')) continue;
    for (const found of findOperations(definition, path, piece, budget)) {
      operations.push(Object.defineProperties(factsOf(definition, found), description) as DefinedOperation);
    }
  }
  return operations;
}

type Description = Pick<DefinedOperation, 'source' | 'pathItem'>;
type Facts = Omit<DefinedOperation, keyof Description>;

/** Properties that parse a piece of the document on demand. */
function descriptionIn(definition: Document): PropertyDescriptorMap & ThisType<DefinedOperation> {
  return {
    source: {
      enumerable: true,
      get() {
        const { method, pathItem } = this;
        return isField(method) ? objectIn(pathItem, method.toLowerCase()) : objectIn(additionalIn(pathItem), method);
      },
    },
    pathItem: {
      enumerable: true,
      get() {
        if (this.method === '') return nothing;
        const item = followItem(definition, definition.document.pieceAt(['paths', this.path]) ?? null);
        return typeof item === 'string' ? nothing : item;
      },
    },
  };
}

/** The path item, merged over its references; a sentence when it cannot be read. */
function followItem({ document }: Document, piece: Json, budget?: HopBudget): JsonObject | string {
  const resolved = resolveReference(document, piece, budget);
  if (!resolved.ok) return resolved.reason;
  const { value, hops } = resolved;
  if (!isJsonObject(value)) return `The definition has ${kindOf(value)} in the place of its operations.`;
  return hops.reduceRight<JsonObject>((all, hop) => ({ ...all, ...hop }), value);
}

interface Found extends OperationSource {
  /** Why it cannot be used, apart from faults in its parts. */
  readonly why: string | null;
}

function findOperations(definition: Document, path: string, piece: Json, budget: HopBudget): readonly Found[] {
  const pathItem = followItem(definition, piece, budget);
  if (typeof pathItem === 'string') return [{ method: '', path, source: nothing, pathItem: nothing, why: pathItem }];
  const additional = additionalIn(pathItem);
  const makeFound = (method: string, source: Json | undefined): Found => {
    const why = whyNotSent(method);
    if (isJsonObject(source)) return { method, path, source, pathItem, why };
    const instead = why ?? `The definition has ${kindOf(source)} in the place of this operation.`;
    return { method, path, source: nothing, pathItem, why: instead };
  };
  return [
    ...Object.keys(pathItem).flatMap((name) =>
      methods.has(name) ? [makeFound(name.toUpperCase(), own(pathItem, name))] : [],
    ),
    // A known method has its own field.
    ...Object.keys(additional).flatMap((name) => (isField(name) ? [] : [makeFound(name, own(additional, name))])),
  ];
}

function isField(method: string): boolean {
  return methods.has(method.toLowerCase());
}

/** OpenAPI 3.2: operations keyed by method, in the case that is sent. */
function additionalIn(pathItem: JsonObject): JsonObject {
  return objectIn(pathItem, 'additionalOperations');
}

function factsOf(definition: Document, found: Found): Facts {
  const { method, path, source, why } = found;
  const tag = listIn(source, 'tags').find((each) => typeof each === 'string');
  const id = own(source, 'operationId');
  const summary = summaryOf(source);
  const operationId = typeof id === 'string' ? id : null;
  const isDeprecated = isTrueIn(source, 'deprecated');
  return {
    id: `${method || '?'} ${path}`,
    method,
    path,
    tag: typeof tag === 'string' && tag.trim() !== '' ? tag : null,
    summary,
    operationId,
    isDeprecated,
    weight: weightOf({ method, path, operationId, summary, isDeprecated }),
    unusable:
      why ??
      whyNoPath(path, isReadMethod(method)) ??
      whyParametersBlock(definition, found) ??
      whyBodyBlocks(definition, found),
  };
}

function summaryOf(source: JsonObject): string {
  const summary = inOneLine(beginningOf(textIn(source, 'summary')));
  if (summary !== '') return summary.slice(0, maxSummaryLength);
  const [first = ''] = beginningOf(textIn(source, 'description')).split(/\n[ \t\r]*\n/);
  const paragraph = inOneLine(first).slice(0, maxSummaryLength);
  return (
    (/^.*?[.!?](?=\s)/.exec(paragraph)?.[0] ?? paragraph) || textIn(source, 'operationId').slice(0, maxSummaryLength)
  );
}

/** Reads more than the limit, because tags may be most of a text. */
function beginningOf(text: string): string {
  return plainProse(text.slice(0, 4 * maxSummaryLength)).trim();
}

export type DefinitionRead =
  { readonly ok: true; readonly value: Definition } | { readonly ok: false; readonly fault: DefinitionFault };

/** `text` is as received or stored (UTF-8); it is retained, and most of it stays unparsed. */
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

/** The large parts of a definition, and the number of levels to scan in each; the last three are Swagger 2. */
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

const maxServers = 50;

/**
 * The servers of a document, a path or an operation, with the defaults of their variables (OpenAPI 3, Server Object).
 */
export function namedServers(holder: Json | undefined): readonly string[] {
  const found = new Set<string>();
  for (const server of listIn(holder, 'servers').slice(0, maxServers)) {
    const variables = objectIn(server, 'variables');
    const url = textIn(server, 'url').replace(/\{([^{}]+)\}/g, (sign, name: string) =>
      Object.hasOwn(variables, name) ? textIn(variables[name], 'default') : sign,
    );
    if (url !== '') found.add(url);
  }
  return [...found];
}

/** A host without schemes uses the scheme of the document's own address (Swagger 2.0, `schemes`). */
function serversIn(document: JsonObject): readonly string[] {
  const host = textIn(document, 'host');
  const basePath = textIn(document, 'basePath');
  const schemes = listIn(document, 'schemes').filter((scheme) => typeof scheme === 'string');
  const begins = schemes.length === 0 ? ['//'] : schemes.slice(0, maxServers).map((scheme) => `${scheme}://`);
  const old =
    host === '' ? [basePath].filter((path) => path !== '') : begins.map((begin) => `${begin}${host}${basePath}`);
  return [...new Set([...namedServers(document), ...old])];
}

function faultOf(text: string): DefinitionFault {
  if (/^\s*</.test(text)) return { kind: 'web page', title: htmlTitle(text)?.replace(/\s+/g, ' ') ?? null };
  if (yamlStart.test(text.slice(0, maxStartLength))) return { kind: 'yaml' };
  const { at, isCutOff } = jsonMistakeIn(text);
  return { kind: 'not json', at: isCutOff ? text.length : at, isCutOff };
}

/** Comments and the start of a document, then a name. */
const yamlStart = /^(?:[ \t]*(?:#[^\n]*|---[^\n]*|%YAML[^\n]*)?\r?\n)*["']?[A-Za-z][\w-]*["']?[ \t]*:(?:[ \t]|\r?\n)/;

/** Maximum characters searched: YAML is recognisable within them. */
const maxStartLength = 10_000;
