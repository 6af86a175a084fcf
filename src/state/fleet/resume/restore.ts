/** Takes a kept visit, and restores its marks and its cursor once the list that has them is loaded. */
import type { System } from '../../../api/system.ts';
import { withWide } from '../columns/feature.ts';
import { readFilter } from '../filter/filter.ts';
import { holdsToken, longestTyped } from '../../kernel/typed.ts';
import { grouped } from '../../kernel/spelling.ts';
import { tableRows } from '../../kernel/layout.ts';
import { said, type Step } from '../../root/step.ts';
import { cursorFollowing, currentScan, markable, withReadMode } from '../list/listing.ts';
import { listShown, startScan, withListing } from '../list/public.ts';
import { shownRowOf } from '../list/rows.ts';
import { incompletenessOf, isComplete, isSameList, readsEverything, type Scan, systemById } from '../list/scan.ts';
import { keptText, readKept, recordOf } from '../marks/kept-mark.ts';
import { type MarkedBy, type Marks, withMarked } from '../marks/marks.ts';
import { marksChanged, unseenMarks, withUndoTo } from '../marks/public.ts';
import { remarked } from '../../session/news/public.ts';
import { firstDays } from '../../session/session.ts';
import { isStale } from '../staleness/staleness.ts';
import { withThreshold } from '../staleness/rows.ts';
import type { State } from '../../root/state.ts';
import { nothingToFind, type ToFind, type Visit } from './model.ts';

/** If a larger share of the marks has lost its systems, the marks are offered, not restored automatically. */
const changedMuch = 0.05;

function withToFind(state: State, toFind: Partial<ToFind>): State {
  return { ...state, resume: { ...state.resume, toFind: { ...state.resume.toFind, ...toFind } } };
}

/** Ends the search for an earlier visit. */
export function nothingSought(state: State): State {
  return withToFind(state, nothingToFind);
}

/** Are marks still to be restored, so that the current ones are not all? */
export function isRestoring({ resume: { toFind } }: State): boolean {
  return toFind.marks.size > 0 && toFind.stage !== 'stopped';
}

/** Takes the kept visit of the organisation that was just opened; null: it begins with the profile's settings. */
export function visitRestored(state: State, visit: Visit | null): Step {
  const { listing } = state.list;
  const asked = currentScan(listing);
  const days = visit?.days ?? firstDays(state.session);
  const timed = state.session.flaggedDays === null ? withThreshold(state, days) : state;
  if (visit === null || asked === null) return [timed];
  const filter = readFilter(visit.filter);
  const chosen = { filter: filter.fault === null ? filter : readFilter(''), sort: visit.sort };
  const shown = listShown({ ...timed, tableColumns: withWide(timed.tableColumns, visit.isWide) }, chosen);
  // A loaded list, or a requested search, is not replaced.
  const { includeDisabled } = visit;
  const search = visit.search.length > longestTyped ? '' : visit.search;
  const isSearched = asked.query.search !== '';
  const isAsIs = isSearched || (asked.count > 0 && (asked.query.includeDisabled || !includeDisabled));
  const query = isAsIs ? asked.query : { ...asked.query, search, includeDisabled };
  const marks = new Map([
    ...visit.staleMarks.map((kept) => readKept(kept, 'rule')),
    ...visit.filterMarks.map((kept) => readKept(kept, 'filter')),
    ...visit.marks.map((kept) => readKept(kept, 'hand')),
  ]);
  const mode = marks.size > 0 ? 'all' : 'ahead';
  const [begun, ...effects]: Step = isSameList(query, asked.query) ? [shown] : startScan(shown, query, mode);
  const { systemId, at } = visit;
  // A search would miss other marks: they are restored once the whole list is loaded.
  const whole = isSearched ? { ...query, search: '', includeDisabled } : query;
  const stage = isSearched ? 'stopped' : 'reading';
  const found = cursorFound(withToFind(begun, { query: whole, at, marks, systemId, stage }));
  const sought = filter.fault === null ? found : said(found, `Your last filter is not applied. ${filter.fault.says}`);
  if (marks.size === 0 || isSearched) return [sought, ...effects];
  const scan = currentScan(sought.list.listing);
  if (scan !== null && isComplete(scan)) return [marksFound(sought, scan), ...effects];
  // Marks belong to systems: every page is loaded to find them.
  const following = withListing(sought, withReadMode(sought.list.listing, 'all'));
  const says = `Loading every page to restore ${marksOf(marks.size)}; esc stops.`;
  return [remarked(following, says), ...effects];
}

