/** Applies a new record of one system: its row, the stale count and its mark follow. */
import { isSystemNotFound, type Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import { isExitHeld } from '../../root/pending.ts';
import { withNotice } from '../../root/step.ts';
import { currentScan } from '../list/listing.ts';
import { rowsRead } from '../list/public.ts';
import { systemById, withGone, withSystemRead } from '../list/scan.ts';
import { loseMarks } from '../marks/public.ts';
import { cameBack } from '../protection/guards.ts';
import type { State } from '../../root/state.ts';

/** Longer names are cut: they would fill the sentence. */
const maxNameLength = 32;

/** Its row with the newest record. The caller decides about its mark, and reports it. */
export function refreshRow(state: State, system: System): State {
  return rowsRead(state, (scan) => withSystemRead(scan, system));
}

/** The system with its newest record. A system that reconnected since its mark is unmarked. */
export function refreshSystem(state: State, system: System, at: number): State {
  const { systemId } = system;
  const renewed = refreshRow(state, system);
  const checked: State = {
    ...renewed,
    details: { ...renewed.details, checked: { systemId, at, problem: null }, isHeld: false },
  };
  const mark = state.marks.marked.get(systemId);
  const why = mark === undefined ? null : (cameBack(mark.system, system)?.why ?? null);
  if (why !== 'connected' && why !== 'seenSince') return checked;
  const what = why === 'connected' ? 'reconnected' : 'was seen again';
  return withNotice(loseMarks(checked, [systemId]), `${nameIn(system)} ${what}: unmarked. u undoes.`);
}

/** The system could not be read. A system that is not found keeps its row, and loses its mark. */
export function missSystem(state: State, systemId: string, problem: Problem, at: number): State {
  const checked: State = { ...state, details: { ...state.details, checked: { systemId, at, problem } } };
  if (!isSystemNotFound(problem)) return checked;
  const missed = rowsRead(checked, (scan) => withGone(scan, [systemId]));
  const { scan } = state.list.listing;
  const system = scan === null ? undefined : systemById(scan, systemId);
  if (system === undefined || !state.marks.marked.has(systemId)) return missed;
  return withNotice(loseMarks(missed, [systemId]), `${nameIn(system)} is no longer there: unmarked. u undoes.`);
}

function nameIn({ hostname, systemId }: System): string {
  const name = hostname === null || hostname.trim() === '' ? systemId : hostname;
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
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
