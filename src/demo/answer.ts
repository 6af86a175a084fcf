/** The responses of the service, before they are sent. */

import { createHash } from 'node:crypto';

import type { ReceivedRequest } from './request.ts';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** An answer that carries a value as JSON. */
export function json(status: number, value: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) };
}

/** An answer that carries a text, read as it is. */
export function plainText(status: number, text: string): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text };
}

/** Success without a body. */
export const NOTHING: Answer = { status: 204 };

/** A value as JSON with an `ETag`; 304 and no body where the request names that tag (RFC 9110, 13.1.2). */
export function tagged({ headers }: ReceivedRequest, value: unknown): Answer {
  const answer = json(200, value);
  const etag = etagOf(JSON.stringify(value));
  if (tagsIn(headers['if-none-match']).includes(etag)) return { status: 304, headers: { etag } };
  return { ...answer, headers: { ...answer.headers, etag } };
}

export function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}

/** Does a request that names a state by its tag (`If-Match`, RFC 9110, 13.1.1) mean this one? One without does. */
export function isMeant({ headers }: ReceivedRequest, etag: string): boolean {
  const wanted = headers['if-match'];
  return wanted === undefined || wanted.trim() === '*' || tagsIn(wanted).includes(etag);
}

function tagsIn(header: string | undefined): readonly string[] {
  return (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
