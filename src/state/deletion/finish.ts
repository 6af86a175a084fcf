/** What follows when a run is over, in its file and in the list? */
import { grouped } from '../kernel/format-number.ts';
import { rebuilt } from '../list/listing.ts';
import { marksChanged } from '../marks/operations.ts';
import { withoutMarks } from '../marks/marks.ts';
import { asked, withListing } from '../list/operations.ts';
import { isLeftOpen } from './outcome.ts';
import { goneIn, type Run, type RunEnd } from './run.ts';
import { isComplete, isSameList, type Scan, withoutSystems } from '../list/scan.ts';
import { filterContext } from '../filter/context.ts';
import { isKeyUnderWay } from '../enrolment-keys/selectors.ts';
import type { Effect, State } from '../state.ts';
import { andThen, type Step } from '../kernel/step.ts';
import { tableRows } from '../kernel/layout.ts';

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
  return andThen([told(state, run), ...effects], (next) =>
    isOfScreen(next, run, fresh) ? [refreshedBy(next, run, fresh)] : withoutGone(next, run),
  );
}

/** What this person has deleted is no news at their next look. */
function leftOut(run: Run): Effect[] {
  const gone = goneIn(run);
  const { baseUrl, organisation } = run;
  if (baseUrl === null || gone.size === 0) return [];
  return [{ kind: 'leaveOutOfLastVisit', baseUrl, orgId: organisation.orgId, gone }];
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
function isOfScreen(
  {
    organisation,
    list: {
      listing: { scan, asked },
    },
  }: State,
  run: Run,
  fresh: Scan | null,
): fresh is Scan {
  if (fresh === null || scan === null || asked !== null) return false;
  return organisation?.orgId === run.organisation.orgId && isSameList(scan.query, fresh.query);
}

function refreshedBy(state: State, run: Run, fresh: Scan): State {
  const gone = goneIn(run);
  const scan = withoutSystems({ ...fresh, mode: 'ahead' }, gone);
  const unmarked: State = {
    ...state,
    list: { ...state.list, total: scan.total, unsearched: null },
    marks: { ...state.marks, marked: withoutMarks(state.marks.marked, gone) },
  };
  const listing = rebuilt(
    { ...state.list.listing, scan, missed: null },
    filterContext(unmarked),
    tableRows(state.rows),
  );
  return marksChanged(withListing(unmarked, listing), unmarked.marks.marked);
}

function withoutGone(state: State, run: Run): Step {
  const gone = goneIn(run);
  if (gone.size === 0 || state.organisation?.orgId !== run.organisation.orgId) return [state];
  const { scan, asked: replacing } = state.list.listing;
  const total = state.list.total === null ? null : Math.max(0, state.list.total - gone.size);
  const unmarked: State = {
    ...state,
    list: { ...state.list, total: total, unsearched: null },
    marks: { ...state.marks, marked: withoutMarks(state.marks.marked, gone) },
  };
  if (scan === null) return [unmarked];
  const listing = rebuilt(
    { ...state.list.listing, scan: withoutSystems(scan, gone) },
    filterContext(unmarked),
    tableRows(state.rows),
  );
  const next = marksChanged(withListing(unmarked, listing), unmarked.marks.marked);
  if (isComplete(scan) && replacing === null) return [next];
  // Deleting moves the pages that were not read yet: following the old links would pass systems over.
  return asked(next, (replacing ?? scan).query, 'ahead');
}
