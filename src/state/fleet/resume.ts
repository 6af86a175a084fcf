/** Restores the view in which you left a list: filter, sort, threshold, width and cursor. */
import type { Tagged } from '../kernel/declare.ts';
import { type Sort, shownRowOf, cursorFollowing } from './list/listing.ts';
import { holdsToken } from '../kernel/form.ts';
import { tableRows } from '../kernel/list-view.ts';
import type { Effect, State } from '../root/state.ts';
import { withNotice, andThen, type Step, type Feature } from '../root/feature.ts';
import { firstDays } from '../session/session.ts';
import { nameIn } from './details.ts';
import { noFilter, readFilter } from './filter/filter.ts';
import { showList, withListing } from './list/feature.ts';
import { hasMore, rowOf } from './list/scan.ts';
import { groupDigits } from '../kernel/spelling.ts';
import { withWide, showView } from './columns.ts';
import { withThreshold } from './staleness/rows.ts';

export interface RestoredView {
  readonly filter: string;
  readonly sort: Sort;
  /** Threshold in days if it differs from the profile's, else null. */
  readonly days: number | null;
  readonly isWide: boolean;
  /** Absent: no width of the pane was chosen. */
  readonly paneCells?: number | undefined;
  readonly systemId: string | null;
}

/** A system that was chosen in another list. */
export interface WantedSystem {
  readonly systemId: string;
  readonly hostname: string | null;
}

export interface ResumeFeature {
  readonly state: {
    /** The system to put the cursor on, until the first page has arrived. */
    readonly systemId: string | null;
    /** The system that the list was opened for: no filter hides it. Null once it is shown or known to be missing. */
    readonly wanted: WantedSystem | null;
    /**
     * The threshold of the other list while it applies here, and the organisation's own, which is saved in its place.
     * Null: its own applies.
     */
    readonly lent: { readonly days: number; readonly ownDays: number } | null;
  };
  /** Null: the list was never shown before. */
  readonly action: Tagged<{ listViewRecalled: { orgId: string; view: RestoredView | null } }>;
  readonly effect: Tagged<{
    recallListView: { baseUrl: string; orgId: string };
    rememberListView: { baseUrl: string; orgId: string; view: RestoredView };
  }>;
}

declare module '../root/state.ts' {
  interface Features {
    readonly resume: ResumeFeature;
  }
}

/** Saves the view of the open list for its next opening; nothing before its first page. */
export function listViewRemembered(state: State): readonly Effect[] {
  const { organisation, list, session, tableColumns } = state;
  const { scan, view, cursor } = list.listing;
  const { baseUrl } = session;
  if (organisation === null || baseUrl === null || scan === null) return [];
  const days = ownDays(state);
  const shown = {
    // A token typed into the wrong field must not be saved.
    filter: holdsToken(view.filter.text) ? '' : view.filter.text,
    sort: view.sort,
    days: days === firstDays(session) ? null : days,
    isWide: tableColumns.chosen.isWide,
    ...(tableColumns.paneCells !== null && { paneCells: tableColumns.paneCells }),
    systemId: cursor.systemId,
  };
  return [{ kind: 'rememberListView', baseUrl, orgId: organisation.orgId, view: shown }];
}

/** The threshold that you chose for the organisation: that of the other list is lent to one opening only. */
function ownDays({ staleness: { days }, resume: { lent } }: State): number {
  return lent?.days === days ? lent.ownDays : days;
}

/** Puts the cursor on a loaded system, and drops a filter that hides it. Null: the system is not loaded. */
export function cursorOn(state: State, systemId: string): State | null {
  const { scan, view } = state.list.listing;
  if (scan === null || rowOf(scan, systemId) === undefined) return null;
  const isHidden = shownRowOf(view, scan, systemId) < 0;
  const shown = isHidden ? showList(state, { filter: noFilter }) : state;
  const { listing } = shown.list;
  const cursor = cursorFollowing({ ...listing.cursor, systemId }, listing.view, scan, tableRows(state.rows));
  return withListing(shown, { ...listing, cursor });
}

/** The list that is being opened shows this system once its first page is there. */
export function wantSystem(state: State, wanted: WantedSystem): State {
  return { ...state, resume: { ...state.resume, wanted } };
}

/** Says that the shown list has no such system. */
export function missingNotice(state: State, wanted: WantedSystem): State {
  const { scan } = state.list.listing;
  const name = nameIn(wanted);
  if (scan !== null && hasMore(scan)) return withNotice(state, `${name} is not in the loaded part. G loads the rest.`);
  return withNotice(state, `${name} is no longer listed.${scan?.query.search ? ' esc shows all.' : ''}`);
}

