/** Words for the outcome of a deletion, counts of outcomes, and the check of a run against a fresh list. */
import type { Problem } from '../../api/problem.ts';
import { type Outcome, type OutcomeCounts, outcomeKinds } from '../../state/deletion/outcome.ts';
import type { Run, RunCheck, UncheckedReason } from '../../state/deletion/run.ts';
import type { SignOfLife } from '../../state/review/guards.ts';
import { type Clean, clean } from '../text/clean.ts';
import { count, counts } from '../text/quantities.ts';
import { answerWords, briefProblem, failureSentence, problemSentence } from '../text/problem-wording.ts';
import { brief } from '../text/fit.ts';

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
export function countsWords(byKind: OutcomeCounts, isPreview: boolean): Clean {
  const shown = outcomeKinds.filter((kind) => byKind[kind] > 0 || kind === (isPreview ? 'wouldDelete' : 'deleted'));
  return clean(shown.map((kind) => `${count(byKind[kind])} ${words[kind]}`).join(' · '));
}

/** The same of a run, with how many are `to go`. Those in flight are of their own where nothing here tells more of them. */
export function countsLine(run: Run): Clean {
  const inFlight = run.isElsewhere ? run.inFlight.size : 0;
  const toGo = run.planned.length - run.settled.length - inFlight;
  const open = counts([inFlight, 'in flight'], [toGo, 'to go']);
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
      if (field === 'systemId') return 'kept: protected by you';
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
    case 'failed': {
      const what = outcome.was === undefined ? failedWords(outcome.problem) : saidBefore[outcome.was];
      return clean(`${what}; the system still exists`);
    }
    case 'unknown':
      return unknownWords(outcome);
    case 'notAttempted':
      if (outcome.why === 'tooSlow') return clean('this computer or its disk is too slow to check it again in time');
      return outcome.problem === null ? clean('the run was stopped before it') : problemWords(outcome.problem);
  }
}

/** What came in the place of a deletion: `503 "Busy" from the service`. */
function failedWords(problem: Problem | null): string {
  if (problem === null) return 'no answer was received';
  if (problem.kind === 'lost') return `no answer was received (${brief(problem.code)})`;
  if (problem.kind === 'timedOut') return `no answer was received in ${problem.seconds} s`;
  if (problem.kind === 'refused') return `${answerWords(problem)} from the service`;
  return failureSentence(problem).replace(/\.$/, '');
}

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
    case 'cutOff':
      return clean(`the session ended before the answer was saved${words === null ? '' : `; asked again: ${words}`}`);
  }
}

/** There is one line for it, at the right of the system's name: that it was a deletion is known there. */
function problemWords(problem: Problem): Clean {
  return problem.kind === 'refused' ? clean(answerWords(problem)) : problemSentence(problem);
}

/** `checking against a fresh list · 400 of 1,200 read` */
export function checkWords(check: RunCheck): Clean {
  return clean(`checking against a fresh list${progressWords(check)}`);
}

function progressWords(check: RunCheck): string {
  if (check.kind === 'looking') return ` · ${count(check.pending.size + check.left.length)} to look at again`;
  const { count: read, total } = check.scan;
  if (read === 0) return '';
  return ` · ${count(read)}${total === null ? '' : ` of ${count(total)}`} read`;
}

/** The result of the check; null where there was none, or it is in progress. */
export function checkedSentence({ checked }: Pick<Run, 'checked'>): Clean | null {
  if (checked === null) return null;
  if ('at' in checked) return clean(`Checked against a fresh list at ${checked.at.slice(11, 16)} UTC.`);
  const { reason, problem } = checked;
  if (reason === 'incomplete')
    return clean('Partly checked: the fresh list changed while it was read, or is incomplete.');
  if (reason !== 'unreadable' || problem === null) return clean(`Not checked: ${whyNot[reason]}.`);
  const why = problem.kind === 'refused' ? problem.status : briefProblem(problem);
  return clean(`Not checked: ${whyNot[reason]} (${why}).`);
}

const whyNot: Readonly<Record<Exclude<UncheckedReason, 'incomplete'>, string>> = {
  stopped: 'stopped',
  left: 'rollcall was left',
  token: 'the token is no longer accepted',
  noAccess: 'the organisation is no longer visible to this account',
  unreadable: 'the list could not be read',
};
