/** What does a whole answer say: is it the API's, and what is its JSON? */
import type { Body } from './body.ts';
import { isJson } from './content-type.ts';
import type { Failure } from './problem.ts';
import { refusedBy } from './problem-details.ts';

/** A 2xx answer. */
export interface Answer {
  readonly status: number;
  /** Undefined where the body was empty. */
  readonly json: unknown;
  /** The `Date` header in milliseconds since 1970; null where it is missing or unreadable. */
  readonly serverDate: number | null;
}

export type AnswerRead =
  { readonly ok: true; readonly value: Answer } | { readonly ok: false; readonly failure: Failure };

/** A status of 300 and above speaks for itself, whatever became of its body. */
export function answerOf({ status, headers }: Response, body: Body): AnswerRead {
  const contentType = headers.get('content-type') ?? '';
  if (status >= 400) return failed(refusedBy(status, contentType, body.ok ? body.text : ''));
  if (status >= 300) return failed({ kind: 'redirected', status, location: headers.get('location') });
  const notTheApi = (reason: 'cut off' | 'too large' | 'content type' | 'not json'): AnswerRead =>
    failed({ kind: 'notTheApi', status, reason, contentType, title: null });
  if (!body.ok) return notTheApi(body.reason);
  const serverDate = readHttpDate(headers.get('date') ?? '');
  if (body.text.trim() === '') return { ok: true, value: { status, json: undefined, serverDate } };
  if (!isJson(contentType)) return notTheApi('content type');
  try {
    return { ok: true, value: { status, json: JSON.parse(body.text), serverDate } };
  } catch {
    return notTheApi('not json');
  }
}

/** Only the form that HTTP prescribes: a clock is judged by it, and `Date.parse` makes a date of nearly anything. */
function readHttpDate(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) || new Date(ms).toUTCString() !== text ? null : ms;
}

function failed(failure: Failure): AnswerRead {
  return { ok: false, failure };
}
