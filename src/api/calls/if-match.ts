/** `If-Match`: the service carries a request out only where nothing has changed since the reading (RFC 9110, 13.1.1). */
import { systemAddress } from '../address.ts';
import { headerValueFault } from './value-text.ts';
import type { Call } from './call.ts';

/**
 * The call with the tag of a reading; as it is where the person has set one, or nothing can be sent in it. `isDeclared`: the
 * operation takes the header. Elsewhere a weak tag, which by the RFC matches nothing, is left out.
 */
export function withIfMatch(call: Call, etag: string | null, isDeclared: boolean): Call {
  if (etag === null || headerValueFault('If-Match', etag) !== null) return call;
  if (!isDeclared && !etag.startsWith('"')) return call;
  const isSet = Object.keys(call.headers).some((name) => name.toLowerCase() === 'if-match');
  return isSet ? call : { ...call, headers: { ...call.headers, 'If-Match': etag } };
}

/** Is it a request to the record of this system, which is then what was read? */
export function isOfRecord({ url }: Call, baseUrl: string, orgId: string, systemId: string): boolean {
  return url === systemAddress(baseUrl, orgId, systemId);
}

/** Does the operation take it, by its parameters? */
export function takesIfMatch(
  parameters: readonly { readonly in: string; readonly name: string; readonly unusable: string | null }[],
): boolean {
  return parameters.some(
    ({ in: place, name, unusable }) => place === 'header' && name.toLowerCase() === 'if-match' && unusable === null,
  );
}
