/** What follows when a run is over, in its file and in the list? */
import type { Effect, RunEnd } from './effects.ts';
import { grouped } from './grouped.ts';
import { rebuilt } from './listing.ts';
import { marksChanged } from './marking.ts';
import { withoutMarks } from './marks.ts';
import { asked, withListing } from './reading-steps.ts';
import { isLeftOpen } from './outcome.ts';
import { goneIn, type Run } from './run.ts';
import { isComplete, withoutSystems } from './scan.ts';
import { filterContext, isKeyUnderWay } from './selectors.ts';
import type { State } from './state.ts';
import { andThen, type Step } from './step.ts';
import { tableRows } from './viewport.ts';

/** Without a last line the next start comes back to it: to what could not be saved, settled, or was left in its middle. */
export function endOf(state: State, { stop, counts, journalFault, settled }: Run): RunEnd | null {
  const isDoubtful = settled.some(({ outcome }) => isLeftOpen(outcome));
  // What was found cut off and is settled is over, also for somebody who leaves meanwhile.
  const isLeft = state.isLeaving && stop !== 'cutOff' && counts.unknown + counts.notAttempted > 0;
  const isOpen = journalFault !== null || isLeft || (stop === 'cutOff' && isDoubtful);
  return isOpen ? null : { stop, counts };
}

/** After the last system: its file is closed, and what is gone leaves the list and the marks. */
export function finished(state: State, run: Run): Step {
  const end = endOf(state, run);
  const close: Effect[] = run.journalPath === null ? [] : [{ kind: 'closeJournal', run: run.id, end }];
  const effects = [...close, ...leftOut(run)];
  if (state.isLeaving) return isKeyUnderWay(state) ? [state, ...effects] : [state, ...effects, { kind: 'leave' }];
  return andThen([told(state, run), ...effects], (next) => withoutGone(next, run));
}

/** What this person has deleted is no news at their next look. */
function leftOut(run: Run): Effect[] {
  const gone = goneIn(run);
  const { baseUrl, organisation } = run;
  if (baseUrl === null || gone.size === 0) return [];
  return [{ kind: 'leaveOutOfLastLook', baseUrl, orgId: organisation.orgId, gone }];
}

/** Whoever looks at something else meanwhile is told, and how far it came. */
function told(state: State, { isPreview, counts, planned }: Run): State {
  if (state.screen.kind === 'deletion') return state;
  const over = isPreview
    ? 'The preview is over: nothing was deleted.'
    : `The run is over: ${grouped(counts.deleted)} of ${grouped(planned.length)} deleted.`;
  return { ...state, notice: { kind: 'warning', text: `${over} J shows how it ended.` } };
}

function withoutGone(state: State, run: Run): Step {
  const gone = goneIn(run);
  if (gone.size === 0 || state.organisation?.orgId !== run.organisation.orgId) return [state];
  const { scan, asked: replacing } = state.listing;
  const total = state.organisationTotal === null ? null : Math.max(0, state.organisationTotal - gone.size);
  const unmarked: State = {
    ...state,
    organisationTotal: total,
    marks: withoutMarks(state.marks, gone),
    unsearched: null,
  };
  if (scan === null) return [unmarked];
  const listing = rebuilt(
    { ...state.listing, scan: withoutSystems(scan, gone) },
    filterContext(unmarked),
    tableRows(state.rows),
  );
  const next = marksChanged(withListing(unmarked, listing), unmarked.marks);
  if (isComplete(scan) && replacing === null) return [next];
  // Deleting moves the pages that were not read yet: following the old links would pass systems over.
  return asked(next, (replacing ?? scan).question, 'ahead');
}
