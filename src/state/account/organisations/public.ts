/** Opens an organisation: resets the state of the previous one, and loads the systems. Also lists the organisations. */
import type { Organisation } from '../../../api/organisations.ts';
import { seekCutOff, leaveFinishedRun } from '../../removal/deletion/public.ts';
import { readAgain, knownOrNull } from '../../kernel/declare.ts';
import { type Step, andThen, onScreen } from '../../root/feature.ts';
import { replaceList, readNextPage, startScan, withoutListing } from '../../fleet/list/feature.ts';
import { rowOf, type Scan } from '../../fleet/list/scan.ts';
import { cursorOn, missingNotice, wantSystem, type WantedSystem } from '../../fleet/resume.ts';
import { withVisited } from '../../fleet/staleness/rows.ts';
import { leaveRange } from '../../fleet/marks/feature.ts';
import { leaveReview } from '../../removal/review/opening.ts';
import { withoutSlicesOf } from '../../root/registry.ts';
import type { State, Effect } from '../../root/state.ts';
import { keepList, organisationList, shownOrganisations, figuresFor, openList } from './counting.ts';
import { keptList, type Counts, maxOldest, oldestSystems, type SilentSystem } from './feature.ts';
import { organisationById } from '../../session/organisations.ts';
import { defineList } from '../../fleet/lists.ts';
import { dayMs, livingPages } from '../../fleet/staleness/staleness.ts';
import { fold } from '../../kernel/spelling.ts';
import { keepLast } from '../../kernel/store.ts';

/** Opens an organisation's list with its last filter and sort. */
export function enterOrganisation(
  state: State,
  organisation: Organisation,
  search: string,
  includeDisabled = false,
): Step {
  const isSame = state.organisation?.orgId === organisation.orgId;
  const [calm, ...abandoned] = leaveCounting(withReturnToAllStale(isSame ? state : keepList(state), null));
  const known = isSame ? calm : withVisited(calm, null);
  const entered: State = { ...known, organisation, screen: { kind: 'systems' }, notice: null };
  if (isSame && state.list.listing.scan !== null && search === '') return [entered, ...abandoned];
  const next = isSame ? entered : leaveFinishedRun(withoutSlicesOf(entered, 'organisation'));
  const fresh = withoutListing(leaveReview(leaveRange(next)));
  const { orgId } = organisation;
  const { baseUrl, profileSettings } = state.session;
  const query = { orgId, search, includeDisabled, perPage: profileSettings.pageSize };
  const recall: Effect[] =
    baseUrl === null
      ? []
      : [
          { kind: 'recallOrganisationSettings', baseUrl, orgId },
          { kind: 'recallListView', baseUrl, orgId },
          { kind: 'recallCounts', baseUrl },
        ];
  const kept = search === '' ? listAtHand(state, orgId) : null;
  const [begun, ...reading] = kept === null ? startScan(fresh, query, 'ahead') : showListAgain(fresh, kept);
  // A list in memory has no first page to wait for.
  const saved = kept === null ? [] : lastOpened(state, orgId);
  return andThen([begun, ...abandoned, ...reading, ...recall, ...saved], (next) => seekCutOff(next, orgId));
}

/** Saves the organisation that the next start opens. */
export function lastOpened({ session: { baseUrl } }: State, orgId: string): readonly Effect[] {
  return baseUrl === null ? [] : [{ kind: 'rememberOrganisation', baseUrl, orgId }];
}

/**
 * Opens an organisation with the cursor on one of its systems. A list in memory shows it; otherwise the service is
 * searched for its name.
 */
export function enterAtSystem(state: State, organisation: Organisation, system: WantedSystem): Step {
  const open = state.organisation?.orgId === organisation.orgId ? state.list.listing.scan : null;
  const atHand = open ?? listAtHand(state, organisation.orgId);
  const isAtHand = atHand !== null && rowOf(atHand, system.systemId) !== undefined;
  const search = isAtHand ? '' : (system.hostname ?? '').trim();
  return andThen(enterOrganisation(state, organisation, search, true), (next) => {
    // The open list stays as it is; another one takes its filter and sort from your last visit first.
    if (open === null || search !== '') return [wantSystem(next, system)];
    return [cursorOn(next, system.systemId) ?? missingNotice(next, system)];
  });
}

/** An older list is refreshed in the background while its rows are shown. */
const oldMs = 10 * 60_000;

