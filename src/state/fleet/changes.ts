/** Compares an organisation with the last visit, once its list is loaded to the end. */
import type { System } from '../../api/system.ts';
import { isConnected, isStale } from './staleness/staleness.ts';
import { type ListPosition, atTop, isRoomy, tableRows } from '../kernel/list-view.ts';
import type { None, Tagged } from '../kernel/declare.ts';
import { type Feature, overlayList, andThen, refuse, withNotice, type Step } from '../root/feature.ts';
import { systemsRead } from './list/listing.ts';
import { moveCursor, isReadToEnd, renewList, showList } from './list/feature.ts';
import { readFilter } from './filter/filter.ts';
import { groupDigits } from '../kernel/spelling.ts';
import { quietMs } from '../kernel/form.ts';
import { bannerOf } from '../session/news.ts';
import { isFirstView } from './columns.ts';
import { incompletenessOf } from './list/scan.ts';
import type { Effect, State } from '../root/state.ts';

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
export function visitAgain(
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

declare module '../root/state.ts' {
  interface Features {
    readonly changes: ChangesFeature;
  }
}

/** Larger lists are not saved: the file must stay small. */
const maxSystems = 200_000;

/**
 * Runs once a visit, after a complete load. A snapshot has no disabled systems, and an incomplete list would report
 * its missing systems as gone.
 */
function snapshotTaken({ session, list: { listing }, changes, now }: State): readonly Effect[] {
  const { scan } = listing;
  if (changes !== null || scan === null || session.baseUrl === null || scan.count > maxSystems) return [];
  const { orgId, search, includeDisabled } = scan.query;
  if (search !== '' || includeDisabled || incompletenessOf(scan) !== null) return [];
  const snapshot = snapshotOf(systemsRead(listing), now);
  return [{ kind: 'compareWithLastVisit', baseUrl: session.baseUrl, orgId, snapshot }];
}

function withLine(state: State, line: NonNullable<State['changes']>['line']): State {
  return state.changes === null ? state : { ...state, changes: { ...state.changes, line } };
}

function withoutQuiet(state: State): State {
  return state.changes?.line === 'quiet' ? withLine(state, 'shown') : state;
}

/** Can the cursor move up to the changes line, when that is shown? */
function isAtTop({ prompt, list, rows }: State): boolean {
  // In a low terminal a notice replaces the line, so it must not get the cursor there.
  return prompt === null && list.listing.cursor.row === 0 && isRoomy(rows);
}

export function isChangesLineShown(state: State): boolean {
  const { screen, overlay, changes: known } = state;
  const hasNews = known !== null && known.line !== 'away' && areAny(known);
  // A warning is drawn in the same place.
  return hasNews && screen.kind === 'systems' && overlay === null && bannerOf(state) === null;
}

/** Maximum number of names in one notice. */
const maxNamed = 3;

/** The key comes before the names, which may be clipped. */
function goneWords(gone: Changes['gone']): string {
  const names = Array.from(gone, ([id, name]) => name ?? id);
  const more = names.length > maxNamed ? ` and ${groupDigits(names.length - maxNamed)} more` : '';
  return `${groupDigits(gone.size)} gone or disabled (:gone lists them): ${names.slice(0, maxNamed).join(', ')}${more}.`;
}

function showChanges(state: State): Step {
  const { changes: known, list } = state;
  if (known === null) return [refuse(state, 'No changes since your last visit are known.')];
  const shown = showList(state, { filter: readFilter('is:new,silent'), sort: list.listing.view.sort });
  return andThen(moveCursor(shown, 'first'), (next) => tellChanges(next, known));
}

/** Systems that are gone have no rows. If nothing else changed, their names are shown at once. */
function tellChanges(state: State, { fresh, silent, gone }: Changes): Step {
  if (gone.size === 0) return [withNotice(state, 'New, or stopped connecting, since your last visit.')];
  return [fresh.size + silent.size > 0 ? withNotice(state, goneWords(gone)) : showGone(state)];
}

function showGone(state: State): State {
  return { ...state, overlay: { kind: 'gone', list: atTop }, notice: null };
}

/** Marks the changes as seen, once you pressed a key while they were shown. */
function markSeenOnce(state: State, before: State): Step {
  const { changes: known, session, organisation } = state;
  const wasNews = before.changes?.line === 'quiet' || before.changes?.line === 'focused';
  const isSeen = wasNews && known !== null && areAny(known) && (known.line === 'shown' || known.line === 'away');
  if (!isSeen || session.baseUrl === null || organisation === null) return [state];
  return [state, { kind: 'lastVisitSeen', baseUrl: session.baseUrl, orgId: organisation.orgId }];
}

export const changes: Feature<'changes'> = {
  slice: { initial: null, lasts: 'organisation' },
  update: {
    visitCompared(state, { orgId, changes }) {
      if (state.organisation?.orgId !== orgId) return [state];
      const next = renewList({ ...state, changes: { ...changes, line: 'quiet' } });
      return areAny(changes) ? [next, { kind: 'startTimer', timer: 'changesLine', ms: quietMs }] : [next];
    },
    changesShown: (state) => showChanges(withoutQuiet(state)),
    goneShown: (state) => [showGone(withoutQuiet(state))],
  },
  timers: {
    changesLine: (state) => [
      state.changes?.line === 'quiet' && isChangesLineShown(state) && isAtTop(state)
        ? withLine(state, 'focused')
        : state,
    ],
  },
  intercept(state, action, carriedOut) {
    if (action.kind !== 'keyPressed' || !isChangesLineShown(state)) return null;
    const { action: key } = action;
    if (key.kind === 'bannerDismissed') return carriedOut(withLine(state, 'away'), action);
    if (state.changes?.line === 'focused') {
      const next = withLine(state, 'shown');
      if (key.kind === 'detailsOpened') return carriedOut(next, { ...action, action: { kind: 'changesShown' } });
      // The cursor is on the first row already: down from the line must not move it further.
      const isDown = key.kind === 'moved' && key.motion === 'down';
      return carriedOut(next, isDown ? { ...action, action: { ...key, motion: 'first' } } : action);
    }
    if (key.kind === 'moved' && key.motion === 'up' && isAtTop(state)) return [withLine(state, 'focused')];
    // A key during the quiet period is meant for a row, not for the line.
    return state.changes?.line === 'quiet' ? carriedOut(withLine(state, 'shown'), action) : null;
  },
  after: markSeenOnce,
  reacts: {
    pageArrived: (state, page) => [state, ...(isReadToEnd(state, page) ? snapshotTaken(state) : [])],
    viewShown(state, { digit }) {
      const { changes: known, tableColumns } = state;
      const isFirstShown =
        digit === '4' && isFirstView(tableColumns.savedViews, digit) && known !== null && areAny(known);
      return isFirstShown ? tellChanges(state, known) : [state];
    },
  },
  effects: {
    async compareWithLastVisit({ baseUrl, orgId, snapshot }, { ports, dispatch }) {
      const { changes, problem } = await ports.compareWithLastVisit(baseUrl, orgId, snapshot);
      if (problem !== null) dispatch({ kind: 'preferencesFailed', message: problem });
      return changes === null ? null : { kind: 'visitCompared', orgId, changes };
    },
    leaveOutOfLastVisit({ baseUrl, orgId, gone }, { ports, beforeLeaving }) {
      beforeLeaving(ports.leaveOutOfLastVisit(baseUrl, orgId, gone));
      return null;
    },
    lastVisitSeen({ baseUrl, orgId }, { ports, beforeLeaving }) {
      beforeLeaving(ports.lastVisitSeen(baseUrl, orgId));
      return null;
    },
  },
  screens: {
    gone: {
      list: (state, overlay) =>
        overlayList(state, overlay, { length: state.changes?.gone.size ?? 0, height: tableRows(state.rows) }),
    },
  },
};
