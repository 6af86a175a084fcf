/** Prefetches the next page of a list while this one is decoded: as soon as its address is known and checked. */
import type { ApiResponse } from './http/response.ts';
import type { Client } from './http/client.ts';
import type { Result } from './problem.ts';

/** Holds at most one page. */
export interface Prefetch {
  readonly start: (client: Client, url: string) => void;
  /** The response of this address, which `signal` aborts from now on; null where another page was prefetched, or none. */
  readonly take: (url: string, signal?: AbortSignal) => Promise<Result<ApiResponse>> | null;
  readonly cancel: () => void;
}

export function createPrefetch(): Prefetch {
  let pending: { url: string; response: Promise<Result<ApiResponse>>; controller: AbortController } | null = null;
  const cancel = (): void => {
    pending?.controller.abort();
    pending = null;
  };
  return {
    start(client, url) {
      cancel();
      const controller = new AbortController();
      const response = client.send({ operation: 'list systems', method: 'GET', url }, controller.signal);
      pending = { url, response, controller };
    },
    take(url, signal) {
      if (pending?.url !== url) {
        cancel();
        return null;
      }
      const { response, controller } = pending;
      const abort = (): void => {
        controller.abort();
      };
      pending = null;
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort, { once: true });
      return response;
    },
    cancel,
  };
}
