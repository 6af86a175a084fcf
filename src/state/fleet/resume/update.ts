/** Restores filter, sort, threshold, width and cursor of the list. */
import type { Feature } from '../../root/feature.ts';
import { tableRows } from '../../kernel/list-view.ts';
import { andThen, withNotice, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { firstDays } from '../../session/session.ts';
import { withWide } from '../columns/feature.ts';
import { showView } from '../columns/public.ts';
import { noFilter, readFilter } from '../filter/filter.ts';
import { cursorFollowing } from '../list/listing.ts';
import { showList, withListing } from '../list/public.ts';
import { shownRowOf } from '../list/rows.ts';
import { withThreshold } from '../staleness/rows.ts';
import type { RestoredView } from './feature.ts';
import { listViewRemembered } from './public.ts';

function shownAsBefore(state: State, view: RestoredView | null): State {
  const { session } = state;
  const timed = session.flaggedDays === null ? withThreshold(state, view?.days ?? firstDays(session)) : state;
  if (view === null) return timed;
  const filter = readFilter(view.filter);
  const columns = { ...withWide(timed.tableColumns, view.isWide), paneCells: view.paneCells ?? null };
  const chosen = { filter: filter.fault === null ? filter : noFilter, sort: view.sort };
  const shown = { ...showList({ ...timed, tableColumns: columns }, chosen), resume: { systemId: view.systemId } };
  const found = shown.list.listing.scan === null ? shown : placeCursor(shown);
  return filter.fault === null ? found : withNotice(found, `Your last filter is not applied. ${filter.fault.says}`);
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
  const { listing } = state.list;
  const { scan, view, cursor } = listing;
  if (systemId === null) return state;
  const known: State = { ...state, resume: { systemId: null } };
  if (scan === null || cursor.row > 0 || shownRowOf(view, scan, systemId) < 0) return known;
  const followed = cursorFollowing({ ...cursor, systemId }, view, scan, tableRows(state.rows));
  return withListing(known, { ...listing, cursor: followed });
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
  update: {
    listViewRecalled: (state, { orgId, view }) =>
      state.organisation?.orgId === orgId ? showWanted(shownAsBefore(state, view)) : [state],
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
  reacts: { pageArrived: (state) => [placeCursor(state)] },
};
