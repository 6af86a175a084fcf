/** The end of a change: its record, its exit code, and its sentence. */
import type { RawResponse } from '../../../api/http/client.ts';
import type { Problem, Refused, Result } from '../../../api/problem.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { RequestEnd } from '../../../state/change/journal/request-record.ts';
import { outcomeOfProblem } from '../../../state/change/request/outcome.ts';
import { sentenceOf } from './sending.ts';

/** 0 done · 2 nothing was sent · 4 refused · 5 the service failed · 6 the outcome is unknown. */
export type ChangeCode = 0 | 2 | 4 | 5 | 6;

export interface ChangeEnd {
  readonly code: ChangeCode;
  readonly outcome: RequestEnd['outcome'];
}

export function endOf(result: Result<RawResponse>): ChangeEnd {
  if (result.ok) return { code: 0, outcome: 'done' };
  const { problem } = result;
  const outcome = outcomeOfProblem(problem);
  if (outcome === 'withheld') return { code: 2, outcome };
  if (outcome === 'refused') return { code: 4, outcome };
  const isFailure = problem.kind === 'refused' && problem.status >= 500 && !isWebPage(problem);
  return { code: isFailure ? 5 : 6, outcome };
}

/** A page of some proxy on the way says nothing of the service's action. */
function isWebPage({ slug, title, detail, traceId }: Refused): boolean {
  return title !== null && slug === null && detail === null && traceId === null;
}

/** For the record. `ms`: from sending it to the last byte. */
export function recordedEnd(result: Result<RawResponse>, at: number, ms: number): RequestEnd {
  const about = { at: new Date(at).toISOString(), outcome: endOf(result).outcome, ms };
  if (result.ok) return { ...about, status: result.value.status, slug: null, traceId: null };
  const { problem } = result;
  const { slug, traceId } = problem.kind === 'refused' ? problem : { slug: null, traceId: null };
  return { ...about, status: 'status' in problem ? problem.status : null, slug, traceId };
}

export const unknownWords = 'Whether it was carried out is not known: see the history (E) in rollcall.';

/** The problem, and its consequence for the change. */
export function changeProblem(call: Call, problem: Problem): string {
  const { outcome } = endOf({ ok: false, problem });
  const words = sentenceOf(call, problem);
  if (outcome === 'unknown') return `${words} ${unknownWords}`;
  if (problem.kind !== 'refused' || problem.retryAfter === null) return words;
  return `${words} The service asks to wait ${problem.retryAfter} s.`;
}
