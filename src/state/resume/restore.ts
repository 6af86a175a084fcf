/** Notes what a session leaves when its line drops, and finds it again as pages arrive, until that is given up. */
import { grouped } from '../kernel/format-number.ts';
import { tableRows } from '../kernel/layout.ts';
import { known } from '../kernel/loadable.ts';
import { said } from '../kernel/step.ts';
import { cursorFollowing, currentScan, markable, withReadMode } from '../list/listing.ts';
import { withListing } from '../list/operations.ts';
import { shownRowOf } from '../list/rows.ts';
import { isSameList, readsEverything, type Scan, systemById } from '../list/scan.ts';
import { withMarked, allMarks } from '../marks/marks.ts';
import { withMarks, unseenMarks } from '../marks/operations.ts';
import type { State } from '../state.ts';
import { nothingToFind, type ToFind, type SessionNote } from './model.ts';

function withToFind(state: State, toFind: Partial<ToFind>): State {
  return { ...state, resume: { ...state.resume, toFind: { ...state.resume.toFind, ...toFind } } };
}

/** Nothing of an earlier session is looked for any longer. */
export function nothingSought(state: State): State {
  return withToFind(state, nothingToFind);
}

/** Stops the wait: the marks that are restored stay. */
export function findingStopped(state: State): State {
  return state.resume.toFind.marks.size === 0 ? state : withToFind(state, { marks: new Set() });
}

/** After a page has arrived; at the end of the list in which they were, it is said what became of the rest. */
export function foundInPage(state: State, isEnd: boolean): State {
  const { query } = state.resume.toFind;
  const { scan } = state.list.listing;
  if (query === null || scan === null) return state;
  // A list that has all that the one of then had.
  const isHolding = isSameList(scan.query, query) || isSameList(scan.query, { ...query, includeDisabled: true });
  const next = marksFound(cursorFound(state), scan, isEnd && isHolding);
  return isEnd && isHolding ? nothingSought(next) : next;
}

function marksFound(state: State, scan: Scan, isEnd: boolean): State {
  const { marks: sought } = state.resume.toFind;
  if (sought.size === 0) return state;
  // Not in the newest page alone: a list that takes the place of another brings several.
  const found = [...sought].flatMap((id) => systemById(scan, id) ?? []);
  const rest = new Set(sought);
  for (const { systemId } of found) rest.delete(systemId);
  const marks = withMarked(state.marks.marked, markable(state.list.listing, found));
  const next = withToFind(withMarks(state, marks), { marks: rest });
  if (!isEnd && rest.size > 0) return next;
  const isWhole = scan.query.search === '' && scan.query.includeDisabled;
  const where = isWhole ? 'listed any more' : 'in this list any more';
  const gone = rest.size === 0 ? '' : ` ${grouped(rest.size)} ${rest.size === 1 ? 'is' : 'are'} not ${where}.`;
  return said(next, `${grouped(marks.size)} marks restored.${gone}`);
}

/** Unless the cursor was moved meanwhile. */
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

/**
 * Stops reading everything, and looking for what was marked before. Rows on the screen stay; a list that has not taken
 * their place yet is let go.
 */
export function readingStopped(state: State): State {
  const { listing } = state.list;
  const scan = currentScan(listing);
  if (scan === null || !readsEverything(scan)) return state;
  const calm = withReadMode(listing, 'ahead');
  const left = withListing(findingStopped(state), calm.scan === null ? calm : { ...calm, pending: null });
  const [found, lost] = [state.marks.marked.size, state.resume.toFind.marks.size];
  if (lost > 0) return said(left, `Stopped. ${grouped(found)} marks restored; ${grouped(lost)} not found.`);
  const isReplacing = listing.scan !== null && listing.pending !== null;
  return said(
    left,
    isReplacing ? 'Stopped. The list is unchanged.' : 'Stopped. The loaded systems stay; s loads the rest.',
  );
}

/** Offers to go on with a session once the organisations are known, where this token still sees the one it was in. */
export function resumingOffered(state: State): State {
  const { lastSession: note } = state.resume;
  if (note === null || state.overlay !== null || note.baseUrl !== state.session.baseUrl) return state;
  const isThere = known(state.organisations.list)?.some(({ orgId }) => orgId === note.orgId) ?? false;
  return isThere ? { ...state, overlay: { kind: 'resume', note } } : withLastSession(state, null);
}

/** The session before is offered still, by whatever service the person signs in to. */
export function withLastSession(state: State, lastSession: State['resume']['lastSession']): State {
  return { ...state, resume: { ...state.resume, lastSession } };
}

/**
 * Outside of an organisation there is only what the session before has noted, and what nobody has come back to yet.
 * Null: nothing.
 */
export function snapshotSession(state: State): SessionNote | null {
  const { organisation, session, deletion: run } = state;
  const { listing } = state.list;
  const { toFind, lastSession } = state.resume;
  const scan = currentScan(listing);
  // What a run has left is offered by its records.
  if (session.isDemo || (run !== null && !run.isEarlier)) return null;
  if (organisation === null) return lastSession;
  if (session.baseUrl === null || scan === null) return null;
  const marks = allMarks(state.marks.marked);
  const { query } = scan;
  // Marks are looked for in the list that is noted: it must hold them.
  const sought = toFind.marks.size > 0 ? toFind.query : null;
  const isOutside = unseenMarks(state).notListed > 0 || (sought !== null && sought.search !== query.search);
  const hasDisabled = sought?.includeDisabled === true || marks.some(({ system }) => system.isEnabled === false);
  return {
    at: state.now,
    baseUrl: session.baseUrl,
    orgId: organisation.orgId,
    orgName: organisation.orgName,
    search: isOutside ? '' : query.search,
    includeDisabled: query.includeDisabled || hasDisabled,
    filter: listing.view.filter.text,
    order: listing.view.sort,
    systemId: listing.cursor.row > 0 ? listing.cursor.systemId : (toFind.systemId ?? listing.cursor.systemId),
    marks: [...new Set([...marks.map(({ system }) => system.systemId), ...toFind.marks])],
  };
}
