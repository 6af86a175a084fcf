/** Loads, searches and sorts the list of systems. */
import {
  noListing,
  currentScan,
  withCursorAt,
  dropOtherMissed,
  type Listing,
  withArrived,
  withReadMode,
  withScan,
  viewLength,
  neighbourSort,
  nextSort,
} from './listing.ts';
import { noFilter } from '../filter/filter.ts';
import { type Feature, type Of, andThen, withNotice, type Step } from '../../root/feature.ts';
import { tableRows } from '../../kernel/list-view.ts';
import { leaveRange } from '../marks/feature.ts';
import { isOfAccount } from '../../session/organisations.ts';
import { holdsToken, tokenNotSent } from '../../kernel/form.ts';
import type { Action, Prompt, State, Effect } from '../../root/state.ts';
import {
  refreshMs,
  moveCursor,
  filterContext,
  showGrace,
  isReadingEverything,
  restoreListing,
  renewList,
  showList,
  loadedStay,
  readNextPage,
  stopReading,
  readOn,
  beginScan,
  startScan,
  withListing,
} from './feature.ts';
import { listReads, listServices } from './effects.ts';
import { isHeldUp, readsEverything, isComplete, advance, isToMark, readFrom, withLinkFollowed } from './scan.ts';
import { isExitHeld, isHung } from '../../root/pending.ts';

/** Debounces the search, so that typing does not send a request at each letter. */
export const searchPauseMs = 250;

function pauseSearch(state: State): Step {
  const { prompt } = state;
  if (prompt?.kind !== 'search') return [state];
  const { typed: search } = prompt;
  if (holdsToken(search)) return [{ ...state, prompt: { ...prompt, typed: '' }, notice: tokenNotSent }];
  const { listing } = state.list;
  const scan = currentScan(listing);
  if (scan === null || scan.query.search === search) return [withListing(state, dropOtherMissed(listing))];
  return startScan(state, { ...scan.query, search }, 'ahead');
}

function backFromSystems(state: State): Step | Action {
  const { listing, unsearched } = state.list;
  if (state.disabling.isAsking) return { kind: 'disablingLeft' };
  if (state.marks.rangeFrom !== null) return [{ ...leaveRange(state), notice: null }];
  const scan = currentScan(listing);
  const isPageHung = scan?.inFlight === true && isHung(state);
  const isStoppable = isReadingEverything(state) || (scan !== null && scan.count > 0 && isHeldUp(scan));
  if (isStoppable) return isPageHung ? abandonPage(stopReading(state)) : [stopReading(state)];
  if (listing.scan !== null && listing.pending !== null) return stopReplacing(state);
  if (isPageHung && scan.count > 0) return abandonPage(withNotice(state, loadedStay));
  // If the whole list cannot be loaded, leaving the search must lead to the organisations, or you would be stuck.
  if (scan?.query.search !== '' && listing.missed?.query.search === '') return { kind: 'organisationsOpened' };
  const given = dropOtherMissed(listing);
  if (given !== listing) return [{ ...withListing(state, given), notice: null }];
  if (listing.view.filter.tests.length > 0) return [showList(state, { filter: noFilter })];
  if (scan === null || scan.query.search === '') return { kind: 'organisationsOpened' };
  const isSameList = unsearched?.scan?.query.includeDisabled === scan.query.includeDisabled;
  const next: State = { ...state, list: { ...state.list, unsearched: null }, notice: null };
  return unsearched !== null && isSameList
    ? restoreListing(next, unsearched)
    : startScan(next, { ...scan.query, search: '' }, 'ahead');
}

function stopReplacing(state: State): Step {
  const { scan } = state.list.listing;
  const unsearched = scan?.query.search === '' ? null : state.list.unsearched;
  const listing = { ...state.list.listing, pending: null };
  const next = { ...state, list: { ...state.list, listing, unsearched } };
  return [withNotice(next, 'Stopped. The list is unchanged.'), { kind: 'abandonRead', slot: 'page' }];
}

/** Cancels the request of a page. Moving to the end of the rows requests it again. */
function abandonPage(state: State): Step {
  const { listing } = state.list;
  const scan = currentScan(listing);
  if (scan === null) return [state];
  return [withListing(state, withScan(listing, { ...scan, inFlight: false })), { kind: 'abandonRead', slot: 'page' }];
}

/** Ages change with the clock, so a filter by age must be re-evaluated. */
function renewAgeFilter(state: State): Step {
  return [state.list.listing.view.filter.usesClock ? renewList(state) : state];
}

