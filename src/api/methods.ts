/** The methods of requests: which of them are sent, which read, and which have a body. */

/** In the order of lists. No other method is sent: nobody knows what it does. */
export const sentMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Methods that are known in any case, as fields of a path are. */
export const namedMethods: ReadonlySet<string> = new Set([...sentMethods, 'QUERY', 'OPTIONS', 'TRACE', 'CONNECT']);

export type ReadMethod = 'GET' | 'HEAD';

export function isReadMethod(method: string): method is ReadMethod {
  return method === 'GET' || method === 'HEAD';
}

export function hasBody(method: string): boolean {
  return !isReadMethod(method);
}

export function isSentMethod(method: string): boolean {
  return sentMethods.some((one) => one === method);
}

/** A method of a definition may be any text. */
const longestShown = 30;

/** Why it is never sent, as a sentence; null: it may be. */
export function whyNotSent(method: string): string | null {
  return isSentMethod(method) ? null : `rollcall does not send ${method.slice(0, longestShown)}.`;
}

/** May it be sent as a change? */
export function isChangeMethod(method: string): boolean {
  return isSentMethod(method) && !isReadMethod(method);
}
