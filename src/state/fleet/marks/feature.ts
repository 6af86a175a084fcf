/** Declares the feature: marks of systems, and the changes of marks that other features make. */
import type { Organisation } from '../../../api/organisations.ts';
import type { System } from '../../../api/system.ts';
import { type UnknownAges, isStale, livingPages, unknownAges } from '../staleness/staleness.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import { type Marks, invertMarks, withMarked, withoutMarks, withRowsMarked, withStaleMarked } from './marks.ts';
import { filterContext, renewList } from '../list/feature.ts';
import { matches } from '../filter/filter.ts';
import { groupDigits } from '../../kernel/spelling.ts';
import { withNotice } from '../../root/feature.ts';
import { markable, shownRowOf, type View, viewLength } from '../list/listing.ts';
import { finderIn, type Scan } from '../list/scan.ts';
import type { Notice, State } from '../../root/state.ts';

export interface StaleMarked {
  readonly count: number;
  readonly days: number;
  /** The key, tag or age that was marked; null: all stale systems. */
  readonly of: string | null;
  /** Number of systems listed under two names, which are not marked. */
  readonly passedOver: number;
  readonly hidden: number;
  readonly disabled: number;
  /** The list left disabled systems out before. */
  readonly isShowingDisabled: boolean;
  /** Number of stale disabled systems that are not marked, because the profile excludes them. */
  readonly leftOut: number;
  /** Counts the whole list; null: none, or only a part of the stale systems was marked. */
  readonly unknown: UnknownAges | null;
}

/** `kept`: there is no folder, so the list lasts for this session. `code`: the operating system's error code. */
export type MarksSaved = { readonly kind: 'saved' | 'kept' } | { readonly kind: 'failed'; readonly code: string };

/** Marks saved when you left the organisation: ids and names, one system a line. */
export type SavedMarks =
  | { readonly kind: 'read'; readonly text: string; readonly count: number; readonly at: number }
  | { readonly kind: 'refused'; readonly code: string };

interface SavedMarkLists {
  /** Replaces the list. Without systems, removes a list that this session has read. */
  save(baseUrl: string, orgId: string, systems: readonly System[]): MarksSaved;
  /** Null: nothing is saved. */
  read(baseUrl: string, orgId: string): SavedMarks | null;
}

export interface MarksFeature {
  readonly state: {
    readonly marked: Marks;
    /** Marks before each of the last changes, the latest last (`maxUndone`). */
    readonly before: readonly Marks[];
    /** Marks that were undone, the next to restore last; empty after any other change. */
    readonly undone: readonly Marks[];
    /** `before` has lost its oldest changes, which u cannot undo. */
    readonly isHistoryCut: boolean;
    /** Why nothing is left to redo: no change was undone, all are redone, or a later change replaced them. */
    readonly redoEnd: 'none' | 'redone' | 'replaced';
    readonly rangeFrom: string | null;
    /** Marked systems that a review excluded; the next review excludes them again. */
    readonly excluded: ReadonlySet<string>;
    /** The stale rule has just marked nothing: a review must not fall back to the row under the cursor. */
    readonly isNoneStale: boolean;
  };
  readonly action: Tagged<{
    rangeToggled: None;
    markingUndone: None;
    markingRedone: None;
    allMarked: { readFirst: boolean };
    markToggled: None;
    matchingMarked: None;
    marksInverted: None;
    marksCleared: None;
    markedOnlyToggled: None;
    markListOpened: None;
    savedMarksRead: { saved: SavedMarks | null };
    markListChosen: { isSaved: boolean };
    markListEdited: { text: string };
    editingFailed: { message: string };
    marksSaved: { orgName: string; count: number; saved: MarksSaved };
  }>;
  /** `name`: of the file for the editor. */
  readonly effect: Tagged<{
    editText: { name: string; text: string };
    readSavedMarks: { baseUrl: string; orgId: string };
    saveMarks: { baseUrl: string; organisation: Organisation; systems: readonly System[] };
  }>;
  readonly overlay: Tagged<{
    /** Marking all of an incomplete list asks: the loaded systems, or all? */
    markAll: None;
    markList: { saved: Extract<SavedMarks, { kind: 'read' }> };
  }>;
  readonly port: { readonly savedMarks: SavedMarkLists };
  readonly field: 'pattern';
  readonly notice: Tagged<{
    /** Stays until marks change or another notice replaces it. */
    staleMarked: StaleMarked;
    /** Only `count` disabled systems would be marked: pressing the key again marks them. */
    onlyDisabledStale: { count: number; isAnyEnabledStale: boolean };
    marksCleared: { count: number };
  }>;
}

