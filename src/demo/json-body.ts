/** Reads the body of a request as JSON. */

import type { Answer } from './answer.ts';
import type { Call } from './operation.ts';
import { problem } from './problems.ts';

/** The value of the body, which may be any, or the problem with it. */
export function jsonOf({ baseUrl, request }: Call): { readonly value: unknown } | { readonly problem: Answer } {
  if (request.body === null) {
    return { problem: problem(baseUrl, 'body-too-large', 'The body is larger than 64 KiB.') };
  }
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    const detail = 'Send the body with "Content-Type: application/json".';
    return { problem: problem(baseUrl, 'media-type-not-supported', detail) };
  }
  try {
    return { value: JSON.parse(request.body) as unknown };
  } catch {
    return { problem: problem(baseUrl, 'body-not-json', 'The body cannot be read as JSON.') };
  }
}
