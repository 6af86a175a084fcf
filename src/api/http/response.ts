/** Reads a whole response: whether it is the API's, and its JSON. */
import { type Body, htmlTitle } from './body.ts';
import type { Incoming } from './exchange.ts';
import { isJson, isProblem } from './headers.ts';
import type { Failure } from '../problem.ts';
import { refusedBy } from '../problem-details.ts';

/** A 2xx response. */
export interface ApiResponse {
  readonly status: number;
  /** Undefined where the body was empty. */
  readonly json: unknown;
}

export type ResponseRead =
  { readonly ok: true; readonly value: ApiResponse } | { readonly ok: false; readonly failure: Failure };

/** Any status but 2xx counts whatever became of the body: 101 is a refusal, too. */
export function readResponse({ status, headers }: Pick<Incoming, 'status' | 'headers'>, body: Body): ResponseRead {
  const contentType = headers.get('content-type') ?? '';
  if (status >= 400 || status < 200) return failed(refusedBy(status, headers, body.ok ? body.text : ''));
  if (status >= 300) return failed({ kind: 'redirected', status, location: headers.get('location') });
  const notTheApi = (reason: 'cut off' | 'too large' | 'content type' | 'not json'): ResponseRead =>
    failed({ kind: 'notTheApi', status, reason, contentType, title: body.ok ? htmlTitle(body.text) : null });
  if (!body.ok) return notTheApi(body.reason);
  if (body.text.trim() === '') return { ok: true, value: { status, json: undefined } };
  // Problem details are no success, whatever the status says.
  if (!isJson(contentType) || isProblem(contentType)) return notTheApi('content type');
  try {
    return { ok: true, value: { status, json: JSON.parse(body.text) } };
  } catch {
    return notTheApi('not json');
  }
}

function failed(failure: Failure): ResponseRead {
  return { ok: false, failure };
}
