/** The operation of the definition for a method and a path: as the document has the path, or as it is sent. */
import type { QueryPart } from '../../../api/calls/call.ts';
import { writtenParts } from '../../../api/calls/query.ts';
import { decoded, splitPath } from '../../../api/openapi/path-form.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';

/** An operation that the definition describes. */
export interface Known {
  readonly definition: Definition;
  readonly operation: DefinedOperation;
}

/** Null where the definition has no such operation. */
export function knownOperation(definition: Definition, words: Meant): Known | null {
  const operation = operationMeant(definition.operations, words);
  return operation === null ? null : { definition, operation };
}

type Named = Pick<DefinedOperation, 'method' | 'path'>;

/** `query`: as it was written. */
type Meant = Named & { readonly query?: readonly QueryPart[] };

/** The one with this very path, else the one with most of it; null: none. A slash at the end makes no difference. */
export function operationMeant<Operation extends Named>(
  operations: readonly Operation[],
  { method, path, query = [] }: Meant,
): Operation | null {
  const all = operations.filter((one) => one.method === method);
  // A path with a query of its own is meant where all of that was written.
  const withQuery = all.filter((one) => hasQuery(one.path, query));
  const found = withQuery.map((one) => ({ ...one, path: splitPath(one.path).path }));
  const own = operationAmong(found, path);
  if (own !== null) return withQuery[found.indexOf(own)] ?? null;
  return operationAmong(all, path);
}

function hasQuery(path: string, written: readonly QueryPart[]): boolean {
  const own = writtenParts(splitPath(path).query);
  return own.length > 0 && own.every(({ encoded }) => written.some((one) => one.encoded === encoded));
}

function operationAmong<Operation extends Named>(ofMethod: readonly Operation[], path: string): Operation | null {
  const written = trimmed(path);
  const same = ofMethod.find((one) => trimmed(one.path) === written);
  if (same !== undefined) return same;
  const fitting = ofMethod
    .map((operation) => ({ operation, literals: literalsIn(trimmed(operation.path), written) }))
    .filter(({ literals }) => literals !== null)
    .sort((a, b) => (b.literals ?? 0) - (a.literals ?? 0));
  return fitting[0]?.operation ?? null;
}

function trimmed(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

/** The number of equal segments; null where the path cannot be of this template. */
function literalsIn(template: string, path: string): number | null {
  const [own, given] = [template.split('/'), path.split('/')];
  if (own.length !== given.length) return null;
  let literals = 0;
  for (const [at, segment] of own.entries()) {
    const other = given[at] ?? '';
    if (segment === other || segment === decoded(other)) literals += 1;
    else if (!segment.includes('{') || other === '') return null;
  }
  return literals;
}
