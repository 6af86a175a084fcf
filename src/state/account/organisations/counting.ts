/**
 * Counts the systems of all organisations, one page and one organisation at a time, and gives the figures of each. Only
 * reads.
 */
import type { Organisation } from '../../../api/organisations.ts';
import { defineList, type ListColumn, viewIn } from '../../fleet/lists.ts';
import { knownOrNull } from '../../kernel/declare.ts';
import { fold, groupDigits } from '../../kernel/spelling.ts';
import type { State } from '../../root/state.ts';
import { type Count, type Counting, type Figures, isWholeList, withCount, type ReadCountPage } from './feature.ts';
import type { Result } from '../../../api/problem.ts';
import type { SystemsPage } from '../../../api/systems.ts';
import { pageRequest } from '../../fleet/list/listing.ts';
import { withNotice, type Step } from '../../root/feature.ts';
import { advance, newScan, readFrom, type Scan, incompletenessOf } from '../../fleet/list/scan.ts';
import { staleCount, unknownAges, type Visit, visitsUpTo } from '../../fleet/staleness/staleness.ts';

// The list of organisations: its columns, filter and sort.

/** The stale share of systems, from 0 to 1; null when unknown, or without systems. */
export function staleShare({ systems, stale, unknown }: Figures): number | null {
  return stale === null || systems === 0 || unknown > 0 ? null : stale / systems;
}

const by =
  (keyOf: (figures: Figures) => number | null) =>
  ({ orgId }: Organisation, state: State): number | null => {
    const figures = figuresFor(state, orgId);
    return figures === null ? null : keyOf(figures);
  };

/** Sorts large figures and old counts first, because they need attention. */
const organisationColumns: readonly ListColumn<Organisation>[] = [
  { id: 'name', texts: ({ orgName }) => orgName, sortedBy: ({ orgName }) => fold(orgName) },
  { id: 'role', texts: ({ role }) => role },
  { id: 'id', texts: ({ orgId }) => orgId },
  { id: 'systems', sortedBy: by(({ systems }) => systems), isFalling: true },
  { id: 'stale', sortedBy: by(({ stale }) => stale), isFalling: true },
  { id: 'share', sortedBy: by(staleShare), isFalling: true },
  { id: 'checked', sortedBy: by(({ at }) => at) },
];

const none: readonly Organisation[] = [];

export const organisationList = defineList<Organisation>({
  rows: ({ organisations: { list } }) => knownOrNull(list) ?? none,
  key: ({ orgId }) => orgId,
  columns: organisationColumns,
  sortsBy: ({ organisations: { counts }, organisation, list: { listing }, staleness: { days }, now }) => [
    ...[counts, organisation, listing, days, now],
  ],
  view: viewIn('organisations'),
  at: {
    isShown: () => true,
    of: ({ organisations: { position } }) => position,
    set: (state, position) => ({ ...state, organisations: { ...state.organisations, position } }),
  },
});

export const shownOrganisations = organisationList.shown;

// Counting one organisation after the other.

function withOrganisationsSlice(state: State, change: Partial<State['organisations']>): State {
  return { ...state, organisations: { ...state.organisations, ...change } };
}

/** Counts the shown organisations that were not counted in this session; when all were, counts them again. */
export function beginCounting(state: State): Step {
  if (state.organisations.counting !== null) return [state];
  const all = shownOrganisations(state).map(({ orgId }) => orgId);
  const uncounted = all.filter((orgId) => !isCounted(state, orgId));
  const rest = uncounted.length === 0 ? all : uncounted;
  return countOrganisation({ ...state, notice: null }, rest, 0, rest.length);
}

function isCounted(state: State, orgId: string): boolean {
  const figures = figuresFor(state, orgId);
  return figures?.stale != null && !figures.isRecalled;
}

function countOrganisation(state: State, ids: readonly string[], done: number, of: number): Step {
  const [orgId, ...rest] = ids;
  if (orgId === undefined) return [finishCounting(state, of)];
  const query = { orgId, search: '', includeDisabled: true, perPage: state.session.profileSettings.pageSize };
  return askPage(state, newScan(state.nextId, query, 'all'), { rest, done, of });
}

function askPage(state: State, scan: Scan, about: Omit<NonNullable<State['organisations']['counting']>, 'scan'>): Step {
  const next = withOrganisationsSlice(state, { counting: { ...about, scan } });
  return [{ ...next, nextId: Math.max(state.nextId, scan.id + 1) }, countPage(scan)];
}

export function countPage(scan: Scan): ReadCountPage {
  const { scan: id, query, from } = pageRequest(scan);
  return { kind: 'readCountPage', scan: id, query, from };
}

function finishCounting(state: State, of: number): State {
  const failed = shownOrganisations(state).filter(
    ({ orgId }) => state.organisations.counts.get(orgId)?.kind === 'failed',
  );
  const next = withOrganisationsSlice(state, { counting: null });
  const ones = `${groupDigits(of)} ${of === 1 ? 'organisation' : 'organisations'}`;
  if (failed.length === 0) return withNotice(next, `Counted ${ones}.`);
  return withNotice(next, `Counted ${ones}; ${groupDigits(failed.length)} could not be counted. s retries.`);
}

