/** The target of a change, and the operation that reads it. */
import type { DefinedOperation, Definition } from '../openapi/definition.ts';
import { lossOf } from '../openapi/dangerous-words.ts';
import { isReadMethod } from '../methods.ts';
import type { Call } from './call.ts';
import { pathForm } from '../openapi/path-form.ts';
import { needsPathAlone } from '../openapi/bodies.ts';

/** The operation that reads the target of a change. */
export interface Target {
  readonly operation: DefinedOperation;
  /** Its address is the change's without the last segment: `…/disable` changes the thing named before it. */
  readonly isAbove: boolean;
}

/** The GET of the same address, else without its last literal segment; null when it needs more than its path. */
export function targetOf(definition: Definition, operation: DefinedOperation): Target | null {
  const all = targets.get(definition) ?? new WeakMap<DefinedOperation, Target | null>();
  const known = all.get(operation);
  if (known !== undefined) return known;
  const target = targetIn(definition, operation);
  targets.set(definition, all.set(operation, target));
  return target;
}

/** Each target is looked up once: a definition may have thousands of operations. */
const targets = new WeakMap<Definition, WeakMap<DefinedOperation, Target | null>>();

function targetIn(definition: Definition, { method, path }: DefinedOperation): Target | null {
  // Nothing is there yet of what a POST makes.
  if (method === 'POST' || isReadMethod(method)) return null;
  const same = readerOf(definition, path);
  if (same !== null) return { operation: same, isAbove: false };
  const end = path.lastIndexOf('/');
  if (end < 1 || path.slice(end).includes('{')) return null;
  const above = readerOf(definition, path.slice(0, end));
  return above === null ? null : { operation: above, isAbove: true };
}

/** Paths may differ only in parameter names: the one with the same names comes first. */
function readerOf(definition: Definition, path: string): DefinedOperation | null {
  const reads = definition.operations.filter((one) => one.method === 'GET' && pathForm(one.path) === pathForm(path));
  const operation = reads.find((one) => one.path === path) ?? reads[0];
  return operation !== undefined && isHarmless(definition, operation) ? operation : null;
}

/** Does no word of the operation say that it does more than read? */
function isHarmless(definition: Definition, operation: DefinedOperation): boolean {
  return lossOf(operation) === null && needsPathAlone(definition, operation);
}

/** The call that reads the target of a change: its address without the query, and nothing else of it. */
export function targetCall({ operation, isAbove }: Target, { url, orgId, secrets }: Call): Call {
  const address = new URL(url);
  address.search = '';
  if (isAbove) address.pathname = address.pathname.replace(/\/[^/]*$/, '');
  return { method: 'GET', url: address.href, headers: {}, body: null, orgId, operation: operation.id, secrets };
}
