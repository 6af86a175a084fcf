/** Declares the feature: the changes of an organisation since the last visit, and how they are found. */
import type { System } from '../../../api/system.ts';
import { isConnected, isStale } from '../staleness/staleness.ts';
import type { ListPosition } from '../../kernel/list-view.ts';
import type { None, Tagged } from '../../kernel/declare.ts';

export interface VisitSnapshot {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly systems: readonly string[];
  readonly connected: readonly string[];
  /** In the order of `systems`; '' for a system without a name. */
  readonly names: readonly string[];
  /**
   * Ids listed at an earlier visit and not since: disabled systems can come back. Newest last; absent when there are
   * none.
   */
  readonly away?: readonly string[] | undefined;
}

/** The visit that comparisons use, and a later one (`unseen`) whose changes were not shown yet. */
export interface KeptVisit extends VisitSnapshot {
  readonly unseen?: VisitSnapshot | undefined;
}

const maxAway = 20_000;

/** The next snapshot. Systems that it no longer lists move to `away`. */
function after(before: VisitSnapshot, now: VisitSnapshot): VisitSnapshot {
  const listed = new Set(now.systems);
  const away = [...(before.away ?? []), ...before.systems].filter((systemId) => !listed.has(systemId));
  return { ...now, away: away.slice(-maxAway) };
}

/** The changes were shown: from now on visits are compared with the latest one. */
export function visitedAgain(
  kept: KeptVisit,
  now: VisitSnapshot,
): { readonly changes: Changes; readonly kept: KeptVisit } {
  const before: KeptVisit = { ...kept, unseen: undefined };
  const changes = changesBetween(before, now);
  const next = after(before, now);
  return { changes, kept: areAny(changes) ? { ...before, unseen: next } : next };
}

/** Call it once the changes were shown: the next visit is compared with the latest one. */
export function visitSeen({ unseen, ...before }: KeptVisit): KeptVisit {
  return unseen ?? before;
}

/** Names are truncated: a file of many systems must stay small. */
const maxNameLength = 100;

export function snapshotOf(systems: readonly System[], at: number): VisitSnapshot {
  return {
    at,
    systems: systems.map(({ systemId }) => systemId),
    connected: systems.filter(isConnected).map(({ systemId }) => systemId),
    names: systems.map(({ hostname }) => (hostname ?? '').slice(0, maxNameLength)),
  };
}

/** The snapshot without these systems, which you know to be gone. */
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
  /** Not listed at any remembered visit. */
  readonly fresh: ReadonlySet<string>;
  /** Systems that came back: listed before the last visit, but not at it. Most of them were disabled meanwhile. */
  readonly again: number;
  /** Name by id (null: unknown) of the systems listed at the last visit and not today, gone or disabled. */
  readonly gone: ReadonlyMap<string, string | null>;
  /** Connected at the last visit, and listed but not connected today. */
  readonly silent: ReadonlySet<string>;
}

export function areAny({ fresh, again, gone, silent }: Changes): boolean {
  return fresh.size + again + gone.size + silent.size > 0;
}

/** `changes`: null without an earlier visit, or if it cannot be read; then `problem` is a sentence that says why. */
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

/** `back`: the system had stopped connecting and has reconnected since. */
export type ChangeReason = 'new' | 'stopped' | 'stale' | 'back';

/** Null: nothing changed. */
export function changeOf(
  system: System,
  { fresh, silent }: Pick<Changes, 'fresh' | 'silent'>,
  { days, now }: { readonly days: number; readonly now: number },
): ChangeReason | null {
  if (fresh.has(system.systemId)) return 'new';
  if (!silent.has(system.systemId)) return null;
  return isConnected(system) ? 'back' : isStale(system, days, now) ? 'stale' : 'stopped';
}

// Declares the feature: the changes of an organisation since the last visit.

/**
 * State of the line above the list. `quiet`: shown, and gets the cursor after a quiet period; `focused`: enter opens
 * it; `away`: you dismissed it.
 */
type Line = 'quiet' | 'focused' | 'shown' | 'away';

export interface ChangesFeature {
  readonly state: (Changes & { readonly line: Line }) | null;
  readonly action: Tagged<{
    visitCompared: { orgId: string; changes: Changes };
    /** Filters the list by `is:new,silent`. */
    changesShown: None;
    goneShown: None;
  }>;
  readonly overlay: { readonly kind: 'gone'; readonly list: ListPosition };
  readonly timer: 'changesLine';
  readonly effect: Tagged<{
    compareWithLastVisit: { baseUrl: string; orgId: string; snapshot: VisitSnapshot };
    leaveOutOfLastVisit: { baseUrl: string; orgId: string; gone: ReadonlySet<string> };
    lastVisitSeen: { baseUrl: string; orgId: string };
  }>;
  readonly port: {
    readonly compareWithLastVisit: (
      baseUrl: string,
      orgId: string,
      snapshot: VisitSnapshot,
    ) => Promise<VisitComparison>;
    /** You know that these systems are gone: the next visit does not report them. */
    readonly leaveOutOfLastVisit: (baseUrl: string, orgId: string, gone: ReadonlySet<string>) => Promise<void>;
    /** From now on visits are compared with the latest snapshot, not with the one before it. */
    readonly lastVisitSeen: (baseUrl: string, orgId: string) => Promise<void>;
  };
}