function showAsBefore(state: State, view: RestoredView | null): State {
  const { session } = state;
  const ownDays = view?.days ?? firstDays(session);
  const timed = session.flaggedDays === null ? lendThreshold(state, ownDays) : state;
  if (view === null) return timed;
  const filter = readFilter(view.filter);
  const columns = { ...withWide(timed.tableColumns, view.isWide), paneCells: view.paneCells ?? null };
  const chosen = { filter: filter.fault === null ? filter : noFilter, sort: view.sort };
  const shown = {
    ...showList({ ...timed, tableColumns: columns }, chosen),
    resume: { ...timed.resume, systemId: view.systemId },
  };
  const found = shown.list.listing.scan === null ? shown : placeCursor(shown);
  return filter.fault === null ? found : withNotice(found, `Your last filter is not applied. ${filter.fault.message}`);
}

/** A system that was chosen in another list is shown by the threshold of that list, which counted it as stale. */
function lendThreshold(state: State, ownDays: number): State {
  const { resume, staleness } = state;
  if (resume.wanted === null) return withThreshold(state, ownDays);
  const lent = staleness.days === ownDays ? null : { days: staleness.days, ownDays };
  return { ...state, resume: { ...resume, lent } };
}

/** Says that the threshold differs from the organisation's own. */
function withLentNotice(state: State): State {
  const { lent } = state.resume;
  if (lent === null || state.notice !== null) return state;
  return withNotice(
    state,
    `Threshold ${groupDigits(lent.days)} d, as in the list; ${groupDigits(lent.ownDays)} d before.`,
  );
}

/** The view and the filter of the flags replace those of the last visit, once. */
function showWanted(state: State): Step {
  const { wantedFilter, wantedView } = state.session;
  if (wantedFilter === '' && wantedView === null) return [state];
  const next: State = { ...state, session: { ...state.session, wantedFilter: '', wantedView: null } };
  const viewed: Step = wantedView === null ? [next] : showView(next, wantedView);
  if (wantedFilter === '') return viewed;
  return andThen(viewed, (shown) => [showList({ ...shown, notice: null }, { filter: readFilter(wantedFilter) })]);
}

/** Moves the cursor to its former system, unless you moved it meanwhile. Later pages do not move it. */
function placeCursor(state: State): State {
  const { systemId } = state.resume;
  const { scan, view, cursor } = state.list.listing;
  if (systemId === null) return state;
  const known: State = { ...state, resume: { ...state.resume, systemId: null } };
  if (scan === null || cursor.row > 0 || shownRowOf(view, scan, systemId) < 0) return known;
  return cursorOn(known, systemId) ?? known;
}

/** Moves the cursor to the system that the list was opened for, or says that it is missing. */
function placeWanted(state: State): State {
  const { wanted } = state.resume;
  if (wanted === null || state.list.listing.scan === null) return state;
  const known: State = { ...state, resume: { ...state.resume, systemId: null, wanted: null } };
  return cursorOn(known, wanted.systemId) ?? missingNotice(known, wanted);
}

/** A filter of your last visit or of the flags would hide the system that the list is opened for. */
function showAgain(state: State, view: RestoredView | null): Step {
  if (state.resume.wanted === null) return showWanted(showAsBefore(state, view));
  return [withLentNotice(placeWanted(showAsBefore(state, view && { ...view, filter: '' })))];
}

/**
 * Saves the view when you leave the organisation. After a switch of profiles, the organisation left belongs to the
 * former one: nothing is saved.
 */
function rememberView(state: State, before: State): Step {
  const isLeft = state.organisation?.orgId !== before.organisation?.orgId;
  return [state, ...(isLeft && state.session.profile === before.session.profile ? listViewRemembered(before) : [])];
}

export const resume: Feature<'resume'> = {
  slice: {
    initial: { systemId: null, wanted: null, lent: null },
    lasts: 'organisation',
  },
  update: {
    listViewRecalled: (state, { orgId, view }) =>
      state.organisation?.orgId === orgId ? showAgain(state, view) : [state],
  },
  effects: {
    recallListView({ baseUrl, orgId }, { ports }) {
      return { kind: 'listViewRecalled', orgId, view: ports.memory.listView(baseUrl, orgId) };
    },
    rememberListView({ baseUrl, orgId, view }, { ports }) {
      ports.memory.rememberListView(baseUrl, orgId, view);
      return null;
    },
  },
  after: rememberView,
  reacts: { pageArrived: (state) => [placeWanted(placeCursor(state))] },
};
