/** What do pages, searches, filters and orders do to the state? */
import type { Organisation } from '../api/organisation.ts';
import type { Problem } from '../api/problem.ts';
import type { ListAction } from './actions.ts';
import { readFilter } from './filter.ts';
import {
  asking,
  currentScan,
  isNearEnd,
  rebuilt,
  reshown,
  systemsRead,
  withArrived,
  withCursorAt,
  withGoal,
  withScan,
} from './listing.ts';
import { atTop, type Motion, moved } from './list-position.ts';
import { noMarks, withStaleMarked } from './marks.ts';
import { nextOrder } from './order.ts';
import { type Goal, isComplete, newScan, type Question, readsEverything, systemById } from './scan.ts';
import { filterContext, systemUnderCursor } from './selectors.ts';
import { type Listing, noListing, type State } from './state.ts';
import { type Step, then } from './step.ts';
import { tableRows } from './viewport.ts';
import { viewLength } from './view.ts';

/** Systems asked for in one page; a service that refuses it is asked once more without. */
export const pageSize = 200;

/** A person who types is not asked about at each letter: the search waits for this pause. */
export const searchPauseMs = 250;

export function reduceList(state: State, action: ListAction): Step {
  switch (action.kind) {
    case 'pageArrived':
      return pageArrived(state, action);
    case 'pageFailed':
      return pageFailed(state, action);
    case 'refreshRequested':
      return refreshed(state);
    case 'disabledToggled': {
      const scan = currentScan(state.listing);
      if (scan === null) return [state];
      return asked(state, { ...scan.question, includeDisabled: !scan.question.includeDisabled }, 'ahead');
    }
    case 'searchOpened': {
      const typed = currentScan(state.listing)?.question.search ?? '';
      return [{ ...state, prompt: { kind: 'search', typed, before: state.listing } }];
    }
    case 'filterOpened':
      return [{ ...state, prompt: { kind: 'filter', typed: state.listing.view.filter.text, before: state.listing } }];
    case 'promptAccepted':
      return promptAccepted(state);
    case 'orderChanged':
      return [withListing(state, reordered(state, nextOrder(state.listing.view.order)))];
    case 'orderFlipped': {
      const { order } = state.listing.view;
      return [withListing(state, reordered(state, { ...order, reversed: !order.reversed }))];
    }
    case 'detailsOpened':
      return detailsOpened(state);
    case 'detailsArrived':
      if (state.screen.kind !== 'details' || state.screen.systemId !== action.systemId) return [state];
      return [
        { ...state, now: action.now, screen: { ...state.screen, system: { kind: 'ready', value: action.system } } },
      ];
    case 'detailsFailed': {
      if (state.screen.kind !== 'details' || state.screen.systemId !== action.systemId) return [state];
      const { system } = state.screen;
      const last = system.kind === 'ready' ? system.value : system.last;
      return [{ ...state, screen: { ...state.screen, system: { kind: 'failed', problem: action.problem, last } } }];
    }
  }
}

/** Opens an organisation's list; the marks of another organisation are not taken along. */
export function organisationEntered(state: State, organisation: Organisation, search: string): Step {
  const isSame = state.organisation?.orgId === organisation.orgId;
  const entered: State = { ...state, organisation, screen: { kind: 'systems' }, notice: null };
  if (isSame && state.listing.scan !== null && search === '') return [entered];
  const { baseUrl } = state.session;
  const fresh: State = {
    ...entered,
    listing: noListing,
    unsearched: null,
    organisationTotal: null,
    marks: isSame ? state.marks : noMarks,
    review: null,
    run: isSame ? state.run : null,
  };
  const [next, ...effects] = asked(fresh, question(organisation.orgId, search), 'ahead');
  return baseUrl === null
    ? [next, ...effects]
    : [next, { kind: 'rememberOrganisation', baseUrl, orgId: organisation.orgId }, ...effects];
}

