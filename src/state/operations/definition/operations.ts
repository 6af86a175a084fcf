/** The operations of a document, in its order: one pass over its paths. */
import { isJsonObject, type Json, type JsonObject } from '../../../api/exact-json.ts';
import type { DefinedOperation } from './definition.ts';
import { isTrueIn, kindOf, listIn, own, textIn } from './pieces.ts';
import { whyNoPath } from './path-template.ts';
import { weightOf } from './words-of-loss.ts';

const methods: ReadonlySet<string> = new Set(['get', 'head', 'post', 'put', 'patch', 'delete']);
const otherMethods: ReadonlySet<string> = new Set(['options', 'trace', 'query', 'connect']);

const empty: JsonObject = {};

/** A description may be long: what is longer is no summary. */
const longestSummary = 1000;

export function operationsOf(document: JsonObject): readonly DefinedOperation[] {
  const paths = own(document, 'paths');
  if (!isJsonObject(paths)) return [];
  return Object.keys(paths).flatMap((path) => (path.startsWith('x-') ? [] : operationsOfPath(path, own(paths, path))));
}

function operationsOfPath(path: string, pathItem: Json | undefined): readonly DefinedOperation[] {
  if (!isJsonObject(pathItem)) {
    return [
      operationOf({
        method: '',
        path,
        source: empty,
        pathItem: empty,
        why: `The definition has ${kindOf(pathItem)} in the place of this path's operations.`,
      }),
    ];
  }
  return Object.keys(pathItem).flatMap((name) => {
    if (!methods.has(name) && !otherMethods.has(name)) return [];
    const source = own(pathItem, name);
    const why = methods.has(name) ? null : `rollcall does not send ${name.toUpperCase()}.`;
    const found = isJsonObject(source)
      ? { source, why }
      : { source: empty, why: why ?? `The definition has ${kindOf(source)} in the place of this operation.` };
    return [operationOf({ method: name.toUpperCase(), path, pathItem, ...found })];
  });
}

interface Found extends Pick<DefinedOperation, 'method' | 'path' | 'source' | 'pathItem'> {
  /** Why it cannot be used, apart from what its parts say. */
  readonly why: string | null;
}

function operationOf({ method, path, source, pathItem, why }: Found): DefinedOperation {
  const tag = listIn(source, 'tags').find((each) => typeof each === 'string');
  const operationId = own(source, 'operationId');
  const facts = {
    id: method === '' ? path : `${method} ${path}`,
    method,
    path,
    tag: typeof tag === 'string' ? tag : null,
    summary: summaryOf(source),
    operationId: typeof operationId === 'string' ? operationId : null,
    isDeprecated: isTrueIn(source, 'deprecated'),
    source,
    pathItem,
  };
  return { ...facts, weight: weightOf(facts), unusable: why ?? whyNoPath(path) };
}

function summaryOf(source: JsonObject): string {
  const summary = textIn(source, 'summary').slice(0, longestSummary);
  if (summary.trim() !== '') return summary;
  const description = textIn(source, 'description').slice(0, longestSummary).trim();
  return (
    (/^[^]*?[.!?](?=\s)/.exec(description)?.[0] ?? description) ||
    textIn(source, 'operationId').slice(0, longestSummary)
  );
}
