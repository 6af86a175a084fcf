/** Requests the service's own definition of its operations, unless the one that is known is still the same. */
import type { Client } from './http/client.ts';
import { definitionPath } from './operations.ts';
import { readHttpDate } from './http/response.ts';
import type { Result } from './problem.ts';

/** Validators: the service's way to distinguish two texts (RFC 9110, 8.8); null where it sends none. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** The text as received (UTF-8), which may be a web page. Null: it is still the known one. */
export interface DefinitionAnswer extends Validators {
  readonly text: Uint8Array | null;
}

/** `known`: the validators of the stored text; null where none is stored. */
export async function requestDefinition(
  client: Client,
  known: Validators | null,
  signal?: AbortSignal,
): Promise<Result<DefinitionAnswer>> {
  const url = `${client.baseUrl}${definitionPath}`;
  const headers = { Accept: 'application/json', ...conditionsOf(known) };
  const answer = await client.readRaw({ operation: 'read definition', method: 'GET', url, headers }, signal);
  if (!answer.ok) return answer;
  const { status, headers: got, bytes } = answer.value;
  const etag = readableEtag(got.get('etag'));
  const lastModified = readableDate(got.get('last-modified'));
  const isSame = status === 304;
  // A 304 need not repeat them.
  const kept = isSame ? known : null;
  return {
    ok: true,
    value: {
      text: isSame ? null : bytes,
      etag: etag ?? kept?.etag ?? null,
      lastModified: lastModified ?? kept?.lastModified ?? null,
    },
  };
}

function conditionsOf(known: Validators | null): Readonly<Record<string, string>> {
  const etag = readableEtag(known?.etag ?? null);
  const lastModified = readableDate(known?.lastModified ?? null);
  return {
    ...(etag !== null && { 'If-None-Match': etag }),
    ...(lastModified !== null && { 'If-Modified-Since': lastModified }),
  };
}

const longestEtag = 1000;

/** RFC 9110, 8.8.3, in ASCII: anything else is not sent back. */
function readableEtag(text: string | null): string | null {
  const isReadable = text !== null && text.length <= longestEtag && /^(?:W\/)?"[\x21\x23-\x7E]*"$/.test(text);
  return isReadable ? text : null;
}

function readableDate(text: string | null): string | null {
  return readHttpDate(text) === null ? null : text;
}
