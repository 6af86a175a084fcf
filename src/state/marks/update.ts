/** What do marks and the threshold do to the state? */
import { marksEffects } from './effects.ts';
import type { Feature } from '../kernel/feature.ts';
import { readFilter } from '../filter/filter.ts';
import { findingStopped } from '../resume/restore.ts';
import { grouped } from '../kernel/format-number.ts';
import { currentScan, markable, reshown, systemsBetween, withReadMode } from '../list/listing.ts';
import { cursorMoved } from '../list/update.ts';
import { marksChanged, shownInverted, shownMarked } from './operations.ts';
import { readOn, withListing } from '../list/reading.ts';
import { rangeOf } from './range.ts';
import { noMarks, toggled, withMarked } from './marks.ts';
import { hasMore } from '../list/scan.ts';
import { filterContext, systemAtHand, systemUnderCursor } from '../selectors.ts';
import type { State } from '../state.ts';
import { said, type Step } from '../kernel/step.ts';
import { tableRows } from '../kernel/layout.ts';
import { explanation, listMarked, namesIn } from './by-list.ts';

/** All that match are marked once all is read, and it is what matched when that was asked: not what another filter shows. */
function markingGivenUp(state: State, before: State): Step {
  const scan = currentScan(state.list.listing);
  const { filter } = state.list.listing.view;
  const isSame =
    filter.text === before.list.listing.view.filter.text &&
    (!filter.usesThreshold || state.staleness.days === before.staleness.days);
  if (isSame || scan?.mode !== 'markShown' || scan.id !== currentScan(before.list.listing)?.id) return [state];
  const text = 'Another filter: what it shows is not marked when all is read; a asks again.';
  return [{ ...withListing(state, withReadMode(state.list.listing, 'all')), notice: { kind: 'warning', text } }];
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

/** A word of the filter like any other, so that it is seen and esc takes it away. */
function markedOnlyToggled(state: State): State {
  const { filter, order } = state.list.listing.view;
  const text = filter.usesMarks ? filter.text.replace(/(^|\s)is:marked(?=\s|$)/gi, '') : `${filter.text} is:marked`;
  return withListing(
    state,
    reshown(state.list.listing, readFilter(text), order, filterContext(state), tableRows(state.rows)),
  );
}

export const marks: Feature<'marks'> = {
  update: {
    rangeToggled: (state) => [rangeToggled(state)],
    markingUndone: (state) => [markingUndone(state)],
    allMarked(state, action) {
      const asked: State = { ...state, overlay: null };
      return action.readFirst ? readOn(asked, 'markShown') : [shownMarked(asked)];
    },
    markToggled(state) {
      if (rangeOf(state) !== null && state.screen.kind === 'systems') return [rangeToggled(state)];
      const system = systemAtHand(state);
      if (system === undefined) return [state];
      const next = marksChanged(withoutAnchor(state), toggled(state.marks.marked, system));
      // Where the row is no longer shown, the next one is under the cursor already.
      const isThere = systemUnderCursor(next)?.systemId === system.systemId;
      return isThere && state.screen.kind === 'systems' ? cursorMoved(next, 'down') : [next];
    },
    matchingMarked(state) {
      const scan = currentScan(state.list.listing);
      // Of a list that is not read to its end, nobody can say what "all" is meant to be.
      if (scan !== null && hasMore(scan)) return [{ ...state, overlay: { kind: 'markAll' } }];
      return [shownMarked(state)];
    },
    marksInverted: (state) => [shownInverted(state)],
    marksCleared: (state) => [
      marksChanged(
        { ...findingStopped(state), notice: { kind: 'marksCleared', count: state.marks.marked.size } },
        noMarks,
      ),
    ],
    markedOnlyToggled: (state) => [markedOnlyToggled(state)],
    markListOpened: (state) => [
      { ...state, notice: null },
      { kind: 'editText', name: 'systems', text: explanation(state) },
    ],
    markListEdited: (state, action) => [listMarked(state, namesIn(action.text))],
    editingFailed: (state, action) => [
      { ...state, notice: { kind: 'warning', text: `Nothing was marked: ${action.says}.` } },
    ],
  },
  effects: marksEffects,
  after: markingGivenUp,
  screens: { markAll: {} },
};
