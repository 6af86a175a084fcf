/** Reads the body of a response, unless it is too large or cut off; and the title of an HTML page. */
import type { Incoming } from './exchange.ts';

export type Body =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: 'too large' | 'cut off' };

/** Decompressed bytes: a few hundred kilobytes of gzip can unpack to more than the memory holds. */
export const largestBody = 16 * 1024 * 1024;

/** Stops at the first byte too many. Rejects only where `signal` aborts the reading. */
export async function bodyOf(incoming: Pick<Incoming, 'body'>, signal: AbortSignal): Promise<Body> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  try {
    for await (const chunk of incoming.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > largestBody) return { ok: false, reason: 'too large' };
      pieces.push(decoder.decode(chunk, { stream: true }));
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return { ok: false, reason: 'cut off' };
  }
  return { ok: true, text: pieces.join('') + decoder.decode() };
}

/** Passes each `<` once: a page of unfinished tags must not take hours. */
const title = /<title[^<>]*>([^<]{1,120})/i;

/** What an HTML page calls itself: raw, at most 120 characters; null without a title. */
export function htmlTitle(html: string): string | null {
  const found = title.exec(html)?.[1]?.trim() ?? '';
  return found === '' ? null : found;
}