function question(orgId: string, search: string): Question {
  return { orgId, search, includeDisabled: false, perPage: pageSize };
}

/** Starts reading a list. What is on the screen stays until the first page of the new one is there. */
export function asked(state: State, what: Question, goal: Goal): Step {
  const [listing, ...effects] = asking({ ...state.listing, asked: newScan(state.nextId, what, goal) });
  return [{ ...state, listing, nextId: state.nextId + 1, notice: null }, ...effects];
}

/** Reads the current list on, to its end. */
export function readOn(state: State, goal: Goal): Step {
  const [listing, ...effects] = asking(withGoal(state.listing, goal));
  return [{ ...state, listing, notice: null }, ...effects];
}

/** Stops reading everything; the page that is on its way still arrives. */
export function readingStopped(state: State): State {
  const scan = currentScan(state.listing);
  if (scan === null || !readsEverything(scan)) return state;
  const text = 'Reading stopped. What was read stays; s reads on.';
  return { ...withListing(state, withGoal(state.listing, 'ahead')), notice: { kind: 'said', text } };
}

export function cursorMoved(state: State, motion: Motion): Step {
  const { scan, view, cursor } = state.listing;
  if (scan === null) return [state];
  const height = tableRows(state.rows);
  const position = moved(cursor, motion, viewLength(view, scan), height);
  const listing = withCursorAt({ ...state.listing, cursor: { ...cursor, ...position } }, position.row, height);
  const next = withListing(state, listing);
  if (motion === 'last' && !isComplete(scan)) return readOn(next, 'end');
  const calm = scan.goal === 'end' ? withListing(next, withGoal(listing, 'ahead')) : next;
  if (!isNearEnd(listing, height)) return [calm];
  const [ahead, ...effects] = asking(calm.listing);
  return [withListing(calm, ahead), ...effects];
}

/** The list again as it was before, and what it was waiting for asked again. */
export function listingRestored(state: State, before: Listing): Step {
  const scan = currentScan(before);
  const calm = scan === null ? before : withScan(before, { ...scan, inFlight: false });
  const restored: State = {
    ...state,
    prompt: null,
    listing: rebuilt(calm, filterContext(state), tableRows(state.rows)),
  };
  const isWaiting = before.asked !== null || (scan !== null && scan.inFlight);
  if (!isWaiting) return [restored, { kind: 'abandonRead', slot: 'page' }];
  const [listing, ...effects] = asking(restored.listing);
  return [withListing(restored, listing), ...effects];
}

/** The search that is being typed, once it paused. */
export function searchPaused(state: State): Step {
  if (state.prompt?.kind !== 'search') return [state];
  const scan = currentScan(state.listing);
  if (scan === null || scan.question.search === state.prompt.typed) return [state];
  return asked(state, { ...scan.question, search: state.prompt.typed }, 'ahead');
}

export function filterTyped(state: State, text: string): State {
  const height = tableRows(state.rows);
  const { order } = state.listing.view;
  return withListing(state, reshown(state.listing, readFilter(text), order, filterContext(state), height));
}

export function withListing(state: State, listing: Listing): State {
  return { ...state, listing };
}

function pageArrived(state: State, { scan: id, page, now }: ListAction & { kind: 'pageArrived' }): Step {
  const scan = currentScan(state.listing);
  if (scan?.id !== id) return [state];
  const { question, goal } = scan;
  const listing = withArrived(state.listing, page, filterContext(state), tableRows(state.rows));
  const isOfAll = question.search === '' && page.total !== null;
  const next: State = { ...state, now, listing, organisationTotal: isOfAll ? page.total : state.organisationTotal };
  if (page.next.kind === 'untrusted') {
    const problem: Problem = { kind: 'untrustedLink', operation: 'list systems', ...linkOf(page.next) };
    return [{ ...withListing(next, withGoal(listing, 'ahead')), notice: { kind: 'problem', problem } }];
  }
  if (page.next.kind === 'page') {
    if (goal === 'ahead') return [next];
    const [more, ...effects] = asking(listing);
    return [withListing(next, more), ...effects];
  }
  const ended = withListing(next, withGoal(listing, 'ahead'));
  return [goal === 'markStale' ? staleMarked(ended) : ended];
}

