/** What do motions, searches, filters and orders do to the list of systems? */
import { listReads } from './effects.ts';
import type { Feature } from '../kernel/feature.ts';
import {
  asking,
  currentScan,
  isNearEnd,
  rebuilt,
  withCursorAt,
  withoutOtherMissed,
  withReadMode,
  withScan,
  reshown,
} from './listing.ts';
import { type Motion, moved } from '../kernel/list-cursor.ts';
import {
  asked,
  readModeOf,
  pageArrived,
  pageFailed,
  readingStopped,
  readOn,
  refreshed,
  replacingStopped,
  withListing,
} from './reading.ts';
import { isComplete, isHeldUp, isToMark } from './scan.ts';
import { filterContext, isReadingEverything } from '../selectors.ts';
import { type Prompt, type State } from '../state.ts';
import type { Listing } from './listing.ts';
import { andThen, type Step } from '../kernel/step.ts';
import { holdsToken, tokenNotSent } from '../sign-in/token-pattern.ts';
import { tableRows } from '../kernel/layout.ts';
import { viewLength } from './rows.ts';
import { noFilter } from '../filter/filter.ts';
import { organisationsListed } from '../organisations/operations.ts';
import { autoRefreshToggled, refreshDue } from './auto-refresh.ts';
import { type Order, nextOrder } from './sort.ts';

/** A person who types is not asked about at each letter: the search waits for this pause. */
export const searchPauseMs = 250;

export function cursorMoved(state: State, motion: Motion): Step {
  const { scan, view, cursor } = state.list.listing;
  if (scan === null) return [state];
  const height = tableRows(state.rows);
  const position = moved(cursor, motion, viewLength(view, scan), height);
  // Where there is nowhere to go, nobody has moved on.
  const anchorId = position.row === cursor.row ? cursor.anchorId : null;
  const listing = withCursorAt(
    { ...state.list.listing, cursor: { ...cursor, ...position, anchorId } },
    position.row,
    height,
  );
  const next = withListing(state, listing);
  const isMarking = isToMark(currentScan(listing) ?? scan);
  if (motion === 'last' && !isComplete(scan) && !isMarking) return readOn(next, 'end');
  const calm = scan.mode === 'end' ? withListing(next, withReadMode(listing, 'ahead')) : next;
  if (!isNearEnd(listing, height) || isHeldUp(scan)) return [calm];
  const [ahead, ...effects] = asking(calm.list.listing);
  return [withListing(calm, ahead), ...effects];
}

/** The list again as it was before, and what it was waiting for asked again. Pages of it that arrived meanwhile stay. */
export function listingRestored(state: State, before: Listing): Step {
  const scan = currentScan(before);
  if (currentScan(state.list.listing)?.id === scan?.id) {
    // The cursor of before belongs to the rows of before.
    const { cursor } = before.scan?.id === state.list.listing.scan?.id ? before : state.list.listing;
    const same = { ...withoutOtherMissed(state.list.listing), view: before.view, cursor };
    return [
      {
        ...state,
        prompt: null,
        list: { ...state.list, listing: rebuilt(same, filterContext(state), tableRows(state.rows)) },
      },
    ];
  }
  const calm = scan === null ? before : withScan(before, { ...scan, inFlight: false });
  const restored: State = {
    ...state,
    prompt: null,
    list: { ...state.list, listing: rebuilt(calm, filterContext(state), tableRows(state.rows)) },
  };
  const isWaiting = before.asked !== null || (scan !== null && scan.inFlight);
  if (!isWaiting) return [restored, { kind: 'abandonRead', slot: 'page' }];
  const [listing, ...effects] = asking(restored.list.listing);
  return [withListing(restored, listing), ...effects];
}

/** The search that is being typed, once it paused. */
export function searchPaused(state: State): Step {
  if (state.prompt?.kind !== 'search') return [state];
  if (holdsToken(state.prompt.typed))
    return [{ ...state, prompt: { ...state.prompt, typed: '' }, notice: tokenNotSent }];
  const scan = currentScan(state.list.listing);
  if (scan === null || scan.query.search === state.prompt.typed) {
    return [{ ...state, list: { ...state.list, listing: withoutOtherMissed(state.list.listing) } }];
  }
  return asked(state, { ...scan.query, search: state.prompt.typed }, 'ahead');
}

function ordered(state: State, order: Order): State {
  const { filter } = state.list.listing.view;
  return withListing(state, reshown(state.list.listing, filter, order, filterContext(state), tableRows(state.rows)));
}

