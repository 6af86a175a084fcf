/** What features may do to marks, and what follows from them. */
import type { System } from '../../../api/system.ts';
import { filterContext, listRenewed } from '../list/public.ts';
import { matches } from '../filter/filter.ts';
import { grouped } from '../../kernel/format-number.ts';
import { said } from '../../root/step.ts';
import { markable } from '../list/listing.ts';
import { shownRowOf, type View, viewLength } from '../list/rows.ts';
import { rowOf, type Scan, systemById } from '../list/scan.ts';
import type { Notice, StaleMarked } from '../../shell/program/feature.ts';
import { livingPages, unknownAges } from '../staleness/ages.ts';
import { isStale } from '../staleness/staleness.ts';
import type { State } from '../../root/state.ts';
import { inverted, type Marks, withMarked, withoutMarks, withRowsMarked, withStaleMarked } from './marks.ts';

/** The marks, with no way back to those before, and with the list as it is. */
export function withMarks(state: State, marked: Marks): State {
  return { ...state, marks: { ...state.marks, marked, excluded: stillMarked(state.marks.excluded, marked) } };
}

/** The marks with those that a review leaves out. */
export function withExcluded(state: State, excluded: ReadonlySet<string>): State {
  return { ...state, marks: { ...state.marks, excluded: stillMarked(excluded, state.marks.marked) } };
}

/** Who takes a mark away forgets that its system was excluded. */
function stillMarked(excluded: ReadonlySet<string>, marked: Marks): ReadonlySet<string> {
  const still = [...excluded].filter((systemId) => marked.has(systemId));
  return still.length === excluded.size ? excluded : new Set(still);
}

/** The marks as they are; undo sets these. */
export function withUndoTo(state: State, before: Marks): State {
  return { ...state, marks: { ...state.marks, before } };
}

/**
 * Without the marks of these systems; u brings back those of `before`. The list stays as it is: no other row comes under
 * the cursor.
 */
export function marksLost(state: State, systemIds: readonly string[], before = state.marks.marked): State {
  const marked = withoutMarks(state.marks.marked, new Set(systemIds));
  return marked === state.marks.marked ? state : { ...state, marks: { ...state.marks, marked, before } };
}

/** New marks, and the list again where its filter looks at them. */
export function marksChanged(state: State, marks: Marks): State {
  const before = marks === state.marks.marked ? state.marks.before : state.marks.marked;
  const excluded = stillMarked(state.marks.excluded, marks);
  // Its count is over.
  const notice = state.notice?.kind === 'staleMarked' ? null : state.notice;
  const next: State = { ...state, notice, marks: { ...state.marks, marked: marks, before, excluded } };
  return next.list.listing.view.filter.usesMarks ? listRenewed(next) : next;
}

/** Without the range that is open. */
export function rangeLeft(state: State): State {
  return { ...state, marks: { ...state.marks, rangeFrom: null } };
}

/**
 * Marks the stale systems of a list that was read whole, and takes the marks of another threshold away. Those listed
 * under two names are passed over. Where only disabled ones would be marked, that is said first: `isConfirmed` once it was.
 */
export function staleMarked(state: State, isConfirmed = false): State {
  const { scan } = state.list.listing;
  const loaded = scan === null ? [] : livingPages(scan).flat();
  const all = loaded.filter((system) => isStale(system, state.staleness.days, state.now));
  const marking = markingOf(state, all);
  const added = marking.systems.filter(({ systemId }) => !state.marks.marked.has(systemId));
  if (!isConfirmed && added.length > 0 && added.every(isDisabled)) {
    const isAnyEnabledStale = marking.systems.some((system) => !isDisabled(system));
    return noneStale({ ...state, notice: { kind: 'onlyDisabledStale', count: added.length, isAnyEnabledStale } });
  }
  const marked = marksChanged(state, withStaleMarked(state.marks.marked, marking.systems));
  return noneStale({ ...marked, notice: staleNotice(state, marking, null) });
}

/** Until the next key: whoever asks for a review then means stale systems, and there are none. */
function noneStale(state: State): State {
  return { ...state, marks: { ...state.marks, isNoneStale: state.marks.marked.size === 0 } };
}

/** Marks some of the stale systems of a list that was read whole, beside those that are marked. `of` names them. */
export function someStaleMarked(state: State, systems: readonly System[], of: string): State {
  const marking = markingOf(state, systems);
  const marked = marksChanged(state, withMarked(state.marks.marked, marking.systems, 'rule'));
  return { ...marked, notice: staleNotice(state, marking, of) };
}

interface StaleMarking extends Pick<StaleMarked, 'passedOver' | 'leftOut'> {
  readonly systems: readonly System[];
}

