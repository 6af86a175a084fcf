/** Facts of a request's target: its version, and reasons against sending the request. */
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import { takesIfMatch, withIfMatch as matching } from '../../../api/calls/if-match.ts';
import { isJsonObject, type Json } from '../../../api/exact-json.ts';
import { lastLiteral, lossOf } from '../../../api/openapi/dangerous-words.ts';

/** The call with `If-Match`, where the operation takes it. */
export function withIfMatch(
  definition: Definition | null,
  operation: DefinedOperation,
  call: Call,
  etag: string | null,
): Call {
  const takes = definition !== null && takesIfMatch(parametersOf(definition, operation));
  return takes ? matching(call, etag, true) : call;
}

export function targetWarnings(
  value: Json,
  operation: Pick<DefinedOperation, 'method' | 'path' | 'operationId' | 'summary'>,
): readonly string[] {
  if (!isJsonObject(value)) return [];
  const takesAway = operation.method === 'DELETE' || lossOf(operation) !== null;
  const last = lastLiteral(operation.path).toLowerCase();
  const isEnabled = enabledIn(value['isEnabled'] ?? value['enabled'] ?? value['status'] ?? null);
  const isConnected = typeof value['state'] === 'string' && /^(?:connected|online)$/i.test(value['state']);
  return [
    ...(takesAway && isConnected ? ['It is connected.'] : []),
    ...(last === 'disable' && isEnabled === false ? ['It is disabled already.'] : []),
    ...(last === 'enable' && isEnabled === true ? ['It is enabled already.'] : []),
  ];
}

/** Null where the value does not tell. */
function enabledIn(value: Json): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  return /^disabled$/i.test(value) ? false : /^enabled$/i.test(value) ? true : null;
}
