/** Marks systems: one, a range, those shown, or what a list of names says. */
import { marksEffects } from './effects.ts';
import type { Feature } from '../kernel/feature.ts';
import { readFilter } from '../filter/filter.ts';
import { grouped } from '../kernel/format-number.ts';
import { said, type Step } from '../kernel/step.ts';
import { currentScan, markable, systemsBetween, withReadMode } from '../list/listing.ts';
import {
  cursorMoved,
  listShown,
  readOn,
  withListing,
  withoutAnchor,
  isReadToEnd,
  systemAtHand,
  systemUnderCursor,
} from '../list/operations.ts';
import { hasMore } from '../list/scan.ts';
import type { State } from '../state.ts';
import { explanation, listMarked, namesIn } from './by-list.ts';
import { noMarks, toggled, withMarked } from './marks.ts';
import { marksChanged, rangeLeft, rangeOf, shownInverted, shownMarked, staleMarked } from './operations.ts';

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

/** The systems of the range, if one is open, are marked; else one begins at the cursor. */
function rangeToggled(state: State): State {
  const range = rangeOf(state);
  if (range !== null) {
    const systems = markable(state.list.listing, systemsBetween(state.list.listing, range));
    const marks = withMarked(state.marks.marked, systems);
    const text = `Marked: ${grouped(marks.size - state.marks.marked.size)} of ${grouped(range.to - range.from + 1)} rows. u takes that back.`;
    return said(marksChanged(rangeLeft(state), marks), text);
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
  const { filter } = state.list.listing.view;
  const text = filter.usesMarks ? filter.text.replace(/(^|\s)is:marked(?=\s|$)/gi, '') : `${filter.text} is:marked`;
  return listShown(state, { filter: readFilter(text) });
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
      marksChanged({ ...state, notice: { kind: 'marksCleared', count: state.marks.marked.size } }, noMarks),
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
  reacts: {
    // What is to be marked once all is read.
    pageArrived(state, page, before) {
      if (!isReadToEnd(state, page)) return [state];
      const mode = currentScan(before.list.listing)?.mode;
      if (mode === 'markShown') return [shownMarked(state)];
      return [mode === 'markStale' ? staleMarked(state) : state];
    },
  },
  after: markingGivenUp,
  screens: { markAll: {} },
};
