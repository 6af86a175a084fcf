/** What is in the body of an answer, if it is not too large and not cut off? */

import type { Incoming } from './exchange.ts';

export type Body =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: 'too large' | 'cut off' };

/** Decoded bytes. A few hundred kilobytes of gzip can unpack to more than the memory holds. */
export const largestBody = 16 * 1024 * 1024;

/** Reads piece by piece, and stops at the first byte too many. It rejects only where `signal` ends the reading. */
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
