/** Facts of this session's runs that disabled or enabled systems, without their files. */
import { isGoing, type Run } from '../../change/run.ts';
import { runRows } from '../../change/run-kinds.ts';
import type { State } from '../../root/state.ts';
import { leavesDisabled } from './records.ts';

/** The run that was at work before and is over now; null: none, or one that deleted or sent nothing. */
export function runJustOver({ deletion: run }: State, { deletion: before }: State): Run | null {
  if (run === null || runRows[run.kind].enables === null || run.isPreview) return null;
  return before?.id === run.id && isGoing(before) && !isGoing(run) ? run : null;
}

/** Known times of disabling, with those of this run. */
export function recordsAfterRun(state: State, run: Run): State {
  const { records } = state.disabling;
  if (records?.orgId !== run.organisation.orgId || records.times === 'reading') return state;
  const times = new Map(records.times);
  for (const { system, outcome } of run.settled) {
    const isDisabled = leavesDisabled(run.kind, outcome);
    const { systemId, enrolledAtMs } = system;
    if (isDisabled === true) {
      // Where there is an earlier time that nobody knows, the order of the two is not known either: as in the files.
      const isOrdered = times.get(systemId)?.at !== null;
      times.set(systemId, { at: isOrdered ? serviceTime(state) : null, enrolledAtMs });
    } else if (isDisabled === false) times.delete(systemId);
  }
  return { ...state, disabling: { ...state.disabling, records: { ...records, times } } };
}

/** The state has the earlier one of two clocks. */
function serviceTime({ clock, now }: State): number | null {
  if (clock.kind === 'unverified') return null;
  return clock.kind === 'behind' ? now + clock.ms : now;
}
