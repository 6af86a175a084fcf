/** The operations of a document, in its order: one pass over its paths. */
import { isJsonObject, type Json, type JsonObject } from '../exact-json.ts';
import { isReadMethod, namedMethods, whyNotSent } from '../methods.ts';
import type { DefinedOperation, Document, OperationSource } from './definition.ts';
import { whyBodyBlocks } from './bodies.ts';
import { whyParametersBlock } from './parameters.ts';
import { whyNoPath } from './path-form.ts';
import { isTrueIn, kindOf, listIn, objectIn, own, textIn } from './json-access.ts';
import { inOneLine, plainProse } from './prose.ts';
import { type HopBudget, resolveReference } from './reference.ts';
import { weightOf } from './dangerous-words.ts';

/** Fields of a path item that are operations. */
const methods: ReadonlySet<string> = new Set([...namedMethods].map((one) => one.toLowerCase()));

const nothing: JsonObject = {};

/** Limit on a summary: a longer text is a description. */
const longestSummary = 1000;

/** Limit on references to path items in a document: its operations cannot be listed without them. */
const mostPathReferences = 2000;

export function operationsOf(definition: Document): readonly DefinedOperation[] {
  const budget = { left: mostPathReferences };
  const operations: DefinedOperation[] = [];
  const description = descriptionIn(definition);
  for (const [path, piece] of definition.document.entriesAt(['paths'])) {
    if (path.startsWith('x-')) continue;
    for (const found of foundIn(definition, path, piece, budget)) {
      operations.push(Object.defineProperties(factsOf(definition, found), description) as DefinedOperation);
    }
  }
  return operations;
}

type Description = Pick<DefinedOperation, 'source' | 'pathItem'>;
type Facts = Omit<DefinedOperation, keyof Description>;

/** Properties of each operation, which parse a piece of the document. */
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
        const item = followedItem(definition, definition.document.pieceAt(['paths', this.path]) ?? null);
        return typeof item === 'string' ? nothing : item;
      },
    },
  };
}

/** The path item, merged over its references; a sentence when it cannot be read. */
function followedItem({ document }: Document, piece: Json, budget?: HopBudget): JsonObject | string {
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

function foundIn(definition: Document, path: string, piece: Json, budget: HopBudget): readonly Found[] {
  const pathItem = followedItem(definition, piece, budget);
  if (typeof pathItem === 'string') return [{ method: '', path, source: nothing, pathItem: nothing, why: pathItem }];
  const additional = additionalIn(pathItem);
  const found = (method: string, source: Json | undefined): Found => {
    const why = whyNotSent(method);
    if (isJsonObject(source)) return { method, path, source, pathItem, why };
    const instead = why ?? `The definition has ${kindOf(source)} in the place of this operation.`;
    return { method, path, source: nothing, pathItem, why: instead };
  };
  return [
    ...Object.keys(pathItem).flatMap((name) =>
      methods.has(name) ? [found(name.toUpperCase(), own(pathItem, name))] : [],
    ),
    // A known method has its own field.
    ...Object.keys(additional).flatMap((name) => (isField(name) ? [] : [found(name, own(additional, name))])),
  ];
}

function isField(method: string): boolean {
  return methods.has(method.toLowerCase());
}

/** OpenAPI 3.2: operations by their methods, as those are sent. */
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
