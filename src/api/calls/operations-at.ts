/**
 * Where the operations of a definition are sent: below the path that its servers name, or that the profile says. No other
 * origin is ever asked: the token stays at one.
 */
import { withoutTail } from '../exact-json.ts';
import { definitionPath, isReadMethod } from '../operations.ts';
import type { DefinedOperation, Definition } from '../openapi/definition.ts';
import { namedServers } from '../openapi/read-definition.ts';
import { lossOf } from '../openapi/dangerous-words.ts';
import type { Call } from './call.ts';
import { pathForm } from '../openapi/path-form.ts';
import { needsPathAlone } from '../openapi/bodies.ts';

export type OperationsAt =
  /** Below the address of the service, or nowhere else. */
  | { readonly kind: 'here' }
  /** Below another path of the same origin. */
  | { readonly kind: 'below'; readonly path: string; readonly baseUrl: string }
  /** At another origin, or at an address that cannot be used: raw. */
  | { readonly kind: 'elsewhere'; readonly address: string };

/** The service that a person signed in to. */
export interface ServiceAddress {
  readonly baseUrl: string;
  /** The profile's word on where the operations are; null: the definition says it, '': below the address itself. */
  readonly basePath: string | null;
}

type Named = Pick<Definition, 'servers'>;
type Found = Pick<DefinedOperation, 'source' | 'pathItem'>;

/** `operation`: one of the definition, which may have servers of its own; null: all of them. */
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

/** The operation's win, then its path's. Looked up once: each look parses the operation. */
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

/** Nothing in it leads elsewhere in the eyes of some service. */
export function isPlainPath(path: string): boolean {
  return /^(?:\/[\w~-][\w.~-]*)*\/?$/.test(path);
}

/** The address that an operation is sent below, or without one: all of them, as far as they have no servers of their own. */
export function addressFor(definition: Named, operation: Found | null, { baseUrl, basePath }: ServiceAddress): string {
  if (!URL.canParse(baseUrl) || basePath === '') return baseUrl;
  if (basePath !== null) return plainAddress(new URL(basePath, baseUrl));
  const at = operationsAt(definition, baseUrl, operation);
  return at.kind === 'below' ? at.baseUrl : baseUrl;
}

// The target of a change, and the operation that reads it.

/** The operation that reads the target of a change. */
interface Target {
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

// Capabilities: operations of exactly known form that other screens of rollcall use. No word of the document counts.

const forms = {
  'disable system': ['PUT', '/org/{}/systems/{}/disable'],
  'enable system': ['PUT', '/org/{}/systems/{}/enable'],
} as const;

export type Capability = keyof typeof forms;

const capabilities = Object.keys(forms) as Capability[];

/** All capabilities in the definition. */
export function capabilitiesOf(definition: Definition): ReadonlySet<Capability> {
  return new Set(capabilities.filter((capability) => isOffered(definition, capability)));
}

/** Is there exactly one operation of this form, which requires nothing beside its path? */
function isOffered(definition: Definition, capability: Capability): boolean {
  const [method, form] = forms[capability];
  // Most paths end otherwise, and a form takes time.
  const end = form.slice(form.lastIndexOf('/'));
  const [operation, ...others] = definition.operations.filter(
    (one) => one.method === method && one.path.endsWith(end) && pathForm(one.path) === form,
  );
  return operation !== undefined && others.length === 0 && needsPathAlone(definition, operation);
}