/** The cached list of the organisation: from an earlier opening, or from a count, even a partial one. */
function listAtHand({ organisations: { counts, counting } }: State, orgId: string): Scan | null {
  if (counting?.scan.query.orgId === orgId && counting.scan.count > 0) return { ...counting.scan, mode: 'ahead' };
  return keptList(counts, orgId);
}

function showListAgain(state: State, scan: Scan): Step {
  const shown = replaceList(state, { ...scan, inFlight: false });
  if (scan.since !== null && state.now - scan.since > oldMs) return startScan(shown, scan.query, 'all');
  return readNextPage(shown, shown.list.listing);
}

/** Opening an organisation cancels the count, because its own list has priority. */
function leaveCounting(state: State): Step {
  const { counting } = state.organisations;
  if (counting === null) return [state];
  const organisations = { ...state.organisations, counting: null };
  return [
    { ...state, organisations },
    { kind: 'abandonRead', slot: 'count' },
  ];
}

/** Reloads the organisations and shows them; known figures stay visible. */
export function listOrganisations(state: State): Step {
  const { baseUrl } = state.session;
  if (baseUrl === null) return [state];
  const organisations = { ...state.organisations, list: readAgain(state.organisations.list) };
  const listed = withReturnToAllStale(withRowOfOpen({ ...state, organisations }), null);
  return [onScreen(listed, { kind: 'organisations' }), { kind: 'listOrganisations', baseUrl }];
}

/** Starts with the cursor on the organisation that was open. */
function withRowOfOpen(state: State): State {
  const { organisation, screen } = state;
  if (organisation === null || screen.kind === 'organisations') return state;
  const row = shownOrganisations(state).findIndex(({ orgId }) => orgId === organisation.orgId);
  return row < 0 ? state : organisationList.cursorAt(state, row);
}

/** Stores the loaded list; an organisation that was opened by its id gets its name. */
export function withOrganisations(state: State, all: readonly Organisation[]): State {
  const { position } = state.organisations;
  const next: State = { ...state, organisations: { ...state.organisations, list: { kind: 'ready', value: all } } };
  const organisation = state.organisation && (organisationById(all, state.organisation.orgId) ?? state.organisation);
  return { ...organisationList.cursorAt(next, position.row), organisation };
}

// The stale systems of all counted organisations, in one list. It only reads: marks and reviews belong to the list of one organisation.

/** A stale system, and its organisation. */
export interface StaleSystem extends SilentSystem {
  readonly organisation: Organisation;
}

/** Null when the systems are not known: not counted in this session, or without the disabled ones. */
function oldestIn(orgId: string, counts: Counts, open: Scan | null): readonly SilentSystem[] | null {
  const scan = open?.query.orgId === orgId ? open : keptList(counts, orgId);
  if (scan !== null) return scan.query.includeDisabled ? oldestSystems(livingPages(scan)) : null;
  const count = counts.get(orgId);
  return count?.kind === 'counted' ? (count.oldest ?? null) : null;
}

const none: readonly Organisation[] = [];

const silentSystems = keepLast((organisations: readonly Organisation[], counts: Counts, open: Scan | null) =>
  organisations
    .flatMap((organisation) =>
      (oldestIn(organisation.orgId, counts, open) ?? []).map((system): StaleSystem => ({ ...system, organisation })),
    )
    .sort((a, b) => a.time - b.time),
);

/** The list is sorted by age, so a threshold cuts it. Another minute often cuts it at the same place. */
const firstOf = keepLast((systems: readonly StaleSystem[], length: number) => systems.slice(0, length));

function staleAmong(systems: readonly SilentSystem[], { staleness, now }: State): number {
  const before = now - staleness.days * dayMs;
  const fresh = systems.findIndex(({ time }) => time >= before);
  return fresh < 0 ? systems.length : fresh;
}

/** Oldest first. The threshold of now applies, whichever one they were counted by. */
export function allStaleRows(state: State): readonly StaleSystem[] {
  const { list, counts } = state.organisations;
  const systems = silentSystems(knownOrNull(list) ?? none, counts, openList(state));
  return firstOf(systems, staleAmong(systems, state));
}

export const oldestFirst = { by: 'last seen', isReversed: false } as const;

