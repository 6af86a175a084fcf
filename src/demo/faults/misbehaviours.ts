/** The wrong answers of a service, or of a proxy or cache in front of it. */
import { gzipSync } from 'node:zlib';
import type { Answer } from '../answer.ts';
import { type Interception, send } from '../service.ts';

/** Problem details, as the service writes them; more headers and fields where the fault is in them. */
export function problem(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  fields: Readonly<Record<string, unknown>> = {},
): Answer {
  const type = 'https://api.example/problems/type/made-up';
  return {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers },
    body: JSON.stringify({ type, title: 'Made up', status, traceId: '4f2a', ...fields }),
  };
}

export function body(contentType: string | null, text: string | Uint8Array, status = 200): Answer {
  return { status, headers: contentType === null ? {} : { 'content-type': contentType }, body: text };
}

export function redirect(status: number, location: string): Answer {
  return { status, headers: { location } };
}

/** The service's own answer with another status. */
export function withStatus(status: number): Interception {
  return ({ response, answer }) => {
    send(response, { ...answer(), status });
  };
}

/** A page of a list as the service sends it. */
export interface SentPage {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<string, unknown>>;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** The service's own page with one part replaced. */
export function pageWith(change: (page: SentPage) => Readonly<Partial<Record<keyof SentPage, unknown>>>): Interception {
  return ({ response, answer }) => {
    const own = answer();
    const page = JSON.parse(String(own.body)) as SentPage;
    send(response, { ...own, body: JSON.stringify({ ...page, ...change(page) }) });
  };
}

/** Raw bytes instead of an answer; the connection ends after them. */
export function bytes(text: string): Interception {
  return ({ response }) => {
    response.socket?.end(text);
  };
}

/** Some bytes, and then the connection breaks. */
export function brokenAfter(text: string): Interception {
  return ({ response }) => {
    response.socket?.write(text, () => response.socket?.destroy());
  };
}

/** The connection is reset, once the request was carried out or before. */
export function reset(isCarriedOut: boolean): Interception {
  return ({ response, answer }) => {
    if (isCarriedOut) answer();
    response.socket?.resetAndDestroy();
  };
}

/** Bytes of a response, and then silence. */
export function stalledAfter(text: string): Interception {
  return ({ response }) => {
    if (text !== '') response.socket?.write(text);
  };
}

/** One byte after the other, without end, after the beginning of a response. */
export function trickled(beginning: string): Interception {
  return ({ response }) => {
    const { socket } = response;
    socket?.write(beginning);
    const timer = setInterval(() => socket?.write('x'), 1000);
    socket?.once('close', () => {
      clearInterval(timer);
    });
  };
}

/** The same bytes again and again, without end. */
export function repeated(text: string, everyMs: number): Interception {
  return ({ response }) => {
    const { socket } = response;
    const timer = setInterval(() => socket?.write(text), everyMs);
    socket?.once('close', () => {
      clearInterval(timer);
    });
  };
}

/** About 300 KB that unpack to 300 MB: one small piece, over and over. */
export function bomb(): Answer {
  const piece = gzipSync(Buffer.alloc(1024 * 1024, ' '));
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: Buffer.concat(Array.from({ length: 300 }, () => piece)),
  };
}

/** The request's own token comes back in the answer, as a debugging page would write it. */
export function echo(status: number): Interception {
  return ({ response }) => {
    const { authorization } = response.req.headers;
    send(response, problem(status, {}, { title: authorization }));
  };
}

/** The head of an answer with 100 bytes of JSON. */
export const headOfJson = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n';
