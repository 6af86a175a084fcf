/**
 * Decides where the operations of a definition are sent: below the path of its servers, or of the profile. rollcall
 * never sends them to another origin, because the token belongs to one.
 */
import { withoutTail } from '../exact-json.ts';
import { definitionPath, formOfChange, isReadMethod, type SystemChange, systemChanges } from '../operations.ts';
import type { DefinedOperation, Definition } from '../openapi/definition.ts';
import { namedServers } from '../openapi/read-definition.ts';
import { lossOf } from '../openapi/dangerous-words.ts';
import type { Call } from './call.ts';
import { pathForm } from '../openapi/path-form.ts';
import { isUsableByPathAlone } from '../openapi/bodies.ts';

export type OperationsAt =
  /** Directly below the address of the service. */
  | { readonly kind: 'here' }
  /** Below another path of the same origin. */
  | { readonly kind: 'below'; readonly path: string; readonly baseUrl: string }
  /** At another origin, or at an unusable address. The text is raw. */
  | { readonly kind: 'elsewhere'; readonly address: string };

export interface ServiceAddress {
  readonly baseUrl: string;
  /** The profile's base path for operations; null: the definition decides; '': directly below the address. */
  readonly basePath: string | null;
}

type Named = Pick<Definition, 'servers'>;
type Found = Pick<DefinedOperation, 'source' | 'pathItem'>;

/** `operation`: one operation, which may have servers of its own; null: the whole definition. */
export function operationsAt(definition: Named, baseUrl: string, operation: Found | null = null): OperationsAt {
  const servers = serversOf(definition, operation);
  const own = new URL(baseUrl);
  const all = servers.map((server) => ({ server, url: URL.parse(server, `${baseUrl}${definitionPath}`) }));
  if (all.length === 0 || all.some(({ url }) => url !== null && plainAddress(url) === plainAddress(own))) {
    return { kind: 'here' };
  }
  for (const { url } of all) {
    if (url !== null && url.origin === own.origin && url.protocol === own.protocol && isPlain(url)) {
      return { kind: 'below', path: withoutTail(url.pathname, '/') || '/', baseUrl: plainAddress(url) };
    }
  }
  const [first] = all;
  return { kind: 'elsewhere', address: first?.url == null ? (first?.server ?? '') : plainAddress(first.url) };
}

function serversOf({ servers }: Named, operation: Found | null): readonly string[] {
  const own = operation === null ? [] : ownServers(operation);
  return own.length > 0 ? own : servers;
}

/** Servers of the operation come before those of its path. Cached, because each lookup parses the operation. */
function ownServers(operation: Found): readonly string[] {
  const known = serversByOperation.get(operation);
  if (known !== undefined) return known;
  const own = namedServers(operation.source);
  const found = own.length > 0 ? own : namedServers(operation.pathItem);
  serversByOperation.set(operation, found);
  return found;
}

const serversByOperation = new WeakMap<Found, readonly string[]>();

function plainAddress({ origin, pathname }: URL): string {
  return withoutTail(`${origin}${pathname}`, '/');
}

function isPlain({ username, password, search, hash, pathname }: URL): boolean {
  return `${username}${password}${search}${hash}` === '' && isPlainPath(pathname);
}

/** True for a path that no service can read as another one. */
export function isPlainPath(path: string): boolean {
  return /^(?:\/[\w~-][\w.~-]*)*\/?$/.test(path);
}

/** The base address of one operation; without one, of every operation that has no servers of its own. */
export function addressFor(definition: Named, operation: Found | null, { baseUrl, basePath }: ServiceAddress): string {
  if (!URL.canParse(baseUrl) || basePath === '') return baseUrl;
  if (basePath !== null) return plainAddress(new URL(basePath, baseUrl));
  const at = operationsAt(definition, baseUrl, operation);
  return at.kind === 'below' ? at.baseUrl : baseUrl;
}

// Finds the target of a change, and the operation that reads it.

interface Target {
  readonly operation: DefinedOperation;
  /** True when the target's address is the change's without its last segment: `…/disable` changes what precedes it. */
  readonly isAbove: boolean;
}

/**
 * The GET of the same address, or of the address without its last literal segment; null when it needs more than a
 * path.
 */
export function targetOf(definition: Definition, operation: DefinedOperation): Target | null {
  const all = targets.get(definition) ?? new WeakMap<DefinedOperation, Target | null>();
  const known = all.get(operation);
  if (known !== undefined) return known;
  const target = targetIn(definition, operation);
  targets.set(definition, all.set(operation, target));
  return target;
}

/** Cached: a definition may have thousands of operations. */
const targets = new WeakMap<Definition, WeakMap<DefinedOperation, Target | null>>();

function targetIn(definition: Definition, { method, path }: DefinedOperation): Target | null {
  // A POST creates its target, so there is nothing to read before it.
  if (method === 'POST' || isReadMethod(method)) return null;
  const same = readerOf(definition, path);
  if (same !== null) return { operation: same, isAbove: false };
  const end = path.lastIndexOf('/');
  if (end < 1 || path.slice(end).includes('{')) return null;
  const above = readerOf(definition, path.slice(0, end));
  return above === null ? null : { operation: above, isAbove: true };
}

/** Paths may differ in parameter names only; a path with the same names is preferred. */
function readerOf(definition: Definition, path: string): DefinedOperation | null {
  const reads = definition.operations.filter((one) => one.method === 'GET' && pathForm(one.path) === pathForm(path));
  const operation = reads.find((one) => one.path === path) ?? reads[0];
  return operation !== undefined && isHarmless(definition, operation) ? operation : null;
}

/** False when the operation's texts suggest that it does more than read. */
function isHarmless(definition: Definition, operation: DefinedOperation): boolean {
  return lossOf(operation) === null && isUsableByPathAlone(definition, operation);
}

/** The call that reads the target of a change: the change's address without its query. */
export function targetCall({ operation, isAbove }: Target, { url, orgId, secrets }: Call): Call {
  const address = new URL(url);
  address.search = '';
  if (isAbove) address.pathname = address.pathname.replace(/\/[^/]*$/, '');
  return { method: 'GET', url: address.href, headers: {}, body: null, orgId, operation: operation.id, secrets };
}

// Capabilities: operations of an exact form that other screens use. The document's prose does not count.

/** Deleting is left out: every service does it. */
export type Capability = Exclude<SystemChange, 'delete system'>;

const capabilities = Object.keys(systemChanges).filter((change) => change !== 'delete system') as Capability[];

export function capabilitiesOf(definition: Definition): ReadonlySet<Capability> {
  return new Set(capabilities.filter((capability) => isOffered(definition, capability)));
}

/** True when exactly one operation has this form and requires nothing beside its path. */
function isOffered(definition: Definition, capability: Capability): boolean {
  const [method = '', form = ''] = formOfChange(capability).split(' ');
  // Compares the end first, because most paths differ there and building a form is slow.
  const end = form.slice(form.lastIndexOf('/'));
  const [operation, ...others] = definition.operations.filter(
    (one) => one.method === method && one.path.endsWith(end) && pathForm(one.path) === form,
  );
  return operation !== undefined && others.length === 0 && isUsableByPathAlone(definition, operation);
}