function marksOf(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'mark' : 'marks'}`;
}

/** Restores from the list after a page has arrived. */
export function foundInPage(state: State, isEnd: boolean): State {
  const { query } = state.resume.toFind;
  const { scan } = state.list.listing;
  if (query === null || scan === null) return state;
  // The list contains all systems of the earlier one.
  const isHolding = isSameList(scan.query, query) || isSameList(scan.query, { ...query, includeDisabled: true });
  const next = cursorFound(state);
  if (!isEnd || !isHolding) return next;
  return next.resume.toFind.marks.size > 0 ? marksFound(next, scan) : nothingSought(next);
}

interface Found {
  /** The marks including the restored ones. */
  readonly marks: Marks;
  /** The number of restored marks. */
  readonly count: number;
  readonly gone: ReadonlySet<string>;
  /** Systems seen or enrolled since their marks, under another name or key, or not stale, though marked by rule. */
  readonly changed: number;
}

/** The marks that can be restored in the loaded list. */
export function foundNow(state: State): Found {
  const { listing } = state.list;
  const { marks: sought } = state.resume.toFind;
  const gone = new Set<string>();
  const found: Record<MarkedBy, System[]> = { hand: [], filter: [], rule: [] };
  let changed = 0;
  for (const [id, { by, record }] of sought) {
    const system = listing.scan === null ? undefined : systemById(listing.scan, id);
    if (system === undefined) gone.add(id);
    else if (record !== recordOf(system) || !isStillMeant(state, by, system)) changed++;
    else found[by].push(system);
  }
  const marks = markedBys.reduce(
    (marked, by) => withMarked(marked, markable(listing, found[by]), by),
    state.marks.marked,
  );
  return { marks, count: marks.size - state.marks.marked.size, gone, changed };
}

const markedBys: readonly MarkedBy[] = ['hand', 'filter', 'rule'];

/** A mark by rule holds while the rule calls its system stale; a mark by hand holds while the record is the same. */
function isStillMeant({ staleness, now }: State, by: MarkedBy, system: System): boolean {
  return by !== 'rule' || isStale(system, staleness.days, now);
}

function marksFound(state: State, scan: Scan): State {
  const { marks: sought, stage } = state.resume.toFind;
  const found = foundNow(state);
  // If none can be restored, there is nothing to ask.
  const isOffered = found.count > 0 && found.gone.size + found.changed > sought.size * changedMuch;
  if (incompletenessOf(scan) !== null) return partRestored(state, found);
  return isOffered && stage === 'reading' ? withToFind(state, { stage: 'offered' }) : restored(state, found);
}

/** Marks that an incomplete list lacks are looked for in the next one. */
function partRestored(state: State, found: Found): State {
  const { marks: sought } = state.resume.toFind;
  const rest = new Map([...sought].filter(([id]) => found.gone.has(id)));
  const next = withToFind(marksChanged(state, found.marks), { marks: rest, stage: 'stopped' });
  const text = `Restored ${grouped(found.count)} of ${marksOf(sought.size)}: the list is incomplete.`;
  return rest.size === 0 ? restored(state, found) : remarked(next, text);
}

function restored(state: State, found: Found): State {
  const { marks: sought } = state.resume.toFind;
  const next = nothingSought(marksChanged(state, found.marks));
  const lost = [
    ...(found.gone.size === 0 ? [] : [`${grouped(found.gone.size)} no longer listed`]),
    ...(found.changed === 0 ? [] : [`${grouped(found.changed)} seen or enrolled since`]),
  ];
  if (lost.length === 0) return remarked(next, `Restored ${marksOf(found.count)}. U clears them.`);
  return remarked(next, `Restored ${grouped(found.count)} of ${marksOf(sought.size)}: ${lost.join(', ')}.`);
}

/** You want the marks: restores them. */
export function restoreAccepted(state: State): State {
  return restored({ ...state, overlay: null }, foundNow(state));
}

/** Does not set the marks; undo sets them. */
export function restoreDeclined(state: State): State {
  const { marks, count } = foundNow(state);
  const next = nothingSought(withUndoTo({ ...state, overlay: null }, marks));
  return remarked(next, `${grouped(count)} ${count === 1 ? 'mark was' : 'marks were'} not restored. u restores them.`);
}

/** Restores the cursor, unless it was moved meanwhile. */
function cursorFound(state: State): State {
  const { listing } = state.list;
  const { systemId } = state.resume.toFind;
  const { scan, view, cursor } = listing;
  if (scan === null || systemId === null) return state;
  if (cursor.row > 0) return withToFind(state, { systemId: null });
  if (shownRowOf(view, scan, systemId) < 0) return state;
  const followed = cursorFollowing({ ...cursor, systemId }, view, scan, tableRows(state.rows));
  return withToFind(withListing(state, { ...listing, cursor: followed }), { systemId: null });
}

export const loadedStay = 'Stopped. The loaded systems stay; s loads the rest.';

/**
 * Stops loading everything. Rows on the screen stay; a list that was to replace them is dropped. Marks are restored as
 * far as their systems are loaded, and the rest once a list is complete.
 */
export function readingStopped(state: State): State {
  const { listing } = state.list;
  const scan = currentScan(listing);
  if (scan === null || !readsEverything(scan)) return state;
  const calm = withReadMode(listing, 'ahead');
  const left = withListing(state, calm.scan === null ? calm : { ...calm, pending: null });
  if (isRestoring(left)) return restoringStopped(left);
  const isReplacing = listing.scan !== null && listing.pending !== null;
  return said(left, isReplacing ? 'Stopped. The list is unchanged.' : loadedStay);
}

function restoringStopped(state: State): State {
  const { marks: sought } = state.resume.toFind;
  const found = foundNow(state);
  const rest = new Map([...sought].filter(([id]) => found.gone.has(id)));
  const next = withToFind(marksChanged(state, found.marks), { marks: rest, stage: 'stopped' });
  return said(next, `Restored ${grouped(found.count)} of ${marksOf(sought.size)}. G loads the rest and restores them.`);
}

/** The marks of these systems are not kept, should an undo set them again. */
export function marksForgotten(state: State, gone: ReadonlySet<string>): State {
  return { ...state, resume: { ...state.resume, gone } };
}

/** The visit to keep for the open organisation; null where nothing is known of it. */
export function visitOf(state: State): Visit | null {
  const { organisation, session } = state;
  const { listing } = state.list;
  const { toFind, gone } = state.resume;
  const scan = currentScan(listing);
  if (organisation === null || scan === null) return null;
  const { query } = scan;
  const marks = [...state.marks.marked.values()].filter(
    ({ system: { systemId: id } }) => !gone.has(id) && !scan.gone.has(id),
  );
  const isSet = new Set(toFind.marks.size === 0 ? [] : marks.map(({ system }) => system.systemId));
  const keptOf = (wanted: MarkedBy): string[] => [
    ...marks.filter(({ by }) => by === wanted).map(({ system }) => keptText(system)),
    // Marks that are still to be restored, as they were kept.
    ...[...toFind.marks].flatMap(([id, { by, record }]) =>
      by === wanted && !isSet.has(id) ? [`${record} ${id}`] : [],
    ),
  ];
  // Marks are looked for in the kept list: it must contain them.
  const sought = toFind.marks.size > 0 ? toFind.query : null;
  const isOutside = unseenMarks(state).notListed > 0 || (sought !== null && sought.search !== query.search);
  const hasDisabled = sought?.includeDisabled === true || marks.some(({ system }) => system.isEnabled === false);
  const { days } = state.staleness;
  return {
    at: toFind.marks.size > 0 ? toFind.at : state.now,
    orgId: organisation.orgId,
    orgName: organisation.orgName,
    search: isOutside ? '' : untold(query.search),
    // The disabled systems were shown for the sake of marks, not by choice.
    includeDisabled: hasDisabled,
    filter: untold(listing.view.filter.text),
    sort: listing.view.sort,
    days: days === firstDays(session) ? null : days,
    isWide: state.tableColumns.chosen.isWide,
    systemId: listing.cursor.row > 0 ? listing.cursor.systemId : (toFind.systemId ?? listing.cursor.systemId),
    marks: keptOf('hand'),
    filterMarks: keptOf('filter'),
    staleMarks: keptOf('rule'),
  };
}

/** A token typed into the wrong field is not kept. */
function untold(text: string): string {
  return holdsToken(text) ? '' : text;
}

/** Has the visit changed, so that it must be kept again? The cursor alone is not worth it. */
export function isVisitChanged(state: State, before: State): boolean {
  if (state.organisation === null || state.organisation.orgId !== before.organisation?.orgId) return false;
  const [is, was] = [state.list.listing.view, before.list.listing.view];
  return (
    state.marks.marked !== before.marks.marked ||
    is.filter.text !== was.filter.text ||
    is.sort.by !== was.sort.by ||
    is.sort.reversed !== was.sort.reversed ||
    state.staleness.days !== before.staleness.days ||
    state.tableColumns.chosen.isWide !== before.tableColumns.chosen.isWide
  );
}
