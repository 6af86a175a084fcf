/** What is known of a run of this session that disabled or enabled systems, without its file. */
import { isGoing, type Run } from '../deletion/run.ts';
import type { State } from '../state.ts';
import { isSwitched } from './records.ts';

/** The run that was at work before and is over now; null: none, or one that deleted or sent nothing. */
export function runJustOver({ deletion: run }: State, { deletion: before }: State): Run | null {
  if (run === null || run.does === 'delete' || run.isPreview) return null;
  return before?.id === run.id && isGoing(before) && !isGoing(run) ? run : null;
}

/** What rollcall knows of when it disabled systems, with what this run did. */
export function recordsAfterRun(state: State, run: Run): State {
  const { records } = state.disabling;
  if (records?.orgId !== run.organisation.orgId || records.times === 'reading') return state;
  const times = new Map(records.times);
  for (const { system, outcome } of run.settled) {
    if (outcome.kind === 'disabled') times.set(system.systemId, state.now);
    else if (isSwitched(outcome)) times.delete(system.systemId);
  }
  return { ...state, disabling: { ...state.disabling, records: { ...records, times } } };
}
