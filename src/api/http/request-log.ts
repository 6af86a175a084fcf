/** Logs a request: no body, no header but the status, no token, and no value that you typed. */

export interface RequestEntry {
  readonly method: string;
  /** Without the service's address. Query values are left out unless they are numbers or flags. */
  readonly path: string;
  /** Null until a response arrives. */
  readonly status: number | null;
  /** Why the request ended without a complete response; null when it did not. */
  readonly failure: string | null;
  /** Until the last byte was read. */
  readonly ms: number;
  /** Decompressed bytes of the response's body. */
  readonly bytes: number;
  /** The service's id of the request in its own log; null when it sent none. */
  readonly traceId: string | null;
}

export interface OngoingRequest {
  readonly answered: (status: number) => void;
  readonly counted: (body: AsyncIterable<Uint8Array> | null) => AsyncIterable<Uint8Array> | null;
  readonly ended: (how: { readonly failure?: string; readonly traceId?: string | null }) => void;
}

/** Starts the log entry of a request; `url` is without the token, which the service may put into its links. */
export type RequestLog = (method: string, url: string) => OngoingRequest;

/** `steady`: milliseconds since an arbitrary moment. `ended` receives each request when it is over. */
export function createRequestLog(steady: () => number, ended: (entry: RequestEntry) => void): RequestLog {
  return (method, url) => {
    const from = steady();
    const path = safePath(url);
    let status: number | null = null;
    let bytes = 0;
    return {
      answered: (answered) => {
        status = answered;
      },
      counted: (body) => body && countedBody(body, (length) => (bytes += length)),
      ended({ failure = null, traceId = null }) {
        const ms = Math.round(steady() - from);
        ended({ method, path, status, failure, ms, bytes, traceId: traceId?.slice(0, maxTraceLength) ?? null });
      },
    };
  };
}

const maxTraceLength = 200;

async function* countedBody(body: AsyncIterable<Uint8Array>, count: (length: number) => void) {
  for await (const chunk of body) {
    count(chunk.byteLength);
    yield chunk;
  }
}

const maxPathLength = 500;

/** Keeps the query's names, and only values that are numbers or flags: other values may be typed text or a secret. */
export function safePath(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return '(unreadable address)';
  const query = [...parsed.searchParams].map(
    ([name, value]) => `${encodeURIComponent(name)}=${/^(?:\d{1,9}|true|false)$/.test(value) ? value : '…'}`,
  );
  return (parsed.pathname + (query.length === 0 ? '' : `?${query.join('&')}`)).slice(0, maxPathLength);
}
