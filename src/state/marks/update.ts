/** What do marks and the threshold do to the state? */
import type { MarkAction } from '../actions.ts';
import { readFilter } from '../filter/filter.ts';
import { findingStopped } from '../resume/restore.ts';
import { grouped } from '../kernel/format-number.ts';
import { currentScan, markable, reshown, systemsBetween, withReadMode } from '../list/listing.ts';
import { cursorMoved } from '../list/update.ts';
import { marksChanged, shownInverted, shownMarked, staleMarked } from './operations.ts';
import { asked, readOn, withListing } from '../list/reading.ts';
import { rangeOf } from './range.ts';
import { noMarks, toggled, withMarked } from './marks.ts';
import { hasMore, type ReadMode } from '../list/scan.ts';
import { filterContext, isWholeListRead, systemAtHand, systemUnderCursor } from '../selectors.ts';
import type { State } from '../state.ts';
import { andThen, type Step } from '../kernel/step.ts';
import { withThreshold } from '../staleness/update.ts';
import { tableRows } from '../kernel/layout.ts';

export function reduceMarks(state: State, action: MarkAction): Step {
  switch (action.kind) {
    case 'markToggled': {
      if (rangeOf(state) !== null && state.screen.kind === 'systems') return [rangeToggled(state)];
      const system = systemAtHand(state);
      if (system === undefined) return [state];
      const next = marksChanged(withoutAnchor(state), toggled(state.marks.marked, system));
      // Where the row is no longer shown, the next one is under the cursor already.
      const isThere = systemUnderCursor(next)?.systemId === system.systemId;
      return isThere && state.screen.kind === 'systems' ? cursorMoved(next, 'down') : [next];
    }
    case 'matchingMarked': {
      const scan = currentScan(state.list.listing);
      // Of a list that is not read to its end, nobody can say what "all" is meant to be.
      if (scan !== null && hasMore(scan)) return [{ ...state, overlay: { kind: 'markAll' } }];
      return [shownMarked(state)];
    }
    case 'allMarked': {
      const asked: State = { ...state, overlay: null };
      return action.readFirst ? readOn(asked, 'markShown') : [shownMarked(asked)];
    }
    case 'rangeToggled':
      return [rangeToggled(state)];
    case 'markingUndone':
      return [markingUndone(state)];
    case 'marksInverted':
      return [shownInverted(state)];
    case 'marksCleared':
      return [
        marksChanged(
          { ...findingStopped(state), notice: { kind: 'marksCleared', count: state.marks.marked.size } },
          noMarks,
        ),
      ];
    case 'markedOnlyToggled':
      return [markedOnlyToggled(state)];
    case 'staleMarkRequested':
      return isWholeListRead(state) ? [staleMarked(state)] : wholeListRead(state, 'markStale');
    case 'staleOpened': {
      const { screen } = state;
      const days = screen.kind === 'stale' ? screen.days : state.staleness.days;
      const opened: State = { ...state, screen: { kind: 'stale', days }, notice: null };
      const isMarking = currentScan(state.list.listing)?.mode === 'markStale';
      return isWholeListRead(state) ? [opened] : wholeListRead(opened, isMarking ? 'markStale' : 'all');
    }
    case 'thresholdMoved':
      if (state.screen.kind !== 'stale') return [state];
      return [{ ...state, screen: { kind: 'stale', days: Math.max(1, state.screen.days + action.days) } }];
    case 'staleChosen':
      return [state.screen.kind === 'stale' ? staleChosen(state, state.screen.days) : state];
  }
}

/** All that match are marked once all is read, and it is what matched when that was asked: not what another filter shows. */
export function markingGivenUp(before: State, [state, ...effects]: Step): Step {
  const scan = currentScan(state.list.listing);
  const { filter } = state.list.listing.view;
  const isSame =
    filter.text === before.list.listing.view.filter.text &&
    (!filter.usesThreshold || state.staleness.days === before.staleness.days);
  if (isSame || scan?.mode !== 'markShown' || scan.id !== currentScan(before.list.listing)?.id)
    return [state, ...effects];
  const text = 'Another filter: what it shows is not marked when all is read; a asks again.';
  return [
    { ...withListing(state, withReadMode(state.list.listing, 'all')), notice: { kind: 'warning', text } },
    ...effects,
  ];
}

/** Whoever marks the system under the cursor has moved on to it. */
function withoutAnchor(state: State): State {
  return withListing(state, { ...state.list.listing, cursor: { ...state.list.listing.cursor, anchorId: null } });
}

/** The systems of the range, if one is open, are marked; else one begins at the cursor. */
function rangeToggled(state: State): State {
  const range = rangeOf(state);
  if (range !== null) {
    const systems = markable(state.list.listing, systemsBetween(state.list.listing, range));
    const marks = withMarked(state.marks.marked, systems);
    const text = `Marked: ${grouped(marks.size - state.marks.marked.size)} of ${grouped(range.to - range.from + 1)} rows. u takes that back.`;
    return said(marksChanged({ ...state, marks: { ...state.marks, rangeFrom: null } }, marks), text);
  }
  const system = systemUnderCursor(state);
  return system === undefined
    ? state
    : { ...state, marks: { ...state.marks, rangeFrom: system.systemId }, notice: null };
}

function markingUndone(state: State): State {
  const { marked: marks, before: marksBefore } = state.marks;
  if (marksBefore === null) return said(state, 'There is no change of marks to take back.');
  const text = `Marks as they were: ${grouped(marksBefore.size)}. u again: ${grouped(marks.size)}.`;
  return said(marksChanged(state, marksBefore), text);
}

/** Every page, disabled systems included: on from here, or from the start where they were left out. */
function wholeListRead(state: State, mode: ReadMode): Step {
  const scan = state.list.listing.asked ?? state.list.listing.scan;
  if (scan === null) return [state];
  if (scan.query.includeDisabled) return readOn(state, mode);
  const text = 'Disabled systems are read, too; H leaves them out again.';
  return andThen(asked(state, { ...scan.query, includeDisabled: true }, mode), (next) => [said(next, text)]);
}

/** The threshold that was tried is that of the list, and of a filter that looks at it. */
function staleChosen(state: State, days: number): State {
  return staleMarked(withThreshold({ ...state, screen: { kind: 'systems' } }, days));
}

/** Whoever leaves without marking has only looked. */
export function staleLeft(state: State, tried: number): State {
  const left: State = { ...state, screen: { kind: 'systems' }, notice: null };
  if (state.staleness.days === tried) return left;
  return said(left, `The threshold is ${state.staleness.days} d again. S and enter mark by another.`);
}

/** A word of the filter like any other, so that it is seen and esc takes it away. */
function markedOnlyToggled(state: State): State {
  const { filter, order } = state.list.listing.view;
  const text = filter.usesMarks ? filter.text.replace(/(^|\s)is:marked(?=\s|$)/gi, '') : `${filter.text} is:marked`;
  return withListing(
    state,
    reshown(state.list.listing, readFilter(text), order, filterContext(state), tableRows(state.rows)),
  );
}

function said(state: State, text: string): State {
  return { ...state, notice: { kind: 'said', text } };
}