function backFromSystems(state: State): Step {
  if (state.marks.rangeFrom !== null) return [{ ...state, marks: { ...state.marks, rangeFrom: null }, notice: null }];
  const scan = currentScan(state.list.listing);
  const isStoppable = isReadingEverything(state) || (scan !== null && scan.count > 0 && isHeldUp(scan));
  if (isStoppable) return [readingStopped(state)];
  if (state.list.listing.scan !== null && state.list.listing.asked !== null) return replacingStopped(state);
  const given = withoutOtherMissed(state.list.listing);
  if (given !== state.list.listing) return [{ ...state, list: { ...state.list, listing: given }, notice: null }];
  const { order, filter } = state.list.listing.view;
  if (filter.tests.length > 0) {
    const height = tableRows(state.rows);
    return [withListing(state, reshown(state.list.listing, noFilter, order, filterContext(state), height))];
  }
  if (scan === null || scan.query.search === '') return organisationsListed(state);
  const { unsearched } = state.list;
  const isSameList = unsearched?.scan?.query.includeDisabled === scan.query.includeDisabled;
  const next: State = { ...state, list: { ...state.list, unsearched: null }, notice: null };
  return unsearched !== null && isSameList
    ? listingRestored(next, unsearched)
    : asked(next, { ...scan.query, search: '' }, readModeOf(next));
}

/** Ages move with the clock, and with them a filter that looks at them. */
function ageFilterRenewed(state: State): Step {
  const { listing } = state.list;
  if (!listing.view.filter.usesClock) return [state];
  return [withListing(state, rebuilt(listing, filterContext(state), tableRows(state.rows)))];
}

/** Takes the search as it was typed. */
function searchAccepted(state: State, prompt: Prompt & { readonly kind: 'search' }): Step {
  const wasPlain = currentScan(prompt.before)?.query.search === '';
  return andThen(searchPaused(state), (searched) => {
    const isPlain = currentScan(searched.list.listing)?.query.search === '';
    const before = wasPlain ? prompt.before : searched.list.unsearched;
    return [{ ...searched, prompt: null, list: { ...searched.list, unsearched: isPlain ? null : before } }];
  });
}

export const list: Feature<'list'> = {
  update: {
    pageArrived: pageArrived,
    pageFailed: pageFailed,
    refreshRequested: refreshed,
    disabledToggled(state) {
      const scan = currentScan(state.list.listing);
      if (scan === null) return [state];
      return asked(state, { ...scan.query, includeDisabled: !scan.query.includeDisabled }, readModeOf(state));
    },
    searchOpened(state) {
      const { asked: wanted, missed, scan } = state.list.listing;
      // A search that failed can be mended.
      const typed = (wanted ?? missed ?? scan)?.query.search ?? '';
      return [{ ...state, prompt: { kind: 'search', typed, before: state.list.listing } }];
    },
    orderChanged(state) {
      const { order } = state.list.listing.view;
      return [ordered(state, nextOrder(order))];
    },
    orderFlipped(state) {
      const { order } = state.list.listing.view;
      return [ordered(state, { ...order, reversed: !order.reversed })];
    },
    orderChosen(state, action) {
      const { order } = state.list.listing.view;
      return [ordered(state, { by: action.by, reversed: order.by === action.by && !order.reversed })];
    },
    autoRefreshToggled: autoRefreshToggled,
  },
  reads: listReads,
  timers: { searchPause: searchPaused, refresh: refreshDue },
  reacts: {
    resized: (state) => [
      withListing(state, withCursorAt(state.list.listing, state.list.listing.cursor.row, tableRows(state.rows))),
    ],
    minutePassed: ageFilterRenewed,
    clockCompared: ageFilterRenewed,
  },
  pending({ screen, list: { listing } }) {
    const scan = currentScan(listing);
    // Behind the list of organisations nobody waits for a page.
    return scan?.inFlight === true && screen.kind !== 'organisations'
      ? `page ${scan.id} ${scan.addresses.length}`
      : null;
  },
  screens: {
    systems: {
      back: backFromSystems,
      list(state) {
        const { scan, view, cursor } = state.list.listing;
        if (scan === null) return null;
        return {
          at: cursor,
          extent: { length: viewLength(view, scan), height: tableRows(state.rows) },
          moved: (motion) => cursorMoved(state, motion),
        };
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
      accepted: searchAccepted,
    },
  },
};
