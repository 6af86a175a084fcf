/** The outcome by the answer to a change: refused, sent back before it left, or not known. */
import { certainty } from '../../../api/certainty.ts';
import type { Problem } from '../../../api/problem.ts';
import { asksForPatience, longestPauseSeconds } from '../../session/backoff/retry.ts';
import type { RequestEnd } from '../journal/request-record.ts';
import type { ChangeAnswer, RequestStage } from './feature.ts';

type Outcome = RequestEnd['outcome'];

export function outcomeOf(answer: ChangeAnswer): Outcome {
  return answer.ok ? 'done' : outcomeOfProblem(answer.problem);
}

export function outcomeOfProblem(problem: Problem): Outcome {
  const said = certainty(problem);
  return said === 'notSent' ? 'withheld' : said;
}

/** The end of the record. */
export function endOf(answer: ChangeAnswer, at: number): RequestEnd {
  const about = { at: new Date(at).toISOString(), outcome: outcomeOf(answer) };
  if (answer.ok) return { ...about, status: answer.page.status, slug: null, traceId: null, ms: answer.page.ms };
  const { problem, ms } = answer;
  const status = 'status' in problem ? problem.status : null;
  const { slug, traceId } = problem.kind === 'refused' ? problem : { slug: null, traceId: null };
  return { ...about, status, slug, traceId, ms };
}

/** Where a request is after its answer. A pause that is longer than rollcall waits is a refusal. */
export function stageAfter(answer: ChangeAnswer): RequestStage {
  if (answer.ok) return { kind: 'done', page: answer.page };
  const { problem } = answer;
  switch (outcomeOfProblem(problem)) {
    case 'unknown':
      return { kind: 'unknown', problem, after: null };
    case 'withheld':
      return { kind: 'withheld', because: problem };
    case 'done':
    case 'refused': {
      const seconds =
        problem.kind === 'refused' && asksForPatience(problem) ? (problem.retryAfter ?? usualPause) : null;
      return seconds === null || seconds > longestPauseSeconds
        ? { kind: 'refused', problem }
        : { kind: 'paused', problem, seconds };
    }
  }
}

/** Where a service asks for a slower pace and does not say how slow. */
const usualPause = 2;
