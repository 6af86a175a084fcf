/** What do marks and the threshold do to the state? */
import type { System } from '../api/system.ts';
import type { MarkAction } from './actions.ts';
import { readFilter } from './filter.ts';
import { markable, rebuilt, reshown, systemsShown } from './listing.ts';
import { cursorMoved } from './list-steps.ts';
import { marksChanged, staleMarked } from './marking.ts';
import { asked, readOn, withListing } from './reading-steps.ts';
import { inverted, noMarks, toggled, withMarked } from './marks.ts';
import type { Goal } from './scan.ts';
import { filterContext, isWholeListRead, systemAtHand, systemUnderCursor } from './selectors.ts';
import type { State } from './state.ts';
import type { Step } from './step.ts';
import { tableRows } from './viewport.ts';

export function reduceMarks(state: State, action: MarkAction): Step {
  switch (action.kind) {
    case 'markToggled': {
      const system = systemAtHand(state);
      if (system === undefined) return [state];
      const next = marksChanged(state, toggled(state.marks, system));
      // Where the row is no longer shown, the next one is under the cursor already.
      const isThere = systemUnderCursor(next)?.systemId === system.systemId;
      return isThere && state.screen.kind === 'systems' ? cursorMoved(next, 'down') : [next];
    }
    case 'matchingMarked':
      return [
        said(marksChanged(state, withMarked(state.marks, shownTogether(state))), 'All systems shown here are marked.'),
      ];
    case 'marksInverted':
      return [marksChanged(state, inverted(state.marks, shownTogether(state)))];
    case 'marksCleared':
      return [marksChanged({ ...state, notice: { kind: 'marksCleared', count: state.marks.size } }, noMarks)];
    case 'markedOnlyToggled':
      return [markedOnlyToggled(state)];
    case 'staleMarkRequested':
      return isWholeListRead(state) ? [staleMarked(state)] : wholeListRead(state, 'markStale');
    case 'staleOpened': {
      const opened: State = { ...state, screen: { kind: 'stale' }, notice: null };
      return isWholeListRead(state) ? [opened] : wholeListRead(opened, 'all');
    }
    case 'thresholdMoved':
      return [thresholdMoved(state, Math.max(1, state.days + action.days))];
    case 'staleChosen':
      return [staleMarked({ ...state, screen: { kind: 'systems' } })];
  }
}

function shownTogether({ listing }: State): Iterable<System> {
  return markable(listing, systemsShown(listing));
}

/** Every page, disabled systems included: on from here, or from the start where they were left out. */
function wholeListRead(state: State, goal: Goal): Step {
  const scan = state.listing.asked ?? state.listing.scan;
  if (scan === null) return [state];
  if (scan.question.includeDisabled) return readOn(state, goal);
  return asked(state, { ...scan.question, includeDisabled: true }, goal);
}

function thresholdMoved(state: State, days: number): State {
  const next = { ...state, days };
  if (!state.listing.view.filter.usesThreshold) return next;
  return withListing(next, rebuilt(next.listing, filterContext(next), tableRows(next.rows)));
}

/** A word of the filter like any other, so that it is seen and esc takes it away. */
function markedOnlyToggled(state: State): State {
  const { filter, order } = state.listing.view;
  const text = filter.usesMarks ? filter.text.replace(/(^|\s)is:marked(?=\s|$)/gi, '') : `${filter.text} is:marked`;
  return withListing(
    state,
    reshown(state.listing, readFilter(text), order, filterContext(state), tableRows(state.rows)),
  );
}

function said(state: State, text: string): State {
  return { ...state, notice: { kind: 'said', text } };
}
