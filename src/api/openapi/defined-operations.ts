/** The operations of a document, in its order: one pass over its paths. */
import { isJsonObject, type Json, type JsonObject } from '../exact-json.ts';
import type { DefinedOperation } from './definition.ts';
import { whyBodyBlocks } from './bodies.ts';
import { type Document, type OperationSource, whyParametersBlock } from './parameters.ts';
import { whyNoPath } from './path-form.ts';
import { isTrueIn, kindOf, listIn, objectIn, own, textIn } from './json-access.ts';
import { type HopBudget, resolveReference } from './reference.ts';
import { inOneLine, plainProse } from './prose.ts';
import { weightOf } from './dangerous-words.ts';

const methods: ReadonlySet<string> = new Set(['get', 'head', 'post', 'put', 'patch', 'delete']);
const otherMethods: ReadonlySet<string> = new Set(['options', 'trace', 'query', 'connect']);

const nothing: JsonObject = {};

/** Limit on a summary: a longer text is a description. */
const longestSummary = 1000;

/** Limit on references to path items in a document: its operations cannot be listed without them. */
const mostPathReferences = 2000;

export function operationsOf(definition: Document): readonly DefinedOperation[] {
  const paths = objectIn(definition.document, 'paths');
  const budget = { left: mostPathReferences };
  return Object.keys(paths).flatMap((path) => {
    if (path.startsWith('x-')) return [];
    const followed = followedItem(definition, own(paths, path) ?? null, budget);
    if (typeof followed !== 'string') return operationsOfItem(definition, path, followed);
    return [operationOf(definition, { method: '', path, source: nothing, pathItem: nothing, why: followed })];
  });
}

/** The path item, merged over its references; a sentence when it cannot be read. */
function followedItem({ document }: Document, piece: Json, budget: HopBudget): JsonObject | string {
  const resolved = resolveReference(document, piece, budget);
  if (!resolved.ok) return resolved.reason;
  const { value, hops } = resolved;
  if (!isJsonObject(value)) return `The definition has ${kindOf(value)} in the place of its operations.`;
  return hops.reduceRight<JsonObject>((all, hop) => ({ ...all, ...hop }), value);
}

function operationsOfItem(definition: Document, path: string, pathItem: JsonObject): readonly DefinedOperation[] {
  return Object.keys(pathItem).flatMap((name) => {
    if (!methods.has(name) && !otherMethods.has(name)) return [];
    const method = name.toUpperCase();
    const source = own(pathItem, name);
    const why = methods.has(name) ? null : `rollcall does not send ${method}.`;
    if (isJsonObject(source)) return [operationOf(definition, { method, path, source, pathItem, why })];
    const instead = why ?? `The definition has ${kindOf(source)} in the place of this operation.`;
    return [operationOf(definition, { method, path, source: nothing, pathItem, why: instead })];
  });
}

interface Found extends OperationSource {
  /** Why it cannot be used, apart from faults in its parts. */
  readonly why: string | null;
}

function operationOf(definition: Document, found: Found): DefinedOperation {
  const { method, path, source, pathItem, why } = found;
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
    unusable: why ?? whyNoPath(path) ?? whyParametersBlock(definition, found) ?? whyBodyBlocks(definition, found),
    source,
    pathItem,
  };
}

function summaryOf(source: JsonObject): string {
  const summary = inOneLine(beginningOf(textIn(source, 'summary')));
  if (summary !== '') return summary.slice(0, longestSummary);
  const [first = ''] = beginningOf(textIn(source, 'description')).split(/\n[ \t\r]*\n/);
  const paragraph = inOneLine(first).slice(0, longestSummary);
  return (
    (/^.*?[.!?](?=\s)/.exec(paragraph)?.[0] ?? paragraph) || textIn(source, 'operationId').slice(0, longestSummary)
  );
}

/** Tags may be most of a text. */
function beginningOf(text: string): string {
  return plainProse(text.slice(0, 4 * longestSummary)).trim();
}
