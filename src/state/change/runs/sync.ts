/** Updates the list, the marks and the details after a run. */
import { withGone, withSwitched } from '../../fleet/list/scan.ts';
import { rowsRead } from '../../fleet/list/public.ts';
import { type MarkedWhy, withMarked, withoutMarks } from '../../fleet/marks/marks.ts';
import { withMarks } from '../../fleet/marks/public.ts';
import type { State } from '../../root/state.ts';
import { isAchieved, isGone, type Outcome } from '../outcome.ts';
import { runRows, type Why } from '../run-kinds.ts';

/**
 * Shows outcomes of the current run in the list, as gone, disabled or enabled, and unmarks those systems and the kept
 * ones. A system whose success turns out to be wrong is marked again.
 */
export function syncOutcomes(state: State, before: State): State {
  const { deletion: run, organisation } = state;
  const was = before.deletion;
  if (run === null || run.id !== was?.id || run.isPreview || run.organisation.orgId !== organisation?.orgId)
    return state;
  if (run.settled === was.settled) return state;
  const ended = run.settled.slice(was.settled.length);
  const idsOf = (wanted: (outcome: Outcome) => boolean): string[] =>
    ended.filter(({ outcome }) => wanted(outcome)).map(({ system }) => system.systemId);
  const gone = idsOf((outcome) => isGone(run.kind, outcome));
  const { enables } = runRows[run.kind];
  const switched = new Set(idsOf((outcome) => isAchieved(outcome) && !isGone(run.kind, outcome)));
  const left = ended.filter(({ outcome }) => isAchieved(outcome) || outcome.kind === 'kept');
  const found = was.settled.flatMap(({ system, outcome }, at) => {
    const now = run.settled[at]?.outcome;
    return isAchieved(outcome) && now !== undefined && !isAchieved(now) ? [system] : [];
  });
  const kept = withoutMarks(state.marks.marked, new Set(left.map(({ system }) => system.systemId)));
  const byOrigin = Map.groupBy(found, ({ systemId }) => run.why?.get(systemId));
  const marked = [...byOrigin].reduce((marks, [why, systems]) => withMarked(marks, systems, markedBefore(why)), kept);
  return rowsRead(marked === state.marks.marked ? state : withMarks(state, marked), (scan) =>
    enables === null ? withGone(scan, gone) : withSwitched(withGone(scan, gone), switched, enables),
  );
}

/** The origin of the mark before the run; by hand if it had none, or none is known. */
function markedBefore(why: Why | undefined): MarkedWhy {
  if (why === undefined || why.by === 'row' || why.by === 'run') return { by: 'hand' };
  return { ...why, by: why.by };
}
