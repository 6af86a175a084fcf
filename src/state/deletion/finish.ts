/** The end of a run, in its file and in the list. */
import { grouped } from '../kernel/format-number.ts';
import { andThen, type Step } from '../kernel/step.ts';
import { listReplaced, systemsDropped } from '../list/operations.ts';
import { isSameList, type Scan, withoutSystems } from '../list/scan.ts';
import { withMarks } from '../marks/operations.ts';
import { withoutMarks } from '../marks/marks.ts';
import { isKeyUnderWay } from '../enrolment-keys/selectors.ts';
import type { Effect, State } from '../state.ts';
import { isLeftOpen } from './outcome.ts';
import { goneIn, type Run, type RunEnd } from './run.ts';

/** Without a last line the next start comes back to it: to what could not be saved, settled, or was left in its middle. */
export function endOf(state: State, { stop, counts, journalFault, settled, checked }: Run): RunEnd | null {
  const isDoubtful = settled.some(({ outcome }) => isLeftOpen(outcome));
  // What was found cut off and is settled is over, also for somebody who leaves meanwhile.
  const isInMiddle = checked === null || ('reason' in checked && checked.reason === 'left');
  const isLeft = state.program.isLeaving && isInMiddle && stop !== 'cutOff' && counts.unknown + counts.notAttempted > 0;
  const isOpen = journalFault !== null || isLeft || (stop === 'cutOff' && isDoubtful);
  return isOpen ? null : { stop, counts, checked };
}

/**
 * After its check: its file is closed, and what is gone leaves the list and the marks. `fresh`: the list that was read
 * for the check, where that is whole.
 */
export function finished(state: State, run: Run, fresh: Scan | null): Step {
  const end = endOf(state, run);
  const close: Effect[] = run.journalPath === null ? [] : [{ kind: 'closeJournal', run: run.id, end }];
  const effects = [...close, ...leftOut(run)];
  if (state.program.isLeaving)
    return isKeyUnderWay(state) ? [state, ...effects] : [state, ...effects, { kind: 'leave' }];
  return andThen([told(state, run), ...effects], (next) => withoutGone(next, run, fresh));
}

/** What this person has deleted is no news at their next look. */
function leftOut(run: Run): Effect[] {
  const gone = goneIn(run);
  const { baseUrl, organisation } = run;
  const isNothing = baseUrl === null || gone.size === 0;
  return isNothing ? [] : [{ kind: 'leaveOutOfLastVisit', baseUrl, orgId: organisation.orgId, gone }];
}

/** Whoever looks at something else meanwhile is told, and how far it came. */
function told(state: State, { isPreview, counts, planned }: Run): State {
  if (state.screen.kind === 'deletion') return state;
  const over = isPreview
    ? 'The preview is over: nothing was deleted.'
    : `The run is over: ${grouped(counts.deleted)} of ${grouped(planned.length)} deleted.`;
  return { ...state, notice: { kind: 'warning', text: `${over} J shows how it ended.` } };
}

/** Is what was read for the check the list that is on the screen? */
function isOfScreen({ organisation, list }: State, run: Run, fresh: Scan | null): fresh is Scan {
  const { scan, pending } = list.listing;
  if (fresh === null || scan === null || pending !== null) return false;
  return organisation?.orgId === run.organisation.orgId && isSameList(scan.query, fresh.query);
}

/** What is gone leaves the list and the marks, where its organisation is the one that is open. */
function withoutGone(state: State, run: Run, fresh: Scan | null): Step {
  const gone = goneIn(run);
  const unmarked = withMarks(state, withoutMarks(state.marks.marked, gone));
  if (isOfScreen(state, run, fresh)) {
    return [listReplaced(unmarked, withoutSystems({ ...fresh, mode: 'ahead' }, gone))];
  }
  const isNothing = gone.size === 0 || state.organisation?.orgId !== run.organisation.orgId;
  return isNothing ? [state] : systemsDropped(unmarked, gone);
}
