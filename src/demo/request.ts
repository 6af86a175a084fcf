/** A request as the service reads it. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** One request as the service received it. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Empty where there was none; null where it was larger than the service reads. */
  readonly body: string | null;
  /** When its last byte had arrived, in milliseconds since 1970. */
  readonly at: number;
}

const LARGEST_BODY = 64 * 1024;

/** The whole request, or undefined where the client went away before it was complete. */
export async function receive(incoming: IncomingMessage, now: () => number): Promise<ReceivedRequest | undefined> {
  const body = await readBody(incoming).catch(() => undefined);
  if (body === undefined) return undefined;
  const { method = '', url = '', headers } = incoming;
  const [path = '', ...query] = url.split('?');
  return { method, url, path, query: new URLSearchParams(query.join('?')), headers, body, at: now() };
}

/** Reads to the end in any case: a client that is still sending does not hear an answer. */
async function readBody(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  return size <= LARGEST_BODY ? Buffer.concat(chunks).toString('utf8') : null;
}