declare module '../../root/state.ts' {
  interface Features {
    readonly marks: MarksFeature;
  }
}

// Changes of marks for other features, with their consequences.

/** The marks to save when you leave the organisation, without systems known to be gone. */
export function marksToSave({ marks, list }: State): readonly System[] {
  const systems = [...marks.marked.values()].map(({ system }) => system);
  return systems.filter(({ systemId }) => list.listing.scan?.gone.has(systemId) !== true);
}

/** Replaces the marks without undo, and without re-evaluating the list. */
export function withMarks(state: State, marked: Marks): State {
  return { ...state, marks: { ...state.marks, marked, excluded: stillMarked(state.marks.excluded, marked) } };
}

export function withExcluded(state: State, excluded: ReadonlySet<string>): State {
  return { ...state, marks: { ...state.marks, excluded: stillMarked(excluded, state.marks.marked) } };
}

/** Unmarking a system also ends its exclusion. */
function stillMarked(excluded: ReadonlySet<string>, marked: Marks): ReadonlySet<string> {
  const still = [...excluded].filter((systemId) => marked.has(systemId));
  return still.length === excluded.size ? excluded : new Set(still);
}

/** Changes that u takes back, and how many marks all of them hold: a change of 100,000 marks keeps some megabytes. */
const [maxUndone, maxMarksKept] = [50, 500_000];

/** The earlier marks with these behind them. The latest change can always be undone. */
function withStep(earlier: readonly Marks[], marks: Marks): readonly Marks[] {
  const steps = [...earlier, marks].slice(-maxUndone);
  let held = steps.reduce((sum, { size }) => sum + size, 0);
  while (held > maxMarksKept && steps.length > 1) held -= steps.shift()?.size ?? 0;
  return steps;
}

/** Takes back the last change; null: there is none. */
export function undoMarks(state: State): State | null {
  const { before, undone, marked } = state.marks;
  const last = before.at(-1);
  if (last === undefined) return null;
  const { isHistoryCut } = state.marks;
  const next = withSteps(changeMarks(state, last), before.slice(0, -1), withStep(undone, marked));
  return { ...next, marks: { ...next.marks, isHistoryCut } };
}

/** Restores the change that was undone last; null: there is none. */
export function redoMarks(state: State): State | null {
  const { before, undone, marked } = state.marks;
  const next = undone.at(-1);
  if (next === undefined) return null;
  const redone = withSteps(changeMarks(state, next), withStep(before, marked), undone.slice(0, -1));
  return { ...redone, marks: { ...redone.marks, redoEnd: 'redone' } };
}

/** Why u undoes nothing; null: it undoes a change. */
export function undoRefusal({ marks: { before, undone, isHistoryCut } }: State): string | null {
  if (before.length > 0) return null;
  if (undone.length === 0) return 'no marks were changed';
  return isHistoryCut
    ? `the last ${groupDigits(undone.length)} changes of marks are undone; earlier ones are not kept`
    : 'every change of marks is undone';
}

/** Why ctrl-r redoes nothing; null: it redoes a change. */
export function redoRefusal({ marks: { undone, redoEnd } }: State): string | null {
  if (undone.length > 0) return null;
  const words = {
    none: 'no change of marks was undone',
    redone: 'every undone change of marks is redone',
    replaced: 'marks changed after the undo, so it cannot be redone',
  };
  return words[redoEnd];
}

function withSteps(state: State, before: readonly Marks[], undone: readonly Marks[]): State {
  return { ...state, marks: { ...state.marks, before, undone } };
}

