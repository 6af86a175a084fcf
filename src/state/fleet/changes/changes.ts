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
  /** Listed at an earlier visit and not since: disabled ones come back. The latest ones last; absent for none. */
  readonly away?: readonly string[] | undefined;
}

/** The visit whose changes were told, and a later one whose changes nobody has seen yet: both are kept. */
export interface KeptVisit extends VisitSnapshot {
  readonly unseen?: VisitSnapshot | undefined;
}

const maxAway = 20_000;

/** This visit after that one: systems that it does not list are away. */
function after(before: VisitSnapshot, now: VisitSnapshot): VisitSnapshot {
  const listed = new Set(now.systems);
  const away = [...(before.away ?? []), ...before.systems].filter((systemId) => !listed.has(systemId));
  return { ...now, away: away.slice(-maxAway) };
}

/** Changes since the last visit that was seen, and what is kept of both: news survive a session that ends before them. */
export function visitedAgain(
  kept: KeptVisit,
  now: VisitSnapshot,
): { readonly changes: Changes; readonly kept: KeptVisit } {
  const before: KeptVisit = { ...kept, unseen: undefined };
  const changes = changesBetween(before, now);
  const next = after(before, now);
  return { changes, kept: areAny(changes) ? { ...before, unseen: next } : next };
}

/** The changes were told: the next visit is compared with the latest one. */
export function visitSeen({ unseen, ...before }: KeptVisit): KeptVisit {
  return unseen ?? before;
}

/** Longer names are cut: a file of many systems must stay small. */
const maxNameLength = 100;

export function snapshotOf(systems: readonly System[], at: number): VisitSnapshot {
  return {
    at,
    systems: systems.map(({ systemId }) => systemId),
    connected: systems.filter(isConnected).map(({ systemId }) => systemId),
    names: systems.map(({ hostname }) => (hostname ?? '').slice(0, maxNameLength)),
  };
}

/** The snapshot without these systems, which this person knows to be away. */
export function snapshotWithout(snapshot: KeptVisit, out: ReadonlySet<string>): KeptVisit {
  const { systems, connected, names, away = [], unseen } = snapshot;
  const isThere = (systemId: string | undefined): boolean => systemId !== undefined && !out.has(systemId);
  return {
    ...snapshot,
    systems: systems.filter(isThere),
    connected: connected.filter(isThere),
    names: names.filter((_, index) => isThere(systems[index])),
    away: [...away, ...systems.filter((systemId) => out.has(systemId))].slice(-maxAway),
    ...(unseen !== undefined && { unseen: snapshotWithout(unseen, out) }),
  };
}

export interface Changes {
  readonly since: number;
  /** Not listed at any visit that is remembered. */
  readonly fresh: ReadonlySet<string>;
  /** How many were listed before the last visit, and not at it: most of them were disabled meanwhile. */
  readonly again: number;
  /** Listed at the last visit, and not today, gone or disabled: their ids, and the names where they are known. */
  readonly gone: ReadonlyMap<string, string | null>;
  /** Connected at the last visit, and not connected today. */
  readonly silent: ReadonlySet<string>;
}

/** Is there anything to tell? */
export function areAny({ fresh, again, gone, silent }: Changes): boolean {
  return fresh.size + again + gone.size + silent.size > 0;
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
  const away = new Set(before.away);
  const others = now.systems.filter((id) => !then.has(id));
  const fresh = others.filter((id) => !away.has(id));
  return {
    since: before.at,
    fresh: new Set(fresh),
    again: others.length - fresh.length,
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
