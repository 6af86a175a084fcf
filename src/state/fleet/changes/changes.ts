/** The changes of an organisation since the last visit. */
import type { System } from '../../../api/system.ts';
import { isConnected, isStale } from '../staleness/staleness.ts';

/** A kept visit: every system, and which of them were connected. */
export interface VisitSnapshot {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly systems: readonly string[];
  readonly connected: readonly string[];
  /** At the places of their ids; '' without a name. */
  readonly names: readonly string[];
}

/** Longer names are cut: a file of many systems must stay small. */
const longestName = 100;

export function snapshotOf(systems: readonly System[], at: number): VisitSnapshot {
  return {
    at,
    systems: systems.map(({ systemId }) => systemId),
    connected: systems.filter(isConnected).map(({ systemId }) => systemId),
    names: systems.map(({ hostname }) => (hostname ?? '').slice(0, longestName)),
  };
}

/** The snapshot without these systems. */
export function snapshotWithout(
  { at, systems, connected, names }: VisitSnapshot,
  out: ReadonlySet<string>,
): VisitSnapshot {
  const isThere = (systemId: string | undefined): boolean => systemId !== undefined && !out.has(systemId);
  return {
    at,
    systems: systems.filter(isThere),
    connected: connected.filter(isThere),
    names: names.filter((_, index) => isThere(systems[index])),
  };
}

export interface Changes {
  readonly since: number;
  /** Not listed at the last visit. */
  readonly fresh: ReadonlySet<string>;
  /** Listed at the last visit, and missing today: their ids, and the names where they are known. */
  readonly gone: ReadonlyMap<string, string | null>;
  /** Connected at the last visit, and not connected today. */
  readonly silent: ReadonlySet<string>;
}

/** Is there anything to tell? */
export function areAny({ fresh, gone, silent }: Changes): boolean {
  return fresh.size + gone.size + silent.size > 0;
}

/** `changes`: null without an earlier visit, or where that cannot be read; then `problem` says why, in a sentence. */
export interface VisitComparison {
  readonly changes: Changes | null;
  readonly problem: string | null;
}

export function changesBetween(before: VisitSnapshot, now: VisitSnapshot): Changes {
  const then = new Set(before.systems);
  const connected = new Set(now.connected);
  const listed = new Set(now.systems);
  return {
    since: before.at,
    fresh: new Set(now.systems.filter((id) => !then.has(id))),
    gone: new Map(before.systems.flatMap((id, at) => (listed.has(id) ? [] : [[id, before.names[at] || null]]))),
    silent: new Set(before.connected.filter((id) => listed.has(id) && !connected.has(id))),
  };
}

/** Why a system is told. One that connected again meanwhile stays among those that had stopped. */
export type ChangeReason = 'new' | 'stopped' | 'stale' | 'back';

/** Null where nothing of it changed. */
export function changeOf(
  system: System,
  { fresh, silent }: Pick<Changes, 'fresh' | 'silent'>,
  { days, now }: { readonly days: number; readonly now: number },
): ChangeReason | null {
  if (fresh.has(system.systemId)) return 'new';
  if (!silent.has(system.systemId)) return null;
  return isConnected(system) ? 'back' : isStale(system, days, now) ? 'stale' : 'stopped';
}
