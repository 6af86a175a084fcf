/** Lists the organisations of the account, and opens one. */
import { wholeView, atTop } from '../../kernel/list-view.ts';
import { organisationsEffects, organisationsReads } from './effects.ts';
import { type Feature, type Of, andThen, firstScreen, onScreen, withNotice, type Step } from '../../root/feature.ts';
import type { Organisation } from '../../../api/organisations.ts';
import type { Problem } from '../../../api/problem.ts';
import { knownOrNull } from '../../kernel/declare.ts';
import { withSession, withSignIn, askForToken } from '../sign-in/feature.ts';
import { blankSignIn } from '../../session/session.ts';
import { holdsToken, tokenNotSent } from '../../kernel/form.ts';
import type { State, Prompt } from '../../root/state.ts';
import { capitalise } from '../../change/run-kinds.ts';
import { offerStorage } from '../token-storage/feature.ts';
import {
  isOfAccount,
  organisationById,
  notMeantWords,
  organisationMeant,
  organisationWithId,
} from '../../session/organisations.ts';
import {
  beginCounting,
  keepList,
  stopCounting,
  receiveCountPage,
  organisationList,
  shownOrganisations,
} from './counting.ts';
import { withVisited } from '../../fleet/staleness/rows.ts';
import { isWholeList, newCounts, withRecalled } from './feature.ts';
import {
  enterAtSystem,
  enterOrganisation,
  lastOpened,
  listOrganisations,
  withOrganisations,
  allStaleList,
  withReturnToAllStale,
  showAllStale,
  withCursorKept,
} from './public.ts';

function openOrganisation(state: State): Step {
  const organisation = organisationList.current(state);
  return organisation === undefined ? [state] : enterWithSearch(state, organisation);
}

/** Applies the search from the flags, once. */
function enterWithSearch(state: State, organisation: Organisation): Step {
  return enterOrganisation(withSession(state, { wantedSearch: '' }), organisation, state.session.wantedSearch);
}

/** Applies no search of the flags: it may hide the system. */
function openStaleSystem(state: State): Step {
  const system = allStaleList.current(state);
  if (system === undefined) return [state];
  return andThen(enterAtSystem(state, system.organisation, system), (next) => [
    withReturnToAllStale(next, system.organisation.orgId),
  ]);
}

/** Esc in an organisation leads back to the list that it was opened from. */
function leaveToOrganisations(state: State): Step {
  const { openedFor } = state.organisations.allStale;
  const isFromAllStale = state.screen.kind === 'systems' && openedFor === state.organisation?.orgId;
  return isFromAllStale ? [showAllStale(state)] : listOrganisations(state);
}

/** True when the answer is too late: its token was signed out meanwhile. */
function isLate({ screen, session }: State): boolean {
  return screen.kind === 'signIn' && !session.signIn.isTrying;
}

function failOrganisations(state: State, problem: Problem): Step {
  const status = problem.kind === 'refused' ? problem.status : null;
  if (status === 403) return forbidList(state, problem);
  if (state.screen.kind === 'signIn') return [withSignIn(state, { isTrying: false, problem })];
  if (status === 401) return [withSignIn(askForToken(state, null), { problem })];
  return [failList(state, problem)];
}

function failList(state: State, problem: Problem): State {
  const { organisations } = state;
  const list = { kind: 'failed', problem, last: knownOrNull(organisations.list) } as const;
  return { ...state, organisations: { ...organisations, list } };
}

/** A token with a narrow scope may read systems, but not this list: you can enter an organisation's id. */
function forbidList(state: State, problem: Problem): Step {
  const { wantedOrganisation } = state.session;
  const told = receiveOrganisations(failList(state, problem));
  if (wantedOrganisation === null)
    return keepOrganisations(state, [told.screen.kind === 'organisations' ? askOrganisation(told) : told]);
  const organisation = organisationWithId(wantedOrganisation, knownOrNull(state.organisations.list));
  return keepOrganisations(state, enterWithSearch(told, organisation));
}

/** The service has answered, which completes a sign-in in progress. */
function receiveOrganisations(state: State): State {
  const next = withSession(state, { signIn: blankSignIn, wantedOrganisation: null });
  if (state.screen.kind !== 'signIn') return next;
  return { ...withSession(next, { tokenSource: 'session' }), screen: { kind: 'organisations' } };
}

function askOrganisation(state: State): State {
  return { ...state, prompt: { kind: 'organisation', typed: '' }, notice: null };
}

