/** What does a whole answer say: is it the API's, and what is its JSON? */
import type { Body } from './body.ts';
import type { Incoming } from './exchange.ts';
import { isJson, isProblem } from './content-type.ts';
import { htmlTitle } from './html-title.ts';
import type { Failure } from '../problem.ts';
import { refusedBy } from '../problem-details.ts';

/** A 2xx answer. */
export interface Answer {
  readonly status: number;
  /** Undefined where the body was empty. */
  readonly json: unknown;
}

export type AnswerRead =
  { readonly ok: true; readonly value: Answer } | { readonly ok: false; readonly failure: Failure };

/** A status that is no 2xx speaks for itself, whatever became of its body: 101 is a refusal, too. */
export function answerOf({ status, headers }: Pick<Incoming, 'status' | 'headers'>, body: Body): AnswerRead {
  const contentType = headers.get('content-type') ?? '';
  if (status >= 400 || status < 200) return failed(refusedBy(status, headers, body.ok ? body.text : ''));
  if (status >= 300) return failed({ kind: 'redirected', status, location: headers.get('location') });
  const notTheApi = (reason: 'cut off' | 'too large' | 'content type' | 'not json'): AnswerRead =>
    failed({ kind: 'notTheApi', status, reason, contentType, title: body.ok ? htmlTitle(body.text) : null });
  if (!body.ok) return notTheApi(body.reason);
  if (body.text.trim() === '') return { ok: true, value: { status, json: undefined } };
  // Problem details are no success, whatever the status before them says.
  if (!isJson(contentType) || isProblem(contentType)) return notTheApi('content type');
  try {
    return { ok: true, value: { status, json: JSON.parse(body.text) } };
  } catch {
    return notTheApi('not json');
  }
}

function failed(failure: Failure): AnswerRead {
  return { ok: false, failure };
}