/** Did the page add rows while the whole list is loading? */
function isReadingOn({ list: { listing } }: State, { list: { listing: before } }: State): boolean {
  const [was, is] = [currentScan(before), currentScan(listing)];
  if (was === null || is?.id !== was.id || !readsEverything(is)) return false;
  // A cursor move cancels loading to the end; until then the pages move the cursor.
  const isInPlace = (['systemId', 'row', 'top'] as const).every((name) => before.cursor[name] === listing.cursor[name]);
  return is.count > was.count && (is.mode === 'end' || isInPlace) && before.scan?.id === listing.scan?.id;
}

function acceptSearch(state: State, prompt: Prompt & { readonly kind: 'search' }): Step {
  const wasPlain = currentScan(prompt.before)?.query.search === '';
  return andThen(pauseSearch(state), (searched) => {
    const isPlain = currentScan(searched.list.listing)?.query.search === '';
    const before = wasPlain ? prompt.before : searched.list.unsearched;
    return [{ ...searched, prompt: null, list: { ...searched.list, unsearched: isPlain ? null : before } }];
  });
}

export const list: Feature<'list'> = {
  slice: {
    initial: { listing: noListing, unsearched: null, total: null, isRefreshing: false },
    lasts: 'session',
  },
  update: {
    pageArrived: receivePage,
    pageFailed: failPage,
    refreshRequested: refreshList,
    linkFollowed(state) {
      const { listing } = state.list;
      const scan = currentScan(listing);
      const next = scan === null ? null : withLinkFollowed(scan);
      return next === null ? [state] : readOn(withListing(state, withScan(listing, next)), 'ahead');
    },
    disabledToggled(state) {
      const scan = currentScan(state.list.listing);
      if (scan === null) return [state];
      return startScan(state, { ...scan.query, includeDisabled: !scan.query.includeDisabled }, 'ahead');
    },
    graceShown: showGrace,
    searchOpened(state) {
      const { pending: wanted, missed, scan } = state.list.listing;
      // A failed search stays in the field, to be corrected.
      const typed = (wanted ?? missed ?? scan)?.query.search ?? '';
      return [{ ...state, prompt: { kind: 'search', typed, before: state.list.listing } }];
    },
    sortChanged: (state) => [showList(state, { sort: nextSort(state.list.listing.view.sort) })],
    sortReversed(state) {
      const { sort } = state.list.listing.view;
      return [showList(state, { sort: { ...sort, reversed: !sort.reversed } })];
    },
    sortMoved(state, { by, among }) {
      return [showList(state, { sort: neighbourSort(state.list.listing.view.sort, by, among) })];
    },
    sortChosen(state, { by }) {
      const { sort } = state.list.listing.view;
      return [showList(state, { sort: { by, reversed: sort.by === by && !sort.reversed } })];
    },
    autoRefreshToggled: toggleAutoRefresh,
  },
  progress: { pageArrived: isReadingOn },
  reads: listReads,
  services: listServices,
  timers: { searchPause: pauseSearch, refresh: refreshDue },
  reacts: {
    resized: (state) => [
      withListing(state, withCursorAt(state.list.listing, state.list.listing.cursor.row, tableRows(state.rows))),
    ],
    minutePassed: renewAgeFilter,
    clockCompared: renewAgeFilter,
  },
  pending(state) {
    const scan = currentScan(state.list.listing);
    // On the screens of all organisations no page is needed.
    const isPending = scan?.inFlight === true && !isOfAccount(state);
    return isPending ? `page ${scan.id} ${scan.addresses.length}` : null;
  },
  harmless: ['searchOpened'],
  screens: {
    systems: {
      back: backFromSystems,
      list(state) {
        const { scan, view, cursor } = state.list.listing;
        if (scan === null) return null;
        const extent = { length: viewLength(view, scan), height: tableRows(state.rows) };
        return { at: cursor, extent, moved: (motion) => moveCursor(state, motion) };
      },
    },
    search: {
      field: (state, prompt) => ({
        name: 'search',
        text: prompt.typed,
        edited: (typed) => [
          { ...state, prompt: { ...prompt, typed } },
          { kind: 'startTimer', timer: 'searchPause', ms: searchPauseMs },
        ],
      }),
      accepted: acceptSearch,
      back: (state, { before }) => restoreListing(state, before),
    },
  },
};

