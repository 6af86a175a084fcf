/** Applies a new record of one system to its row, the stale count and its mark. */
import { isSystemNotFound, type Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import { isExitHeld } from '../../root/pending.ts';
import { withNotice } from '../../root/step.ts';
import { currentScan } from '../list/listing.ts';
import { readRows } from '../list/public.ts';
import { systemById, withGone, withSystemRead } from '../list/scan.ts';
import { loseMarks } from '../marks/public.ts';
import { cameBack } from '../protection/guards.ts';
import type { State } from '../../root/state.ts';

/** Longer names are truncated: they would fill the notice. */
const maxNameLength = 32;

/** Replaces the record in the row. The caller decides about the mark, and reports it. */
export function refreshRow(state: State, system: System): State {
  return readRows(state, (scan) => withSystemRead(scan, system));
}

/** Applies the newest record, and unmarks a system that reconnected or was seen after it was marked. */
export function refreshSystem(state: State, system: System, at: number): State {
  const { systemId } = system;
  const renewed = refreshRow(state, system);
  // A watched system is read wherever the cursor is: the check of the system under the cursor stays.
  const checked: State = {
    ...renewed,
    details: {
      ...renewed.details,
      ...(restingOn(state) === systemId && { checked: { systemId, at, problem: null } }),
      isHeld: false,
    },
  };
  const mark = state.marks.marked.get(systemId);
  const why = mark === undefined ? null : (cameBack(mark.system, system)?.why ?? null);
  if (why !== 'connected' && why !== 'seenSince') return checked;
  const what = why === 'connected' ? 'reconnected' : 'was seen again';
  return withNotice(loseMarks(checked, [systemId]), `${nameIn(system)} ${what}: unmarked. u undoes.`);
}

/** The system could not be read. A system that the service does not find keeps its row, and loses its mark. */
export function missSystem(state: State, systemId: string, problem: Problem, at: number): State {
  const isResting = restingOn(state) === systemId;
  const checked = isResting ? { ...state, details: { ...state.details, checked: { systemId, at, problem } } } : state;
  if (!isSystemNotFound(problem)) return checked;
  const missed = readRows(checked, (scan) => withGone(scan, [systemId]));
  const { scan } = state.list.listing;
  const system = scan === null ? undefined : systemById(scan, systemId);
  if (system === undefined || !state.marks.marked.has(systemId)) return missed;
  return withNotice(loseMarks(missed, [systemId]), `${nameIn(system)} is no longer there: unmarked. u undoes.`);
}

export function nameIn({ hostname, systemId }: Pick<System, 'hostname' | 'systemId'>): string {
  const name = hostname === null || hostname.trim() === '' ? systemId : hostname;
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}

/** The system under the cursor in the list or the details; null on other screens. */
export function restingOn({ screen, list }: State): string | null {
  if (screen.kind === 'details') return screen.systemId;
  return screen.kind === 'systems' ? list.listing.cursor.systemId : null;
}

/** No other work is in progress: no page load, prompt, backoff or deletion. */
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