export const allStaleList = defineList<StaleSystem>({
  rows: allStaleRows,
  key: ({ organisation, systemId }) => `${organisation.orgId} ${systemId}`,
  columns: [
    {
      ...{ id: 'org', texts: ({ organisation: { orgName, orgId } }) => [orgName, orgId] },
      sortedBy: ({ organisation }) => fold(organisation.orgName),
    },
    {
      ...{ id: 'name', texts: ({ hostname }) => hostname ?? '' },
      sortedBy: ({ hostname }) => hostname && fold(hostname),
    },
    {
      ...{ id: 'state', texts: ({ state }) => state ?? '' },
      sortedBy: ({ state }) => state && fold(state),
    },
    { id: oldestFirst.by, sortedBy: ({ time }) => -time, isFalling: true },
    { id: 'id', texts: ({ systemId }) => systemId },
  ],
  comesBy: oldestFirst,
  view: {
    of: ({ organisations: { allStale } }) => allStale.view,
    set: (state, view) => withAllStale(state, { view }),
  },
  at: {
    isShown: ({ screen }) => screen.kind === 'allStale',
    of: ({ organisations: { allStale } }) => allStale.position,
    set: (state, position) => withAllStale(state, { position }),
  },
});

function withAllStale(state: State, change: Partial<State['organisations']['allStale']>): State {
  const { organisations } = state;
  return { ...state, organisations: { ...organisations, allStale: { ...organisations.allStale, ...change } } };
}

/** The organisation that was opened from the list; null: another way leads to the open one. */
export function withReturnToAllStale(state: State, orgId: string | null): State {
  return state.organisations.allStale.openedFor === orgId ? state : withAllStale(state, { openedFor: orgId });
}

/** Shows the list with its last cursor. */
export function showAllStale(state: State): State {
  const opened = withReturnToAllStale(onScreen(state, { kind: 'allStale' }), null);
  return allStaleList.cursorAt(opened, opened.organisations.allStale.position.row);
}

/** Keeps the cursor on its system while counts add and remove rows. */
export function withCursorKept(state: State, before: State): State {
  const isMoved = state.organisations.allStale.position !== before.organisations.allStale.position;
  if (isMoved || state.screen.kind !== 'allStale' || before.screen.kind !== 'allStale') return state;
  const were = allStaleRows(before);
  return allStaleRows(state) === were ? state : allStaleList.cursorKept(state, before);
}

/** The organisations that the list covers, and what it leaves out. */
export interface AllStaleFacts {
  /** Number of organisations whose systems are known, and of all. */
  readonly counted: number;
  readonly of: number;
  /** When the first of them was counted, in milliseconds since 1970; null: none is counted. */
  readonly since: number | null;
  /** Stale systems of the counted organisations, listed or not. */
  readonly stale: number;
  /** Only the oldest systems of these are listed. */
  readonly cut: readonly Organisation[];
  /** Systems of unreadable age, which may be stale as well. */
  readonly unknown: number;
  /** Number of counted organisations whose lists have no certain end, so that systems may be missing. */
  readonly incomplete: number;
  /** Number of organisations of which an earlier start knows figures, but no systems. */
  readonly recalled: number;
}

export function allStaleFacts(state: State): AllStaleFacts {
  const { list, counts } = state.organisations;
  const all = knownOrNull(list) ?? none;
  const open = openList(state);
  const counted = all.flatMap((organisation) => {
    const oldest = oldestIn(organisation.orgId, counts, open);
    const figures = figuresFor(state, organisation.orgId);
    if (oldest === null || figures === null) return [];
    const listed = staleAmong(oldest, state);
    const stale = Math.max(listed, figures.stale ?? 0);
    // An evicted list of another threshold has no figure: as many rows as fit may be a part.
    const isCut = stale > listed || (figures.stale === null && listed === maxOldest);
    return [{ ...figures, organisation, stale, isCut }];
  });
  return {
    counted: counted.length,
    of: all.length,
    since: counted.length === 0 ? null : Math.min(...counted.map(({ at }) => at)),
    stale: counted.reduce((sum, { stale }) => sum + stale, 0),
    cut: counted.filter(({ isCut }) => isCut).map(({ organisation }) => organisation),
    unknown: counted.reduce((sum, { unknown }) => sum + unknown, 0),
    incomplete: counted.filter(({ isIncomplete }) => isIncomplete).length,
    recalled: all.filter(({ orgId }) => figuresFor(state, orgId)?.isRecalled === true).length,
  };
}
