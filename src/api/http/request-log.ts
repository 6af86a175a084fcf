/** Notes a request for the session's log: no body, no header but the status, no token, and no value that a person typed. */

export interface RequestEntry {
  readonly method: string;
  /** Without the address of the service; values of the query are left out unless they are numbers or switches. */
  readonly path: string;
  /** Null: no response has arrived. */
  readonly status: number | null;
  /** Why it ended without a response, or with a part of one; null where it did not. */
  readonly failure: string | null;
  /** Until its last byte was read. */
  readonly ms: number;
  /** Bytes of the response's body, decompressed. */
  readonly bytes: number;
  /** The service's name for it in its own log; null where none was sent. */
  readonly traceId: string | null;
}

/** The client's reports on a request in progress. */
export interface OngoingRequest {
  readonly answered: (status: number) => void;
  /** The same body, with its bytes counted. */
  readonly counted: (body: AsyncIterable<Uint8Array> | null) => AsyncIterable<Uint8Array> | null;
  readonly ended: (how: { readonly failure?: string; readonly traceId?: string | null }) => void;
}

/** Begins to note a request; `url` is without the token, which the service may put into its links. */
export type RequestLog = (method: string, url: string) => OngoingRequest;

/** `steady`: milliseconds since some moment. `ended` hears of each request once it is over. */
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

/** Names of the query stay. Only numbers and switches of its values stay: others may be typed text, or a secret. */
export function safePath(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return '(unreadable address)';
  const query = [...parsed.searchParams].map(
    ([name, value]) => `${encodeURIComponent(name)}=${/^(?:\d{1,9}|true|false)$/.test(value) ? value : '…'}`,
  );
  return (parsed.pathname + (query.length === 0 ? '' : `?${query.join('&')}`)).slice(0, maxPathLength);
}