/**
 * Adds a page, and requests the next one of this organisation or the first of the next one. Skips a forbidden
 * organisation; stops when the service does not answer.
 */
export function receiveCountPage(state: State, id: number, answer: Result<SystemsPage>, now = state.now): Step {
  const { counting } = state.organisations;
  if (counting?.scan.id !== id || (!answer.ok && answer.problem.kind === 'aborted')) return [state];
  const step = advance(readFrom(counting.scan, now), answer, state.nextId);
  if (step.kind === 'reading') return askPage(state, step.scan, counting);
  if (step.kind === 'read') return addCount(state, countOf(step.scan, state.staleness.days, state.now));
  const { problem } = step;
  const isOwn = problem.kind === 'wrongShape' || (problem.kind === 'refused' && problem.status < 429);
  if (isOwn) return addCount(state, { kind: 'failed', problem });
  return [{ ...withOrganisationsSlice(state, { counting: null }), notice: { kind: 'problem', problem } }];
}

function addCount(state: State, count: Count): Step {
  const { counting, counts } = state.organisations;
  if (counting === null) return [state];
  const next = withOrganisationsSlice(state, { counts: withCount(counts, counting.scan.query.orgId, count) });
  return countOrganisation(next, counting.rest, counting.done + 1, counting.of);
}

/** Finished and earlier counts stay, and s counts the rest. */
export function stopCounting(state: State): Step {
  const { counting } = state.organisations;
  if (counting === null) return [state];
  const next = withOrganisationsSlice(state, { counting: null });
  return [withNotice(next, stoppedWords(next, counting)), { kind: 'abandonRead', slot: 'count' }];
}

function stoppedWords(state: State, { scan, rest, done, of }: Counting): string {
  const counted = `${groupDigits(done)} of ${groupDigits(of)} counted`;
  const areKnown = [scan.query.orgId, ...rest].every((orgId) => isCounted(state, orgId));
  if (!areKnown) return `Stopped: ${counted}. s counts the rest.`;
  return done === 0 ? 'Stopped: the earlier counts stay.' : `Stopped: ${counted} again; the other counts stay.`;
}

/** Keeps the list when you leave an organisation, to show it when you return. */
export function keepList(state: State): State {
  const { scan } = state.list.listing;
  if (state.organisation === null || !isWholeList(scan)) return state;
  const count = countOf(scan, state.staleness.days, state.now);
  const { counts } = state.organisations;
  return withOrganisationsSlice(state, { counts: withCount(counts, state.organisation.orgId, count) });
}

// The figures of an organisation: from its list if that is open, otherwise from its count.

/** Counts the systems that are left: a deletion in progress keeps the rows of those that are gone. */
export function countOf(scan: Scan, days: number, now: number): Count {
  const stale = staleCount(scan, days, now);
  const unknown = unknownAges(scan)?.count ?? 0;
  const systems = scan.count - scan.gone.size;
  const about = { systems, stale, days, unknown, at: scan.since ?? now };
  return { kind: 'counted', ...about, isIncomplete: incompletenessOf(scan) !== null, scan: resting(scan) };
}

function resting(scan: Scan): Scan {
  return { ...scan, mode: 'ahead', inFlight: false };
}

/** Disabled systems are counted as well, so a list without them is incomplete. */
export function figuresOf(count: Count | undefined, days: number, now: number): Figures | null {
  if (count?.kind !== 'counted') return null;
  const { scan, systems, unknown, at, isIncomplete } = count;
  if (scan !== null && !scan.query.includeDisabled) return null;
  const stale = scan !== null ? staleCount(scan, days, now) : count.days === days ? count.stale : null;
  return { systems, stale, unknown, at, isIncomplete, isRecalled: count.isRecalled === true };
}

/** The list of the open organisation if it is whole, and so newer than a count. */
export function openList({ organisation, list }: State): Scan | null {
  const { scan } = list.listing;
  const isOpen = isWholeList(scan) && scan.query.includeDisabled && scan.query.orgId === organisation?.orgId;
  return isOpen ? scan : null;
}

export function figuresFor(state: State, orgId: string): Figures | null {
  const { days } = state.staleness;
  const scan = state.organisation?.orgId === orgId ? openList(state) : null;
  const count = scan !== null ? countOf(scan, days, state.now) : state.organisations.counts.get(orgId);
  return figuresOf(count, days, state.now);
}

/** The stale systems of an organisation at each visit, the present one last; empty if they are not known now. */
export function visitsOf(state: State, orgId: string, figures = figuresFor(state, orgId)): readonly Visit[] {
  const before = state.organisations.counts.get(orgId);
  if (figures === null || figures.stale === null) return [];
  const now = { at: figures.at, stale: figures.stale, days: state.staleness.days };
  return visitsUpTo(now, before?.kind === 'counted' ? before : undefined);
}
