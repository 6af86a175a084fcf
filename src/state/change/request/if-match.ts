/** The version of the target that a change is meant for, where the operation takes one. */
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import { headerValueFault } from '../../../api/calls/value-text.ts';

/** The call with `If-Match`; as it is where the operation takes none, the person has set one, or nothing can be sent in it. */
export function withIfMatch(
  definition: Definition | null,
  operation: DefinedOperation,
  call: Call,
  etag: string | null,
): Call {
  if (definition === null || etag === null || headerValueFault('If-Match', etag) !== null) return call;
  const isSet = Object.keys(call.headers).some((name) => name.toLowerCase() === 'if-match');
  const takes = parametersOf(definition, operation).some(
    ({ in: place, name, unusable }) => place === 'header' && name.toLowerCase() === 'if-match' && unusable === null,
  );
  return takes && !isSet ? { ...call, headers: { ...call.headers, 'If-Match': etag } } : call;
}
