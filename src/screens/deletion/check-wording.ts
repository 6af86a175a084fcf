/** Words for the check of a run against a fresh list: its progress, and its result. */
import type { Problem } from '../../api/problem.ts';
import type { Run } from '../../state/deletion/run.ts';
import type { RunCheck, UncheckedReason } from '../../state/deletion/check.ts';
import { briefProblem } from '../text/problem-wording.ts';
import { type Clean, clean } from '../text/clean.ts';
import { count } from '../text/numbers.ts';

/** `checking against a fresh list · 400 of 1,200 read` */
export function checkWords(check: RunCheck): Clean {
  return clean(`checking against a fresh list${progressWords(check)}`);
}

function progressWords(check: RunCheck): string {
  if (check.kind === 'looking') return ` · ${count(check.pending.size + check.left.length)} to look at again`;
  const { count: read, total } = check.scan;
  if (read === 0) return '';
  return total === null ? ` · ${count(read)} read` : ` · ${count(read)} of ${count(total)} read`;
}

/** The result of the check; null where there was none, or it is in progress. */
export function checkedSentence({ checked }: Pick<Run, 'checked'>): Clean | null {
  if (checked === null) return null;
  if ('at' in checked) return clean(`Checked against a fresh list at ${checked.at.slice(11, 16)} UTC.`);
  const { reason, problem } = checked;
  if (reason === 'incomplete')
    return clean('Partly checked: the fresh list changed while it was read, or is incomplete.');
  const why = reason === 'unreadable' && problem !== null ? ` (${briefly(problem)})` : '';
  return clean(`Not checked: ${whyNot[reason]}${why}.`);
}

const whyNot: Readonly<Record<Exclude<UncheckedReason, 'incomplete'>, string>> = {
  stopped: 'stopped',
  left: 'rollcall was left',
  token: 'the token is no longer accepted',
  noAccess: 'the organisation is no longer visible to this account',
  unreadable: 'the list could not be read',
};

function briefly(problem: Problem): string {
  return problem.kind === 'refused' ? String(problem.status) : briefProblem(problem);
}
