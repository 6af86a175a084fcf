/** The bytes of a body that is a file, or has files in it: each is read when the request is sent. */
import type { Call } from '../../../api/calls/call.ts';
import type { Failure } from '../../../api/problem.ts';

/** Reads a file by the path that a person wrote. `code`: why it cannot be read. */
export type ReadFile = (
  path: string,
  mostBytes: number,
) => { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly code: string };

/** Limit on the files of one request, in bytes. */
const mostFileBytes = 64 * 1024 * 1024;

/** Undefined where the text is the whole body. */
export function withFiles(
  { body, files = [] }: Pick<Call, 'body' | 'files'>,
  readFile: ReadFile,
): { readonly ok: true; readonly bytes?: Uint8Array } | { readonly ok: false; readonly failure: Failure } {
  if (body === null || files.length === 0) return { ok: true };
  const boundary = files[0]?.at === 0 ? null : body.slice(0, body.indexOf('\r\n'));
  const pieces: Uint8Array[] = [];
  let [from, left] = [0, mostFileBytes];
  for (const { path, at, length } of files) {
    const read = readFile(path, left);
    if (!read.ok) return unread(path, read.code);
    const { buffer, byteOffset, byteLength } = read.bytes;
    const isBroken = boundary !== null && Buffer.from(buffer, byteOffset, byteLength).includes(boundary);
    if (isBroken) return unread(path, 'boundary');
    left -= byteLength;
    pieces.push(Buffer.from(body.slice(from, at)), read.bytes);
    from = at + length;
  }
  return { ok: true, bytes: Buffer.concat([...pieces, Buffer.from(body.slice(from))]) };
}

function unread(path: string, code: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { kind: 'fileUnread', path, code } };
}
