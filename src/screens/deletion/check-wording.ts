/** Words for the check of a run against a fresh list: its progress, and its result. */
import type { Problem } from '../../api/problem.ts';
import type { Run } from '../../state/deletion/run.ts';
import type { Checked, RunCheck, UncheckedReason } from '../../state/deletion/check.ts';
import { briefProblem } from '../text/problem-wording.ts';
import { type Clean, clean } from '../text/clean.ts';
import { count } from '../text/numbers.ts';

/** `checking against a fresh list · 400 of 1,200 read` */
export function checkWords(check: RunCheck): Clean {
  const what = 'checking against a fresh list';
  switch (check.kind) {
    case 'reading': {
      const { count: read, total } = check.scan;
      const progress = total === null ? `${count(read)} read` : `${count(read)} of ${count(total)} read`;
      return clean(read === 0 ? what : `${what} · ${progress}`);
    }
    case 'looking':
      return clean(`${what} · ${count(check.asked.size + check.left.length)} to look at again`);
  }
}

/** The result of the check; null where there was none, or it is in progress. */
export function checkedSentence({ checked }: Pick<Run, 'checked'>): Clean | null {
  return checked === null ? null : checkedWords(checked);
}

function checkedWords(checked: Checked): Clean {
  if ('at' in checked) return clean(`Checked against a fresh list at ${checked.at.slice(11, 16)} UTC.`);
  const { reason, problem } = checked;
  if (reason === 'incomplete')
    return clean('Partly checked: the fresh list changed while it was read, or is incomplete.');
  return clean(`Not checked: ${whyNot(reason, problem)}.`);
}

function whyNot(reason: Exclude<UncheckedReason, 'incomplete'>, problem: Problem | null): string {
  switch (reason) {
    case 'stopped':
      return 'stopped';
    case 'left':
      return 'rollcall was left';
    case 'token':
      return 'the token is no longer accepted';
    case 'noAccess':
      return 'the organisation is no longer visible to this account';
    case 'unreadable':
      return `the list could not be read${problem === null ? '' : ` (${briefly(problem)})`}`;
  }
}

function briefly(problem: Problem): string {
  return problem.kind === 'refused' ? String(problem.status) : briefProblem(problem);
}
