/** Words for the outcome of a deletion, and counts of outcomes. */
import type { Problem } from '../../api/problem.ts';
import { type Outcome, type OutcomeCounts, outcomeKinds } from '../../state/deletion/outcome.ts';
import type { Run } from '../../state/deletion/run.ts';
import type { SignOfLife } from '../../state/review/kept-since.ts';
import { type Clean, clean } from '../text/clean.ts';
import { count } from '../text/numbers.ts';
import { failureSentence, problemSentence } from '../text/problem-wording.ts';
import { brief } from '../text/fit.ts';
import { answerWords } from '../text/refusal-wording.ts';

const words: Record<Outcome['kind'], string> = {
  deleted: 'deleted',
  wouldDelete: 'would be deleted',
  alreadyGone: 'already gone',
  skipped: 'skipped',
  refused: 'refused',
  failed: 'failed',
  unknown: 'unknown',
  notAttempted: 'not attempted',
};

/** One or two words, the same everywhere. */
export function outcomeWord(kind: Outcome['kind']): Clean {
  return clean(words[kind]);
}

/** `112 deleted · 3 already gone`; kinds that did not occur are left out. */
export function countsWords(counts: OutcomeCounts, isPreview: boolean): Clean {
  const shown = outcomeKinds.filter((kind) => counts[kind] > 0 || kind === (isPreview ? 'wouldDelete' : 'deleted'));
  return clean(shown.map((kind) => `${count(counts[kind])} ${words[kind]}`).join(' · '));
}

/** The same of a run, with how many are `to go`. Those in flight are of their own where nothing here tells more of them. */
export function countsLine(run: Run): Clean {
  const inFlight = run.isElsewhere ? run.inFlight.size : 0;
  const toGo = run.planned.length - run.settled.length - inFlight;
  const open = [inFlight > 0 ? [`${count(inFlight)} in flight`] : [], toGo > 0 ? [`${count(toGo)} to go`] : []].flat();
  return clean([countsWords(run.counts, run.isPreview), ...open].join(' · '));
}

function skippedWords({ why, field }: SignOfLife): string {
  switch (why) {
    case 'connected':
      return 'kept: reconnected';
    case 'seenSince':
      return 'kept: seen since the review';
    case 'changed':
      return `kept: ${field === undefined ? '' : `${field} `}changed since the review`;
    case 'protected':
      return `kept: protected${field === undefined ? '' : ` (${field})`}`;
  }
}

/** The reason for an outcome, where there is more to say than its kind. */
export function reasonFor(outcome: Outcome): Clean {
  switch (outcome.kind) {
    case 'deleted':
    case 'wouldDelete':
      return clean('');
    case 'alreadyGone':
      return clean('the service no longer has it, or no longer shows it to this account');
    case 'skipped':
      return clean(skippedWords(outcome));
    case 'refused':
      return outcome.problem === null ? clean('its file says why') : problemWords(outcome.problem);
    case 'failed':
      return outcome.was === undefined
        ? failedWords(outcome.problem)
        : clean(`${saidBefore[outcome.was]}; ${stillExists}`);
    case 'unknown':
      return unknownWords(outcome);
    case 'notAttempted':
      if (outcome.why === 'tooSlow') return clean('this computer or its disk is too slow to check it again in time');
      return outcome.problem === null ? clean('the run was stopped before it') : problemWords(outcome.problem);
  }
}

/** What came in the place of a deletion, and what it means: `503 "Busy" from the service; the system still exists`. */
function failedWords(problem: Problem | null): Clean {
  switch (problem?.kind) {
    case undefined:
      return clean(`no answer was received; ${stillExists}`);
    case 'lost':
      return clean(`no answer was received (${brief(problem.code)}); ${stillExists}`);
    case 'timedOut':
      return clean(`no answer was received in ${problem.seconds} s; ${stillExists}`);
    case 'refused':
      return clean(`${answerWords(problem)} from the service; ${stillExists}`);
    case 'unreachable':
    case 'redirected':
    case 'notTheApi':
    case 'wrongShape':
    case 'untrustedLink':
    case 'oddId':
    case 'withheld':
    case 'aborted':
      return clean(`${failureSentence(problem).replace(/\.$/, '')}; ${stillExists}`);
  }
}

const stillExists = 'the system still exists';

const saidBefore = {
  deleted: 'the service said that it was deleted',
  alreadyGone: 'the service did not find it at first',
};

function unknownWords({ problem, doubt }: Extract<Outcome, { kind: 'unknown' }>): Clean {
  const words = problem === null ? null : problemWords(problem);
  if (doubt === undefined) return words ?? clean('its file may say why');
  switch (doubt) {
    case 'accepted':
      return clean(`accepted (202), and ${words === null ? 'still there' : `asked again: ${words}`}`);
    case 'noAccess':
      return clean(
        words === null
          ? 'not found, and the organisation is not visible to this account any more'
          : `not found; whether this account still has access could not be checked: ${words}`,
      );
    case 'cutOff': {
      const again = words === null ? '' : `; asked again: ${words}`;
      return clean(`the session ended before the answer was saved${again}`);
    }
  }
}

/** There is one line for it, at the right of the system's name: that it was a deletion is known there. */
function problemWords(problem: Problem): Clean {
  return problem.kind === 'refused' ? clean(answerWords(problem)) : problemSentence(problem);
}