function showOrganisations(state: State, organisations: readonly Organisation[]): Step {
  // An organisation that was opened by its id meanwhile stays open.
  const isAtWork = state.organisation !== null && state.screen.kind !== 'organisations';
  const isFirst = knownOrNull(state.organisations.list) === null && !isAtWork;
  const next = receiveOrganisations(withOrganisations(state, organisations));
  const opened = isFirst ? openFirst(next, organisations, state.session.wantedOrganisation) : ([next] as const);
  return keepOrganisations(state, andThen(opened, seekFacts));
}

/** Requests interrupted runs and earlier counts for the rows of organisations. */
function seekFacts(state: State): Step {
  const { baseUrl } = state.session;
  const isShown = state.screen.kind === 'organisations' && (knownOrNull(state.organisations.list)?.length ?? 0) > 0;
  if (!isShown || baseUrl === null) return [state];
  return [state, { kind: 'findUnfinished', baseUrl }, { kind: 'recallCounts', baseUrl }];
}

/** Stores the new token, or asks where, if no storage is known. `before`: the state during sign-in. */
function keepOrganisations({ screen, session }: State, [state, ...effects]: Step): Step {
  const { baseUrl, signIn } = session;
  const { unkept } = signIn;
  if (screen.kind !== 'signIn' || baseUrl === null) return [state, ...effects];
  if (unkept !== null) return [offerStorage(state, unkept), ...effects];
  return [state, { kind: 'storeToken', baseUrl, choice: null }, ...effects];
}

/** A name as a filter, with quotes around signs of the filter language. */
function asFilter(name: string): string {
  return /^[\p{L}\p{N}.]*$/u.test(name) ? name : `"${name.replaceAll('"', '')}"`;
}

/** Opens the requested organisation (by id, name or part of a name), or the only one. */
function openFirst(state: State, all: readonly Organisation[], wanted: string | null): Step {
  const meant = wanted === null ? null : organisationMeant(all, wanted);
  if (meant?.kind === 'several') {
    const text = `Several organisations match "${wanted ?? ''}". Choose one.`;
    const shown = organisationList.withFilter(state, asFilter(wanted ?? ''));
    return [{ ...shown, notice: { kind: 'warning', text } }];
  }
  if (meant?.kind === 'none') {
    const words = capitalise(notMeantWords(meant, wanted ?? ''));
    const text = words.endsWith('?') ? words : `${words}. Choose one.`;
    return [{ ...state, notice: { kind: 'warning', text } }];
  }
  const only = meant?.organisation ?? (all.length === 1 ? all[0] : undefined);
  const { baseUrl } = state.session;
  if (only === undefined) return baseUrl === null ? [state] : [state, { kind: 'recallOrganisation', baseUrl }];
  return openAtOnce(state, only);
}

/** Skips the screen that names the source of the token. */
function openAtOnce(state: State, organisation: Organisation): Step {
  const [opened, ...effects] = enterWithSearch(state, organisation);
  const text = 'Your token comes from the environment (ROLLCALL_TOKEN).';
  return [state.session.tokenSource === 'environment' ? withNotice(opened, text) : opened, ...effects];
}

/** Reopens the last organisation, unless you were faster. */
function recallOrganisation(state: State, orgId: string): Step {
  const { list, position } = state.organisations;
  const isWaited = state.screen.kind === 'organisations' && state.organisation === null && position.row === 0;
  if (!isWaited || state.prompt !== null) return [state];
  const organisation = organisationById(knownOrNull(list) ?? [], orgId);
  if (organisation === undefined)
    return [withNotice(state, 'The organisation that was open last is no longer listed. Choose another.')];
  return openAtOnce(state, organisation);
}

/** Counts the open list once it is whole, so that this visit is remembered even if you quit. */
function keepWhole(state: State, before: State): State {
  const { scan } = state.list.listing;
  const isNew = scan !== before.list.listing.scan && !isWholeList(before.list.listing.scan);
  return isNew && isWholeList(scan) && scan.query.includeDisabled ? keepList(state) : state;
}

function acceptOrganisationId(state: State, prompt: Of<Prompt, 'organisation'>): Step {
  const orgId = prompt.typed.trim();
  if (holdsToken(orgId)) return [{ ...state, prompt: { ...prompt, typed: '' }, notice: tokenNotSent }];
  const left: State = { ...state, prompt: null };
  if (orgId === '') return [left];
  return enterOrganisation(left, organisationWithId(orgId, knownOrNull(state.organisations.list)), '');
}

