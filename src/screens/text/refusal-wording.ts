/** Words for a status of 400 and above. */
import type { Problem, Refused } from '../../api/problem.ts';
import { isSystemNotFound } from '../../state/systems/not-found.ts';
import { asksForPatience, longestPauseSeconds } from '../../state/requests/retry.ts';
import { wordsOf } from '../../api/operations.ts';
import { brief, quoted } from './fit.ts';
import { span } from './times.ts';

/** A longer wait is not told to the minute. */
const longestNamedMs = 24 * 60 * 60_000;

/** One sentence: what the service did not do, and what it said about it. */
export function refusalSentence(problem: Problem & Refused): string {
  const { purpose } = wordsOf(problem.operation);
  const answer = answerWords(problem);
  if (problem.status === 401) return 'The token is not accepted (401).';
  if (problem.status === 403) return `This token may not ${purpose}: ${answer}.`;
  if (asksForPatience(problem)) return `The service asks ${patience(problem)}: ${answer}.`;
  if (problem.status >= 500) return `The service failed to ${purpose}: ${answer}.`;
  if (isSystemNotFound(problem)) {
    // The list of systems belongs to an organisation, and that is not found.
    const what = problem.operation === 'list systems' ? 'organisation' : 'system';
    return `There is no such ${what}, or this token may not see it: ${answer}.`;
  }
  return `The service refused to ${purpose}: ${answer}.`;
}

/** The wait is named where it is longer than rollcall waits without asking. */
function patience({ retryAfter }: Refused): string {
  if (retryAfter === null || retryAfter <= longestPauseSeconds) return 'for a slower pace';
  const ms = retryAfter * 1000;
  return `to wait for ${ms > longestNamedMs ? 'more than a day' : span(ms)}`;
}

/** What the service said, without the request: `409 "Gateway is used by a policy" (trace 4f2a)`. */
export function answerWords({ status, title, detail, errors, traceId }: Refused): string {
  const faults = Object.entries(errors).flatMap(([field, messages]) => messages.map((said) => `${field}: ${said}`));
  const said = [title ?? '', detail ?? '', faults.join(' ')].filter((text) => text !== '');
  const trace = traceId === null ? '' : ` (trace ${brief(traceId)})`;
  return [String(status), ...said.map((text) => quoted(text))].join(' ') + trace;
}

/** What a validation problem says about a field of this name, in any case; empty where it says nothing. */
export function fieldErrors(problem: Problem, name: string): readonly string[] {
  if (problem.kind !== 'refused') return [];
  const entries = Object.entries(problem.errors).filter(([field]) => isField(field, name));
  return entries.flatMap(([, messages]) => messages);
}

/** What it says about other fields: `Quota: exceeded`. */
export function otherErrors(problem: Problem, name: string): readonly string[] {
  if (problem.kind !== 'refused') return [];
  const entries = Object.entries(problem.errors).filter(([field]) => !isField(field, name));
  return entries.flatMap(([field, messages]) => messages.map((message) => `${field}: ${message}`));
}

/** Services write names in any case, and with a path before them: `$.description`. */
function isField(given: string, name: string): boolean {
  return given.toLowerCase().replace(/^\W+/, '') === name.toLowerCase();
}
