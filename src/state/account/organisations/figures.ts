/** The figures of an organisation: from its list if that is open, otherwise from its count. */
import { incompletenessOf, type Scan } from '../../fleet/list/scan.ts';
import { staleCount, unknownAges, type Visit, visitsUpTo } from '../../fleet/staleness/staleness.ts';
import type { State } from '../../root/state.ts';
import { type Count, type Figures, isWholeList } from './counts.ts';

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