export const organisations: Feature<'organisations'> = {
  slice: {
    initial: {
      list: { kind: 'loading', last: null },
      position: atTop,
      view: wholeView,
      allStale: {
        position: atTop,
        view: { filter: '', sort: { by: 'last seen', isReversed: false } },
        openedFor: null,
      },
      counts: new Map(),
      counting: null,
      unfinished: new Map(),
    },
    lasts: 'session',
  },
  update: {
    organisationsArrived: (state, { organisations }) =>
      isLate(state) ? [state] : showOrganisations(state, organisations),
    organisationsFailed: (state, { problem }) =>
      isLate(state) || problem.kind === 'aborted' ? [state] : failOrganisations(state, problem),
    organisationRecalled: (state, { orgId }) => recallOrganisation(state, orgId),
    organisationOpened: openOrganisation,
    organisationChosen(state, { orgId }) {
      // Searches all organisations, including those that the filter hides.
      const all = organisationList.unfiltered(state) ?? state;
      const row = shownOrganisations(all).findIndex((one) => one.orgId === orgId);
      return row === -1 ? [state] : openOrganisation(organisationList.cursorAt(all, row));
    },
    organisationsOpened: leaveToOrganisations,
    switchRequested: listOrganisations,
    countRequested: beginCounting,
    countsRecalled(state, { counts: kept }) {
      const { organisations } = state;
      const visited = kept.get(state.organisation?.orgId ?? '') ?? null;
      const counts = withRecalled(organisations.counts, kept);
      return [{ ...withVisited(state, visited), organisations: { ...organisations, counts } }];
    },
    countPageArrived: (state, { scan, page, now }) => receiveCountPage(state, scan, { ok: true, value: page }, now),
    countPageFailed: (state, { scan, problem }) => receiveCountPage(state, scan, { ok: false, problem }),
    unfinishedFound: (state, { unfinished }) => [{ ...state, organisations: { ...state.organisations, unfinished } }],
    organisationIdAsked: (state) => [askOrganisation(state)],
    allStaleOpened: (state) => [showAllStale(state)],
    allStaleChosen: openStaleSystem,
  },
  effects: organisationsEffects,
  reads: organisationsReads,
  progress: { countPageArrived: (state) => state.organisations.counting !== null },
  pending(state) {
    const { list, counting } = state.organisations;
    if (!isOfAccount(state)) return null;
    if (list.kind === 'loading') return 'organisations';
    return counting === null ? null : `count ${counting.scan.id} ${counting.scan.addresses.length}`;
  },
  after(changed, before) {
    const state = withCursorKept(keepWhole(changed, before), before);
    const { baseUrl } = state.session;
    const [now, earlier] = [state.organisations, before.organisations];
    if (now === earlier) return [state];
    // A new count may move the rows.
    const isMoved = now.view.sort.by !== null && now.position === earlier.position;
    const next = isMoved ? organisationList.cursorKept(state, before) : state;
    const counts = now.counts === earlier.counts ? null : newCounts(now.counts, earlier.counts);
    if (counts === null || counts.size === 0 || baseUrl === null) return [next];
    return [next, { kind: 'rememberCounts', baseUrl, counts }];
  },
  reacts: {
    resized: (state) => [organisationList.cursorKept(state, state)],
    // Deferred until the first table is shown, because loading the code would delay it.
    pageArrived(state, _, { list }) {
      const query = list.listing.scan === null ? state.list.listing.scan?.query : undefined;
      return [state, ...(query === undefined ? [] : lastOpened(state, query.orgId))];
    },
    // A run stops the reading of the list: its first page may never arrive.
    journalOpened(state) {
      const isListed = state.list.listing.scan !== null;
      const { organisation } = state;
      return [state, ...(isListed || organisation === null ? [] : lastOpened(state, organisation.orgId))];
    },
  },
  screens: {
    organisations: {
      back(state) {
        if (state.organisations.counting !== null) return stopCounting(state);
        const whole = organisationList.unfiltered(state);
        return whole === null ? firstScreen(state) : [whole];
      },
      list: organisationList.list,
    },
    allStale: {
      // A count goes on: esc on the organisations stops it.
      back: (state) => [allStaleList.unfiltered(state) ?? onScreen(state, { kind: 'organisations' })],
      list: allStaleList.list,
    },
    organisation: {
      field: (state, prompt) => ({
        name: 'organisation',
        text: prompt.typed,
        edited: (typed) => [{ ...state, prompt: { ...prompt, typed } }],
      }),
      accepted: acceptOrganisationId,
    },
  },
};