/** Adds a page, and requests the next one if more are wanted. Other features react to the action. */
function receivePage(state: State, { scan: id, page, now }: Of<Action, 'pageArrived'>): Step {
  const scan = currentScan(state.list.listing);
  if (scan?.id !== id) return [state];
  const { query, mode } = scan;
  const height = tableRows(state.rows);
  const step = advance(readFrom(scan, now), { ok: true, value: page }, state.nextId);
  const listing = withArrived(state.list.listing, step.read, filterContext(state), height);
  // A refused key may work on the new list.
  const isOver =
    state.notice?.kind === 'refused' && !isToMark(scan) && listing.scan?.id !== state.list.listing.scan?.id;
  const total = query.search === '' ? (page.total ?? state.list.total) : state.list.total;
  const notice = isOver ? null : state.notice;
  const next: State = { ...state, now, list: { ...state.list, listing, total }, notice };
  if (page.next.kind === 'page') {
    const isFuller = step.read.count > scan.count;
    // Keeps loading without a cursor move, to fill the screen or to replace its rows.
    const isShort = listing.pending !== null || (listing.scan?.count ?? 0) < height;
    return mode === 'ahead' && !(isFuller && isShort) ? [next] : readNextPage(next, listing);
  }
  // The screen keeps its rows until the second reading ends.
  if (step.kind === 'reading') return beginScan(next, step.scan);
  const ended = withListing(next, withReadMode(listing, 'ahead'));
  if (page.next.kind === 'end') return [ended];
  const untrusted = { ...page.next, kind: 'untrustedLink', page: scan.addresses.length + 1 } as const;
  return [{ ...ended, notice: { kind: 'problem', problem: { ...untrusted, operation: 'list systems' } } }];
}

function failPage(state: State, { scan: id, problem }: Of<Action, 'pageFailed'>): Step {
  const { listing } = state.list;
  const scan = currentScan(listing);
  if (scan?.id !== id || problem.kind === 'aborted') return [state];
  const step = advance(scan, { ok: false, problem }, state.nextId);
  if (step.kind !== 'failed') {
    const text = `The service refused pages of ${scan.query.perPage} systems. Its own page size is used.`;
    return beginScan(withNotice(state, text), step.scan);
  }
  // Loaded rows stay on the screen when their replacement fails.
  const isReplacing = listing.pending !== null && listing.scan !== null;
  const left: Listing = { ...listing, pending: null, ...(isReplacing ? { missed: step.read } : { scan: step.read }) };
  return [{ ...withListing(state, left), notice: { kind: 'problem', problem } }];
}

/** Resumes loading where it stopped, or retries a failed list; otherwise reloads from the first page. */
function refreshList(state: State): Step {
  const { missed } = state.list.listing;
  const scan = currentScan(state.list.listing);
  if (scan === null) return [state];
  if (missed !== null) return startScan(state, missed.query, missed.mode);
  if (scan.problem !== null && scan.next.kind !== 'end') return readOn(state, scan.mode);
  // A pending bulk mark applies to the new list.
  const unfinished = isToMark(scan) ? scan.mode : 'ahead';
  return startScan(state, scan.query, isComplete(scan) ? 'all' : unfinished);
}

const again: Effect = { kind: 'startTimer', timer: 'refresh', ms: refreshMs };

function toggleAutoRefresh(state: State): Step {
  const isRefreshing = !state.list.isRefreshing;
  const text = isRefreshing ? 'The list refreshes every minute. R stops that.' : 'Auto-refresh is off. r refreshes.';
  const next = withNotice({ ...state, list: { ...state.list, isRefreshing } }, text);
  return isRefreshing ? [next, again] : [next];
}

/**
 * Refreshes each minute, unless you are typing, reviewing or deleting. A failed bulk mark is not repeated
 * automatically: r does that.
 */
function refreshDue(state: State): Step {
  if (!state.list.isRefreshing) return [state];
  const scan = currentScan(state.list.listing);
  const wanted = state.list.listing.missed ?? scan;
  const isMarkingFailed = wanted !== null && wanted.problem !== null && isToMark(wanted);
  const isCalm =
    !isMarkingFailed &&
    state.screen.kind === 'systems' &&
    state.overlay === null &&
    state.prompt === null &&
    state.marks.rangeFrom === null &&
    state.requests.backoff === null &&
    !isExitHeld(state) &&
    scan?.inFlight === false;
  return andThen(isCalm ? refreshList(state) : [state], (next) => [next, again]);
}
