/** Restores filter, sort, threshold, width and cursor of the list. */
import { grouped } from '../../kernel/spelling.ts';
import type { Feature } from '../../root/feature.ts';
import { andThen, withNotice, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { firstDays } from '../../session/session.ts';
import { withWide } from '../columns/feature.ts';
import { showView } from '../columns/public.ts';
import { noFilter, readFilter } from '../filter/filter.ts';
import { showList } from '../list/public.ts';
import { shownRowOf } from '../list/rows.ts';
import { withThreshold } from '../staleness/rows.ts';
import type { RestoredView } from './feature.ts';
import { cursorOn, listViewRemembered, missingNotice } from './public.ts';

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
  return withNotice(state, `Threshold ${grouped(lent.days)} d, as in the list; ${grouped(lent.ownDays)} d before.`);
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