/**
 * Unmarks systems; u restores `before`. The list is not re-evaluated, so that no other row comes under the cursor.
 */
export function loseMarks(state: State, systemIds: readonly string[], before = state.marks.marked): State {
  const marked = withoutMarks(state.marks.marked, new Set(systemIds));
  if (marked === state.marks.marked) return state;
  return withChange({ ...state, marks: { ...state.marks, marked } }, before);
}

/** A new change: u restores `before`, and what was undone earlier cannot be redone. */
function withChange(state: State, before: Marks): State {
  const { undone, redoEnd, isHistoryCut } = state.marks;
  const steps = withStep(state.marks.before, before);
  const next = withSteps(state, steps, []);
  const isCut = isHistoryCut || steps.length <= state.marks.before.length;
  return { ...next, marks: { ...next.marks, isHistoryCut: isCut, redoEnd: undone.length > 0 ? 'replaced' : redoEnd } };
}

/** Replaces the marks, and re-evaluates the list if its filter tests them. */
export function changeMarks(state: State, marks: Marks): State {
  const isSame = marks === state.marks.marked;
  const changed = isSame ? state : withChange(state, state.marks.marked);
  const excluded = stillMarked(state.marks.excluded, marks);
  // The count in the notice is outdated.
  const notice = state.notice?.kind === 'staleMarked' ? null : state.notice;
  const next: State = { ...changed, notice, marks: { ...changed.marks, marked: marks, excluded } };
  return next.list.listing.view.filter.usesMarks ? renewList(next) : next;
}

export function leaveRange(state: State): State {
  return { ...state, marks: { ...state.marks, rangeFrom: null } };
}

/**
 * Marks the stale systems of a complete list, and unmarks those of an earlier threshold. Skips systems listed under
 * two names. If only disabled systems would be marked, a notice asks first; `isConfirmed`: you answered it.
 */
export function markStale(state: State, isConfirmed = false): State {
  const { scan } = state.list.listing;
  const loaded = scan === null ? [] : livingPages(scan).flat();
  const all = loaded.filter((system) => isStale(system, state.staleness.days, state.now));
  const marking = markingOf(state, all);
  const added = marking.systems.filter(({ systemId }) => !state.marks.marked.has(systemId));
  if (!isConfirmed && added.length > 0 && added.every(isDisabled)) {
    const isAnyEnabledStale = marking.systems.some((system) => !isDisabled(system));
    return noneStale({ ...state, notice: { kind: 'onlyDisabledStale', count: added.length, isAnyEnabledStale } });
  }
  const marked = changeMarks(state, withStaleMarked(state.marks.marked, marking.systems));
  return noneStale({ ...marked, notice: staleNotice(state, marking, null) });
}

/** Until the next key: a review now would be meant for stale systems, and there are none. */
function noneStale(state: State): State {
  return { ...state, marks: { ...state.marks, isNoneStale: state.marks.marked.size === 0 } };
}

/** Marks some stale systems of a complete list, and keeps the other marks. `of` names them in the notice. */
export function markSomeStale(state: State, systems: readonly System[], of: string): State {
  const marking = markingOf(state, systems);
  const marked = changeMarks(state, withMarked(state.marks.marked, marking.systems, { by: 'rule' }));
  return { ...marked, notice: staleNotice(state, marking, of) };
}

interface StaleMarking extends Pick<StaleMarked, 'passedOver' | 'leftOut'> {
  readonly systems: readonly System[];
}

function markingOf({ list, session }: State, stale: readonly System[]): StaleMarking {
  const one = markable(list.listing, stale);
  const systems = session.profileSettings.marksDisabled
    ? one
    : one.filter((system) => !isDisabled(system) && !isUnread(system));
  return { systems, passedOver: stale.length - one.length, leftOut: one.length - systems.length };
}

/** The service did not say whether the system is enabled. */
function isUnread({ unread }: System): boolean {
  return unread.includes('isEnabled');
}

function isDisabled({ isEnabled }: System): boolean {
  return isEnabled === false;
}