function linkOf({ link, reason }: { link: string; reason: (Problem & { kind: 'untrustedLink' })['reason'] }) {
  return { link, reason };
}

/** Marks the stale systems of a list that was read whole. */
export function staleMarked(state: State): State {
  const marks = withStaleMarked(state.marks, systemsRead(state.listing), state.days, state.now);
  const added = [...marks.values()].filter((mark) => mark.by === 'rule').length;
  const text = added === 0 ? `No system is stale at ${state.days} days.` : `Marked as stale: ${added}. d reviews them.`;
  return marksChanged({ ...state, notice: { kind: 'said', text } }, marks);
}

/** New marks, and the list again where its filter looks at them. */
export function marksChanged(state: State, marks: State['marks']): State {
  const next = { ...state, marks };
  if (!state.listing.view.filter.usesMarks) return next;
  return withListing(next, rebuilt(next.listing, filterContext(next), tableRows(next.rows)));
}

function pageFailed(state: State, { scan: id, problem }: ListAction & { kind: 'pageFailed' }): Step {
  const scan = currentScan(state.listing);
  if (scan?.id !== id || problem.kind === 'aborted') return [state];
  const isPageSizeRefused =
    problem.kind === 'refused' && (problem.status === 400 || problem.status === 422) && scan.question.perPage !== null;
  if (isPageSizeRefused && scan.next.kind === 'first') {
    const [next, ...effects] = asked(state, { ...scan.question, perPage: null }, scan.goal);
    const text = `The service refused pages of ${pageSize} systems; its own page size is used.`;
    return [{ ...next, notice: { kind: 'said', text } }, ...effects];
  }
  const notice = { kind: 'problem', problem } as const;
  const failed = { ...scan, inFlight: false, goal: 'ahead', problem } as const;
  // Rows already read stay on the screen, whatever became of the list that was to take their place.
  const isFirst = state.listing.scan === null;
  const listing = isFirst ? { ...state.listing, scan: failed, asked: null } : withScan(state.listing, failed);
  return [{ ...state, notice, listing: isFirst ? listing : { ...listing, asked: null } }];
}

/** Reads on where reading stopped; else reads the list again from its first page. */
function refreshed(state: State): Step {
  const scan = currentScan(state.listing);
  if (scan === null) return [state];
  if (scan.problem !== null && scan.next.kind !== 'end') return readOn(state, scan.goal);
  return asked(state, scan.question, isComplete(scan) ? 'all' : 'ahead');
}

function promptAccepted(state: State): Step {
  const { prompt } = state;
  if (prompt?.kind !== 'search') return [{ ...state, prompt: null }];
  const wasPlain = currentScan(prompt.before)?.question.search === '';
  return then(searchPaused(state), (searched) => {
    const isPlain = currentScan(searched.listing)?.question.search === '';
    const before = wasPlain ? prompt.before : searched.unsearched;
    return [{ ...searched, prompt: null, unsearched: isPlain ? null : before }];
  });
}

function reordered(state: State, order: State['listing']['view']['order']): Listing {
  const { filter } = state.listing.view;
  return reshown(state.listing, filter, order, filterContext(state), tableRows(state.rows));
}

function detailsOpened(state: State): Step {
  const system = systemUnderCursor(state);
  if (system === undefined || state.organisation === null) return [state];
  const { systemId } = system;
  const last = state.listing.scan === null ? system : (systemById(state.listing.scan, systemId) ?? system);
  return [
    { ...state, screen: { kind: 'details', systemId, system: { kind: 'loading', last }, list: atTop }, notice: null },
    { kind: 'readSystem', orgId: state.organisation.orgId, systemId },
  ];
}
