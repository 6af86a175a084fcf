/** What do motions, searches, filters and orders do to the list of systems? */
import type { Organisation } from '../../api/organisation.ts';
import type { ListAction } from '../actions.ts';
import type { Effect } from '../effects.ts';
import { nothingToFind } from '../resume/to-find.ts';
import { filterAccepted } from '../filter/update.ts';
import { defaultGuards } from '../review/guards.ts';
import { noLabel } from '../organisations/label.ts';
import { organisationWithId } from '../organisations/model.ts';
import { settingsAccepted } from '../settings/update.ts';
import {
  asking,
  currentScan,
  isNearEnd,
  rebuilt,
  withCursorAt,
  withoutOtherMissed,
  withReadMode,
  withScan,
} from './listing.ts';
import { atTop, type Motion, moved } from '../kernel/list-cursor.ts';
import { known } from '../kernel/loadable.ts';
import { noMarks } from '../marks/marks.ts';
import { asked, pageArrived, pageFailed, readModeOf, readOn, refreshed, withListing } from './reading.ts';
import { isGoing } from '../deletion/run.ts';
import { cutOffAsked } from '../deletion/runs/update.ts';
import type { ListQuery } from '../../api/systems.ts';
import { isComplete, isHeldUp, isToMark } from './scan.ts';
import { filterContext, marksAtStake, systemAtHand } from '../selectors.ts';
import { type Listing, noListing, type State } from '../state.ts';
import { defaultColumns } from '../columns/model.ts';
import { visitCompared } from '../changes/update.ts';
import { andThen, type Step } from '../kernel/step.ts';
import { holdsToken } from '../sign-in/token-pattern.ts';
import { tableRows } from '../kernel/layout.ts';
import { viewLength } from './rows.ts';

/** A person who types is not asked about at each letter: the search waits for this pause. */
export const searchPauseMs = 250;

export function reduceList(state: State, action: ListAction): Step {
  switch (action.kind) {
    case 'pageArrived':
      return pageArrived(state, action);
    case 'pageFailed':
      return pageFailed(state, action);
    case 'visitCompared':
      return [visitCompared(state, action)];
    case 'refreshRequested':
      return refreshed(state);
    case 'disabledToggled': {
      const scan = currentScan(state.list.listing);
      if (scan === null) return [state];
      return asked(state, { ...scan.query, includeDisabled: !scan.query.includeDisabled }, readModeOf(state));
    }
    case 'searchOpened': {
      const { asked: wanted, missed, scan } = state.list.listing;
      // A search that failed can be mended.
      const typed = (wanted ?? missed ?? scan)?.query.search ?? '';
      return [{ ...state, prompt: { kind: 'search', typed, before: state.list.listing } }];
    }
    case 'promptAccepted':
      return promptAccepted(state);
    case 'detailsOpened':
      return detailsOpened(state);
    case 'detailsArrived':
      if (state.screen.kind !== 'details' || state.screen.systemId !== action.systemId) return [state];
      return [
        { ...state, now: action.now, screen: { ...state.screen, system: { kind: 'ready', value: action.system } } },
      ];
    case 'detailsFailed': {
      if (state.screen.kind !== 'details' || state.screen.systemId !== action.systemId) return [state];
      if (action.problem.kind === 'aborted') return [state];
      const last = known(state.screen.system);
      return [{ ...state, screen: { ...state.screen, system: { kind: 'failed', problem: action.problem, last } } }];
    }
  }
}

/** Are there marks, of another organisation than this one? */
export function wouldLoseMarks(state: State, orgId: string): boolean {
  return orgId !== '' && state.organisation?.orgId !== orgId && marksAtStake(state) > 0;
}

