/** How is the next page on its way while this one is decoded? It is asked for as soon as its address is known and checked. */
import type { Answer } from './http/response.ts';
import type { Client } from './http/client.ts';
import type { Result } from './problem.ts';

/** At most one page, which has not been read yet. */
export interface PageAhead {
  readonly ask: (client: Client, url: string) => void;
  /** The answer of this address, which `signal` ends from now on; null where it was not asked for, and any other is given up. */
  readonly take: (url: string, signal?: AbortSignal) => Promise<Result<Answer>> | null;
  readonly giveUp: () => void;
}

export function createPageAhead(): PageAhead {
  let asked: { readonly url: string; readonly answer: Promise<Result<Answer>>; end: () => void } | null = null;
  const giveUp = (): void => {
    asked?.end();
    asked = null;
  };
  return {
    ask(client, url) {
      giveUp();
      const controller = new AbortController();
      const answer = client.send({ operation: 'list systems', method: 'GET', url }, controller.signal);
      asked = {
        url,
        answer,
        end: () => {
          controller.abort();
        },
      };
    },
    take(url, signal) {
      if (asked?.url !== url) {
        giveUp();
        return null;
      }
      const { answer, end } = asked;
      asked = null;
      if (signal?.aborted === true) end();
      signal?.addEventListener('abort', end, { once: true });
      return answer;
    },
    giveUp,
  };
}
