/** Notes the requests of this session: no body, no header but the status, no token, and no value that a person typed. */

export interface RequestEntry {
  readonly id: number;
  /** When it was begun: milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Without the address of the service; values of the query are left out unless they are numbers or switches. */
  readonly path: string;
  /** Null: no response has arrived. */
  readonly status: number | null;
  /** Why it ended without a response, or with a part of one; null where it did not. */
  readonly failure: string | null;
  /** Until its last byte was read; null: not ended yet. */
  readonly ms: number | null;
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

export interface RequestLog {
  /** `url` without the token, which the service may put into its links. */
  readonly begin: (method: string, url: string) => OngoingRequest;
  /** The newest first. */
  readonly entries: () => readonly RequestEntry[];
}

/** The oldest are forgotten: a deletion of many sends thousands. */
export const mostEntries = 1000;

/** `ended` hears of each request once it is over. */
export function createRequestLog(
  clock: { readonly now: () => number; readonly steady: () => number },
  ended: (entry: RequestEntry) => void = () => undefined,
): RequestLog {
  const entries: RequestEntry[] = [];
  let last = 0;
  return {
    begin(method, url) {
      const id = ++last;
      const from = clock.steady();
      let bytes = 0;
      const change = (about: Partial<RequestEntry>): RequestEntry | undefined => {
        const at = entries.findLastIndex((entry) => entry.id === id);
        const entry = entries[at];
        return entry && (entries[at] = { ...entry, ...about });
      };
      const begun = { status: null, failure: null, ms: null, bytes: 0, traceId: null };
      entries.push({ id, at: clock.now(), method, path: safePath(url), ...begun });
      if (entries.length > mostEntries) entries.shift();
      return {
        answered: (status) => {
          change({ status });
        },
        counted: (body) => body && countedBody(body, (length) => (bytes += length)),
        ended: ({ failure = null, traceId = null }) => {
          const entry = change({
            ms: Math.round(clock.steady() - from),
            bytes,
            failure,
            traceId: traceId?.slice(0, longestTrace) ?? null,
          });
          if (entry !== undefined) ended(entry);
        },
      };
    },
    entries: () => entries.toReversed(),
  };
}

const longestTrace = 200;

async function* countedBody(body: AsyncIterable<Uint8Array>, count: (length: number) => void) {
  for await (const chunk of body) {
    count(chunk.byteLength);
    yield chunk;
  }
}

const longestPath = 500;

/** Names of the query stay. Only numbers and switches of its values stay: others may be typed text, or a secret. */
export function safePath(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return '(unreadable address)';
  const query = [...parsed.searchParams].map(
    ([name, value]) => `${encodeURIComponent(name)}=${/^(?:\d{1,9}|true|false)$/.test(value) ? value : '…'}`,
  );
  return (parsed.pathname + (query.length === 0 ? '' : `?${query.join('&')}`)).slice(0, longestPath);
}
