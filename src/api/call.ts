/** Sends a call that only reads, and answers its response. */
import type { Client, RawResponse } from './http/client.ts';
import { failed, type Result } from './problem.ts';

/** Any method fits the type: this function refuses a write, whoever built the call. */
export interface ReadCall {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer may be of any type. A method that is not for reading is withheld. */
export async function sendReadCall(
  client: Pick<Client, 'sendRaw'>,
  { method, url, headers }: ReadCall,
  signal?: AbortSignal,
): Promise<Result<RawResponse>> {
  if (method !== 'GET' && method !== 'HEAD') return failed('send request', { kind: 'withheld', mode: 'read-only' });
  return client.sendRaw({ operation: 'send request', method, url, headers }, signal);
}
