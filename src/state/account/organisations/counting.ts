/** Counts the systems of all organisations, one page at a time and one organisation after another: it only reads. */
import type { Result } from '../../../api/problem.ts';
import type { SystemsPage } from '../../../api/page.ts';
import { tableRows } from '../../kernel/layout.ts';
import { placed } from '../../kernel/list-cursor.ts';
import { known } from '../../kernel/declare.ts';
import { pageRead } from '../../fleet/list/listing.ts';
import { said, type Step } from '../../root/step.ts';
import { advance, incompletenessOf, newScan, readFrom, type Scan } from '../../fleet/list/scan.ts';
import { grouped } from '../../kernel/spelling.ts';
import type { State } from '../../root/state.ts';
import { staleCount, unknownAges } from '../../fleet/staleness/ages.ts';
import { type Count, type Figures, isWholeList, withCount } from './counts.ts';
import type { ReadCountPage } from './feature.ts';
import { matchingOrganisations } from '../../session/organisations.ts';

function withOrganisationsSlice(state: State, change: Partial<State['organisations']>): State {
  return { ...state, organisations: { ...state.organisations, ...change } };
}

/** The organisations that the filter shows. */
export function shownOrganisations({ organisations: { list, filter } }: State) {
  return matchingOrganisations(known(list) ?? [], filter);
}

/** The state with the cursor of the list on this row. */
export function withRow(state: State, row: number): State {
  const { position } = state.organisations;
  return withOrganisationsSlice(state, {
    position: placed(position, row, shownOrganisations(state).length, tableRows(state.rows)),
  });
}

/** Shows the organisations whose name or id contains this; the cursor stays on its organisation. */
export function withOrganisationFilter(state: State, filter: string): State {
  const at = shownOrganisations(state)[state.organisations.position.row];
  const next = withOrganisationsSlice(state, { filter });
  return withRow(
    next,
    Math.max(
      0,
      shownOrganisations(next).findIndex(({ orgId }) => orgId === at?.orgId),
    ),
  );
}

export function countOf(scan: Scan, days: number, now: number): Count {
  const stale = staleCount(scan, days, now);
  const unknown = unknownAges(scan)?.count ?? 0;
  const about = { systems: scan.count, stale, days, unknown, at: scan.since ?? now };
  return { kind: 'counted', ...about, isIncomplete: incompletenessOf(scan) !== null, scan: resting(scan) };
}

function resting(scan: Scan): Scan {
  return { ...scan, mode: 'ahead', inFlight: false };
}

/** Disabled systems are counted like all others: a list without them is incomplete. */
export function figuresOf(count: Count | undefined, days: number, now: number): Figures | null {
  if (count?.kind !== 'counted') return null;
  const { scan, systems, unknown, at, isIncomplete } = count;
  if (scan !== null && !scan.query.includeDisabled) return null;
  const stale = scan !== null ? staleCount(scan, days, now) : count.days === days ? count.stale : null;
  return { systems, stale, unknown, at, isIncomplete };
}

/** The figures of an organisation: from its list if that is open, else from the count. */
export function figuresFor(state: State, orgId: string): Figures | null {
  const { days } = state.staleness;
  const { scan } = state.list.listing;
  const isOpen = state.organisation?.orgId === orgId && isWholeList(scan) && scan.query.includeDisabled;
  const count = isOpen ? countOf(scan, days, state.now) : state.organisations.counts.get(orgId);
  return figuresOf(count, days, state.now);
}

/** Counts the uncounted organisations; where there are none, counts all again. */
export function countingBegun(state: State): Step {
  if (state.organisations.counting !== null) return [state];
  const all = shownOrganisations(state).map(({ orgId }) => orgId);
  const uncounted = all.filter((orgId) => figuresFor(state, orgId)?.stale == null);
  const rest = uncounted.length === 0 ? all : uncounted;
  return organisationCounted({ ...state, notice: null }, rest, 0, rest.length);
}

function organisationCounted(state: State, ids: readonly string[], done: number, of: number): Step {
  const [orgId, ...rest] = ids;
  if (orgId === undefined) return [allCounted(state, of)];
  const query = { orgId, search: '', includeDisabled: true, perPage: state.session.profileSettings.pageSize };
  return pageAsked(state, newScan(state.nextId, query, 'all'), { rest, done, of });
}

function pageAsked(
  state: State,
  scan: Scan,
  about: Omit<NonNullable<State['organisations']['counting']>, 'scan'>,
): Step {
  const next = withOrganisationsSlice(state, { counting: { ...about, scan } });
  return [{ ...next, nextId: Math.max(state.nextId, scan.id + 1) }, countPage(scan)];
}

export function countPage(scan: Scan): ReadCountPage {
  const { scan: id, query, from } = pageRead(scan);
  return { kind: 'readCountPage', scan: id, query, from };
}

function allCounted(state: State, of: number): State {
  const failed = shownOrganisations(state).filter(
    ({ orgId }) => state.organisations.counts.get(orgId)?.kind === 'failed',
  );
  const next = withOrganisationsSlice(state, { counting: null });
  const ones = `${grouped(of)} ${of === 1 ? 'organisation' : 'organisations'}`;
  if (failed.length === 0) return said(next, `Counted ${ones}.`);
  return said(next, `Counted ${ones}; ${grouped(failed.length)} could not be counted. s retries.`);
}

/**
 * Takes a page, and requests the next one: of this organisation, or of the one after it. A forbidden organisation is
 * skipped; if the service does not answer, counting ends.
 */
export function countPageAnswered(state: State, id: number, answer: Result<SystemsPage>, now = state.now): Step {
  const { counting } = state.organisations;
  if (counting?.scan.id !== id || (!answer.ok && answer.problem.kind === 'aborted')) return [state];
  const step = advance(readFrom(counting.scan, now), answer, state.nextId);
  if (step.kind === 'reading') return pageAsked(state, step.scan, counting);
  if (step.kind === 'read') return counted(state, countOf(step.scan, state.staleness.days, state.now));
  const { problem } = step;
  const isOwn = problem.kind === 'wrongShape' || (problem.kind === 'refused' && problem.status < 429);
  if (isOwn) return counted(state, { kind: 'failed', problem });
  return [{ ...withOrganisationsSlice(state, { counting: null }), notice: { kind: 'problem', problem } }];
}

function counted(state: State, count: Count): Step {
  const { counting, counts } = state.organisations;
  if (counting === null) return [state];
  const next = withOrganisationsSlice(state, { counts: withCount(counts, counting.scan.query.orgId, count) });
  return organisationCounted(next, counting.rest, counting.done + 1, counting.of);
}

/** Stops: finished counts stay, and s counts the rest. */
export function countingStopped(state: State): Step {
  const { counting } = state.organisations;
  if (counting === null) return [state];
  const next = withOrganisationsSlice(state, { counting: null });
  const text = `Stopped: ${grouped(counting.done)} of ${grouped(counting.of)} counted. s counts the rest.`;
  return [said(next, text), { kind: 'abandonRead', slot: 'count' }];
}

/** Keeps the list on leaving: its organisation opens with it again. */
export function listKept(state: State): State {
  const { scan } = state.list.listing;
  if (state.organisation === null || !isWholeList(scan)) return state;
  const count = countOf(scan, state.staleness.days, state.now);
  const { counts } = state.organisations;
  return withOrganisationsSlice(state, { counts: withCount(counts, state.organisation.orgId, count) });
}
