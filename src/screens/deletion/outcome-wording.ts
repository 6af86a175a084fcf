/** How is the outcome of one deletion said, and how are many of them counted? */
import type { Problem } from '../../api/problem.ts';
import type { Outcome, Run } from '../../state/run.ts';
import { type Clean, clean } from '../text/clean.ts';
import { count } from '../text/numbers.ts';
import { problemSentence } from '../text/problem-wording.ts';
import { answerWords } from '../text/refusal-wording.ts';

/** One or two words for each kind, in the order in which they are counted. */
export const outcomeWords: Record<Outcome['kind'], string> = {
  deleted: 'deleted',
  wouldDelete: 'would be deleted',
  alreadyGone: 'already gone',
  skipped: 'skipped: came back',
  refused: 'refused',
  unknown: 'unknown',
  notAttempted: 'not attempted',
};

const kinds = Object.keys(outcomeWords) as Outcome['kind'][];

/** `112 deleted · 3 already gone · 109 to go`; kinds that did not occur are left out. */
export function countsLine(run: Run): Clean {
  const parts = kinds
    .filter((kind) => run.counts[kind] > 0 || kind === (run.isPreview ? 'wouldDelete' : 'deleted'))
    .map((kind) => `${count(run.counts[kind])} ${outcomeWords[kind]}`);
  const toGo = run.planned.length - run.settled.length;
  return clean([...parts, ...(toGo > 0 ? [`${count(toGo)} to go`] : [])].join(' · '));
}

/** Why a system ended as it did, where there is more to say than the kind. */
export function reasonFor(outcome: Outcome): Clean {
  switch (outcome.kind) {
    case 'deleted':
    case 'wouldDelete':
      return clean('');
    case 'alreadyGone':
      return clean('the service no longer has it, or no longer shows it to this account');
    case 'skipped':
      return clean(outcome.why === 'connected' ? 'it is connected again' : 'it was seen again since the review');
    case 'refused':
      return problemWords(outcome.problem);
    case 'unknown':
      return outcome.problem === null ? clean('accepted (202), not confirmed') : problemWords(outcome.problem);
    case 'notAttempted':
      return outcome.problem === null ? clean('the run was stopped before it') : problemWords(outcome.problem);
  }
}

/** There is one line for it, at the right of the system's name: that it was a deletion is known there. */
function problemWords(problem: Problem): Clean {
  return problem.kind === 'refused' ? clean(answerWords(problem)) : problemSentence(problem);
}