function staleNotice(state: State, { systems, passedOver, leftOut }: StaleMarking, of: string | null): Notice {
  return {
    kind: 'staleMarked',
    ...{ count: systems.length, days: state.staleness.days, of, passedOver, leftOut },
    hidden: countHidden(state, systems),
    disabled: systems.filter(isDisabled).length,
    isShowingDisabled: state.staleness.isShowingDisabled,
    unknown: of === null ? unknownAges(state.list.listing.scan) : null,
  };
}

export function unmarkDisabled(state: State): State {
  const { marked } = state.marks;
  const disabled = new Set([...marked].flatMap(([id, { system }]) => (isDisabled(system) ? [id] : [])));
  if (disabled.size === 0) return state;
  const text = `Hiding disabled systems: ${groupDigits(disabled.size)} unmarked. u marks them again.`;
  return withNotice(changeMarks(state, withoutMarks(marked, disabled)), text);
}

export function markShown(state: State): State {
  const marks = changeShown(state, withRowsMarked);
  const more = state.marks.marked.size === 0 ? '' : 'more ';
  const count = groupDigits(marks.size - state.marks.marked.size);
  return withNotice(changeMarks(state, marks), `${count} ${more}systems marked: all that are shown. u undoes.`);
}

export function invertShown(state: State): State {
  const { listing } = state.list;
  const marks = changeShown(state, invertMarks);
  const shown = listing.scan === null ? 0 : viewLength(listing.view, listing.scan);
  const of = `the ${groupDigits(shown)} ${listing.view.filter.tests.length > 0 ? 'shown' : 'loaded'} systems`;
  const text = `Marks of ${of} inverted: ${groupDigits(marks.size)} marked. u undoes.`;
  return withNotice(changeMarks(state, marks), text);
}

export function countHidden(state: State, systems: readonly System[]): number {
  const { filter } = state.list.listing.view;
  if (filter.tests.length === 0) return 0;
  const context = filterContext(state);
  return systems.filter((system) => !matches(filter, system, context)).length;
}

function changeShown({ list: { listing }, marks: { marked } }: State, change: typeof withRowsMarked): Marks {
  const { scan, view } = listing;
  return scan === null ? marked : change(marked, scan, view.rows, view.filter.text);
}

/** Rows of the view from the start of the range to the cursor; null: no range, or its start is hidden. */
export function rangeOf({ list, marks: { rangeFrom } }: State): { readonly from: number; readonly to: number } | null {
  const { scan, view, cursor } = list.listing;
  if (rangeFrom === null || scan === null) return null;
  const anchor = shownRowOf(view, scan, rangeFrom);
  return anchor < 0 ? null : { from: Math.min(anchor, cursor.row), to: Math.max(anchor, cursor.row) };
}

interface UnseenMarks {
  /** Systems that the list does not have: another search, or rows that are not loaded. */
  readonly notListed: number;
  readonly hidden: number;
}

/** A valid cache key: the view is a new object whenever its filter's answers change (threshold, time, last visit). */
let last: { marks: Marks; scan: Scan | null; view: View; unseen: UnseenMarks } | undefined;

/** Marks that the list does not show. Counted once per list, view and marks. */
export function unseenMarks(state: State): UnseenMarks {
  const { marked: marks } = state.marks;
  const { scan, view } = state.list.listing;
  if (last?.marks !== marks || last.view !== view || last.scan !== scan) {
    last = { marks, scan, view, unseen: countUnseen(state) };
  }
  return last.unseen;
}

function countUnseen(state: State): UnseenMarks {
  const { marked } = state.marks;
  const { scan, view } = state.list.listing;
  if (scan === null) return { notListed: marked.size, hidden: 0 };
  const find = finderIn(scan);
  const isFiltered = view.filter.tests.length > 0;
  const listed: System[] = [];
  let notListed = 0;
  for (const id of marked.keys()) {
    const system = find(id);
    if (system === undefined) notListed += 1;
    else if (isFiltered) listed.push(system);
  }
  return { notListed, hidden: countHidden(state, listed) };
}
