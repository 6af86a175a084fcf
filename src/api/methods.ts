/** The methods of requests: which of them read, which have a body, and which are never sent. */

/** In the order of lists. A service may have others, which change something. */
export const usualMethods = ['GET', 'HEAD', 'QUERY', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type ReadMethod = 'GET' | 'HEAD' | 'QUERY';

/** Does it only read? A QUERY does, with its question in the body. Any method without such a promise may change something. */
export function isReadMethod(method: string): method is ReadMethod {
  return method === 'GET' || method === 'HEAD' || method === 'QUERY';
}

export function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

export function isUsualMethod(method: string): boolean {
  return usualMethods.some((one) => one === method);
}

/** Nobody knows what such a method changes: `COPY`, `PURGE`. */
export function isUnusualChange(method: string): boolean {
  return isChangeMethod(method) && !isUsualMethod(method);
}

/** They are about the connection, or tell nothing of what the service has; `PRI` begins another protocol. */
export const neverSent: ReadonlySet<string> = new Set(['OPTIONS', 'TRACE', 'TRACK', 'CONNECT', 'PRI']);

/** Why it is never sent, as a sentence; null: it may be. */
export function whyNotSent(method: string): string | null {
  if (neverSent.has(method.toUpperCase())) return `rollcall does not send ${method}.`;
  return /^[A-Z][A-Z\d_-]{0,29}$/.test(method) ? null : 'rollcall sends methods of capital letters only.';
}

/** May it be sent as a change? */
export function isChangeMethod(method: string): boolean {
  return !isReadMethod(method) && whyNotSent(method) === null;
}