/** Those of stale systems that are marked by rule. */
function markingOf({ list, session }: State, stale: readonly System[]): StaleMarking {
  const one = markable(list.listing, stale);
  const systems = session.profileSettings.marksDisabled ? one : one.filter((system) => !isDisabled(system));
  return { systems, passedOver: stale.length - one.length, leftOut: one.length - systems.length };
}

function isDisabled({ isEnabled }: System): boolean {
  return isEnabled === false;
}

function staleNotice(state: State, { systems, passedOver, leftOut }: StaleMarking, of: string | null): Notice {
  return {
    kind: 'staleMarked',
    ...{ count: systems.length, days: state.staleness.days, of, passedOver, leftOut },
    hidden: hiddenOf(state, systems),
    disabled: systems.filter(isDisabled).length,
    isShowingDisabled: state.staleness.isShowingDisabled,
    unknown: of === null ? unknownAges(state.list.listing.scan) : null,
  };
}

/** The marks without those of disabled systems, which the list leaves out from now on. */
export function disabledUnmarked(state: State): State {
  const { marked } = state.marks;
  const disabled = new Set([...marked].flatMap(([id, { system }]) => (isDisabled(system) ? [id] : [])));
  if (disabled.size === 0) return state;
  const text = `Hiding disabled systems: ${grouped(disabled.size)} unmarked. u marks them again.`;
  return said(marksChanged(state, withoutMarks(marked, disabled)), text);
}

/** Marks every system that is shown. */
export function shownMarked(state: State): State {
  const marks = shownChanged(state, withRowsMarked);
  const count = grouped(marks.size - state.marks.marked.size);
  return said(marksChanged(state, marks), `${count} more systems marked: all that are shown. u undoes.`);
}

/** Marks every shown system that was not marked, and unmarks the others. */
export function shownInverted(state: State): State {
  const { listing } = state.list;
  const marks = shownChanged(state, inverted);
  const shown = listing.scan === null ? 0 : viewLength(listing.view, listing.scan);
  const of = `the ${grouped(shown)} ${listing.view.filter.tests.length > 0 ? 'shown' : 'loaded'} systems`;
  const text = `Marks of ${of} inverted: ${grouped(marks.size)} marked. u undoes.`;
  return said(marksChanged(state, marks), text);
}

/** How many of these systems the filter leaves out. */
export function hiddenOf(state: State, systems: readonly System[]): number {
  const { filter } = state.list.listing.view;
  if (filter.tests.length === 0) return 0;
  const context = filterContext(state);
  return systems.filter((system) => !matches(filter, system, context)).length;
}

function shownChanged({ list: { listing }, marks: { marked } }: State, change: typeof withRowsMarked): Marks {
  const { scan, view } = listing;
  return scan === null ? marked : change(marked, scan, view.rows);
}

/** Rows of the view between where a range was begun and the cursor; null where there is none, or its first system is not shown any more. */
export function rangeOf({ list, marks: { rangeFrom } }: State): { readonly from: number; readonly to: number } | null {
  const { scan, view, cursor } = list.listing;
  if (rangeFrom === null || scan === null) return null;
  const anchor = shownRowOf(view, scan, rangeFrom);
  return anchor < 0 ? null : { from: Math.min(anchor, cursor.row), to: Math.max(anchor, cursor.row) };
}

interface UnseenMarks {
  /** The list does not hold their systems: another search, or rows that are not read. */
  readonly notListed: number;
  /** The filter leaves them out. */
  readonly hidden: number;
}

/** The view is another one whenever its filter would answer otherwise: by the threshold, the time or the last look. */
let last: { marks: Marks; scan: Scan | null; view: View; unseen: UnseenMarks } | undefined;

/** Marks that are not seen in the list as it is shown; counted once per list, view and marks. */
export function unseenMarks(state: State): UnseenMarks {
  const { marked: marks } = state.marks;
  const { scan, view } = state.list.listing;
  if (last?.marks !== marks || last.view !== view || last.scan !== scan) {
    last = { marks, scan, view, unseen: unseenCounted(state) };
  }
  return last.unseen;
}

function unseenCounted(state: State): UnseenMarks {
  const { marked } = state.marks;
  const { scan, view } = state.list.listing;
  if (scan === null) return { notListed: marked.size, hidden: 0 };
  const listed = [...marked.keys()].filter((id) => rowOf(scan, id) !== undefined);
  const isFiltered = view.filter.tests.length > 0;
  const hidden = isFiltered
    ? hiddenOf(
        state,
        listed.flatMap((id) => systemById(scan, id) ?? []),
      )
    : 0;
  return { notListed: marked.size - listed.length, hidden };
}
