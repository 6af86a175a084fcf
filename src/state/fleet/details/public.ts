/** Applies a new record of one system: its row, the stale count and its mark follow. */
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import { isAchieved, isGone, type Outcome } from '../../change/outcome.ts';
import { enablesIn, isGoing } from '../../change/run.ts';
import { isExitHeld } from '../../root/pending.ts';
import { grouped } from '../../kernel/format-number.ts';
import { said } from '../../root/step.ts';
import { currentScan } from '../list/listing.ts';
import { listRenewed, rowsRead } from '../list/public.ts';
import { systemById, withGone, withSwitched, withSystemRead } from '../list/scan.ts';
import { withMarked, withoutMarks } from '../marks/marks.ts';
import { marksLost, withMarks } from '../marks/public.ts';
import { cameBack } from '../protection/guards.ts';
import type { State } from '../../root/state.ts';
import { isSystemNotFound } from '../../../api/certainty.ts';

/** Longer names are cut: they would fill the sentence. */
const longestName = 32;

/** Its row with the newest record. The caller decides about its mark, and reports it. */
export function rowSeen(state: State, system: System): State {
  return rowsRead(state, (scan) => withSystemRead(scan, system));
}

/** The system with its newest record. A system that reconnected since its mark is unmarked. */
export function systemSeen(state: State, system: System, at: number): State {
  const { systemId } = system;
  const renewed = rowSeen(state, system);
  const checked: State = {
    ...renewed,
    details: { ...renewed.details, checked: { systemId, at, problem: null }, isHeld: false },
  };
  const mark = state.marks.marked.get(systemId);
  const why = mark === undefined ? null : (cameBack(mark.system, system)?.why ?? null);
  if (why !== 'connected' && why !== 'seenSince') return checked;
  const what = why === 'connected' ? 'reconnected' : 'was seen again';
  return said(marksLost(checked, [systemId]), `${nameIn(system)} ${what}: unmarked. u undoes.`);
}

/** The system could not be read. A system that is not found keeps its row, and loses its mark. */
export function systemMissed(state: State, systemId: string, problem: Problem, at: number): State {
  const checked: State = { ...state, details: { ...state.details, checked: { systemId, at, problem } } };
  if (!isSystemNotFound(problem)) return checked;
  const missed = rowsRead(checked, (scan) => withGone(scan, [systemId]));
  const { scan } = state.list.listing;
  const system = scan === null ? undefined : systemById(scan, systemId);
  if (system === undefined || !state.marks.marked.has(systemId)) return missed;
  return said(marksLost(missed, [systemId]), `${nameIn(system)} is no longer there: unmarked. u undoes.`);
}

function nameIn({ hostname, systemId }: System): string {
  const name = hostname === null || hostname.trim() === '' ? systemId : hostname;
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}

/** The system under the cursor in the list or the details; null on other screens. */
export function restingOn({ screen, list }: State): string | null {
  if (screen.kind === 'details') return screen.systemId;
  return screen.kind === 'systems' ? list.listing.cursor.systemId : null;
}

/** Nothing else is in progress: no page load, prompt, wait or deletion. */
export function isCalm(state: State): boolean {
  const { screen, overlay, prompt, requests, session, list, details } = state;
  return (
    (screen.kind === 'systems' || screen.kind === 'details') &&
    overlay === null &&
    prompt === null &&
    requests.backoff === null &&
    session.profileSettings.checksAtRest &&
    !details.isHeld &&
    !isExitHeld(state) &&
    currentScan(list.listing)?.inFlight === false
  );
}

/**
 * After a review was left or confirmed, reconnected and gone systems are unmarked, and the list is shown as it is then.
 * With the exclusions this is one change, which u undoes.
 */
export function reviewFollowed(state: State, before: State): State {
  const { review } = before;
  const isOver = state.review === null || state.screen.kind === 'deletion';
  if (before.screen.kind !== 'review' || state.screen.kind === 'review' || review === null || !isOver) return state;
  const back = review.items.filter(({ change }) => change?.why === 'connected' || change?.why === 'seenSince');
  const gone = review.items.filter(({ change }) => change?.why === 'gone');
  const lost = [...back, ...gone].filter(({ system }) => state.marks.marked.has(system.systemId));
  const shown = listRenewed(state);
  if (lost.length === 0) return shown;
  const ids = lost.map(({ system }) => system.systemId);
  const next = marksLost(shown, ids, before.marks.marked);
  if (state.screen.kind !== 'systems') return next;
  const words = counted([back, 'reconnected'], [gone, 'gone']);
  return said(next, `${words}: unmarked. u undoes.`);
}

function counted(...groups: readonly (readonly [readonly unknown[], string])[]): string {
  return groups
    .filter(([{ length }]) => length > 0)
    .map(([{ length }, what]) => `${grouped(length)} ${what}`)
    .join(', ');
}

/**
 * Outcomes of the current run reach the list: gone, disabled or enabled systems are shown so, and are unmarked, as kept
 * systems are. A system whose outcome turns out otherwise is marked again.
 */
export function runFollowed(state: State, before: State): State {
  const { deletion: run, organisation } = state;
  const was = before.deletion;
  if (run === null || run.id !== was?.id || run.isPreview || run.organisation.orgId !== organisation?.orgId)
    return state;
  const isOver = isGoing(was) && !isGoing(run);
  if (run.settled === was.settled && !isOver) return state;
  const ended = run.settled.slice(was.settled.length);
  const idsOf = (wanted: (outcome: Outcome) => boolean): string[] =>
    ended.filter(({ outcome }) => wanted(outcome)).map(({ system }) => system.systemId);
  const gone = idsOf((outcome) => isGone(run.kind, outcome));
  const enables = enablesIn(run);
  const switched = new Set(idsOf((outcome) => isAchieved(outcome) && !isGone(run.kind, outcome)));
  const left = ended.filter(({ outcome }) => isAchieved(outcome) || outcome.kind === 'kept');
  const found = was.settled.filter(({ outcome }, at) => {
    const now = run.settled[at]?.outcome;
    return isAchieved(outcome) && now !== undefined && !isAchieved(now);
  });
  const kept = withoutMarks(state.marks.marked, new Set(left.map(({ system }) => system.systemId)));
  const marked =
    found.length === 0
      ? kept
      : withMarked(
          kept,
          found.map(({ system }) => system),
        );
  const followed = rowsRead(marked === state.marks.marked ? state : withMarks(state, marked), (scan) =>
    enables === null ? withGone(scan, gone) : withSwitched(withGone(scan, gone), switched, enables),
  );
  // The run's file is an earlier one from here on.
  return isOver ? { ...followed, details: { ...followed.details, earlier: 'unread' } } : followed;
}