/** Opens an organisation's list; the marks of another organisation are not taken along. */
export function organisationEntered(
  state: State,
  organisation: Organisation,
  search: string,
  includeDisabled = false,
): Step {
  const isSame = state.organisation?.orgId === organisation.orgId;
  const entered: State = { ...state, organisation, screen: { kind: 'systems' }, notice: null };
  if (isSame && state.list.listing.scan !== null && search === '') return [entered];
  const fresh: State = {
    ...entered,
    list: { ...entered.list, listing: noListing, unsearched: null, total: null },
    marks: {
      ...entered.marks,
      marked: isSame ? state.marks.marked : noMarks,
      before: isSame ? state.marks.before : null,
      rangeFrom: null,
    },
    resume: { ...entered.resume, toFind: nothingToFind },
    changes: isSame ? state.changes : null,
    review: null,
    // A run goes on wherever the person looks.
    deletion: isSame || isGoing(state.deletion) ? state.deletion : null,
    settings: {
      ...entered.settings,
      guards: isSame ? state.settings.guards : defaultGuards,
      label: isSame ? state.settings.label : noLabel,
    },
    tableColumns: {
      ...entered.tableColumns,
      chosen: isSame ? state.tableColumns.chosen : defaultColumns,
      savedViews: isSame ? state.tableColumns.savedViews : {},
    },
  };
  const { baseUrl } = state.session;
  const recall: Effect[] =
    baseUrl === null ? [] : [{ kind: 'recallOrganisationSettings', baseUrl, orgId: organisation.orgId }];
  return andThen(asked(fresh, { ...queryFor(state, organisation.orgId, search), includeDisabled }, 'ahead'), (next) =>
    andThen([next, ...recall], (recalled) => cutOffAsked(recalled, organisation.orgId)),
  );
}

function queryFor({ list: { pageSize } }: State, orgId: string, search: string): ListQuery {
  return { orgId, search, includeDisabled: false, perPage: pageSize };
}

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

/** Addresses stand in the logs of whatever they come through. */
const notSent = { kind: 'warning', text: 'That has the form of an access token: it was not sent.' } as const;

/** The search that is being typed, once it paused. */
export function searchPaused(state: State): Step {
  if (state.prompt?.kind !== 'search') return [state];
  if (holdsToken(state.prompt.typed)) return [{ ...state, prompt: { ...state.prompt, typed: '' }, notice: notSent }];
  const scan = currentScan(state.list.listing);
  if (scan === null || scan.query.search === state.prompt.typed) {
    return [{ ...state, list: { ...state.list, listing: withoutOtherMissed(state.list.listing) } }];
  }
  return asked(state, { ...scan.query, search: state.prompt.typed }, 'ahead');
}

/** Takes what was typed. */
export function promptAccepted(state: State): Step {
  const { prompt } = state;
  if (prompt?.kind === 'organisation') {
    const orgId = prompt.typed.trim();
    if (holdsToken(orgId)) return [{ ...state, prompt: { ...prompt, typed: '' }, notice: notSent }];
    if (wouldLoseMarks(state, orgId))
      return [{ ...state, overlay: { kind: 'marksLost', by: { kind: 'promptAccepted' } } }];
    const left: State = { ...state, prompt: null };
    if (orgId === '') return [left];
    return organisationEntered(left, organisationWithId(orgId, known(state.organisations.list)), '');
  }
  if (prompt?.kind === 'settings') return settingsAccepted(state, prompt);
  if (prompt?.kind === 'filter' || prompt?.kind === 'pattern') return filterAccepted(state, prompt);
  if (prompt?.kind !== 'search') return [{ ...state, prompt: null }];
  const wasPlain = currentScan(prompt.before)?.query.search === '';
  return andThen(searchPaused(state), (searched) => {
    const isPlain = currentScan(searched.list.listing)?.query.search === '';
    const before = wasPlain ? prompt.before : searched.list.unsearched;
    return [{ ...searched, prompt: null, list: { ...searched.list, unsearched: isPlain ? null : before } }];
  });
}

function detailsOpened(state: State): Step {
  const system = systemAtHand(state);
  if (system === undefined || state.organisation === null) return [state];
  const { systemId } = system;
  return [
    {
      ...state,
      screen: { kind: 'details', systemId, system: { kind: 'loading', last: system }, list: atTop },
      notice: null,
    },
    { kind: 'readSystem', orgId: state.organisation.orgId, systemId },
  ];
}
