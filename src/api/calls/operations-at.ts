/**
 * Where the operations of a definition are sent: below the path that its servers name, or that the profile says. No other
 * origin is ever asked: the token stays at one.
 */
import { withoutTail } from '../exact-json.ts';
import { definitionPath } from '../operations.ts';
import type { DefinedOperation, Definition } from '../openapi/definition.ts';
import { namedServers } from '../openapi/read-definition.ts';

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
