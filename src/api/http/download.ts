/** Hands a body on as it arrives, without the token, up to a gigabyte. */
import type { Incoming } from './exchange.ts';

export type Handed =
  | { readonly ok: true; readonly bytes: number; readonly first: Uint8Array }
  | { readonly ok: false; readonly reason: 'too large' | 'cut off' };

const mostBytes = 1024 ** 3;

/** Bytes of an error's body, enough for its details. */
const mostOfError = 64 * 1024;

/** Longer than any spelling of the token, which may be split between two pieces. */
const heldBack = 1024;

/** `first`: the body of an error, which is not handed on. Rejects where `signal` aborts it, or where `sink` does. */
export async function handedOn(
  { status, body }: Pick<Incoming, 'status' | 'body'>,
  sink: (piece: Uint8Array) => Promise<void>,
  redact: (text: string) => string,
  signal: AbortSignal,
): Promise<Handed> {
  const isError = status < 200 || status > 299;
  let bytes = 0;
  let left = '';
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > (isError ? mostOfError : mostBytes)) return { ok: false, reason: 'too large' };
      const safe = redact(left + Buffer.from(chunk).toString('latin1'));
      const border = isError ? 0 : Math.max(0, safe.length - heldBack);
      if (border > 0) await sink(Buffer.from(safe.slice(0, border), 'latin1'));
      left = safe.slice(border);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return { ok: false, reason: 'cut off' };
  }
  const rest = Buffer.from(left, 'latin1');
  if (!isError && rest.byteLength > 0) await sink(rest);
  return { ok: true, bytes, first: isError ? rest : new Uint8Array() };
}
