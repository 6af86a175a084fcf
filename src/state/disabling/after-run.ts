/** What the list, the marks and the records know after a run that disabled or enabled systems. */
import type { Outcome } from '../deletion/outcome.ts';
import { isGoing, type Run } from '../deletion/run.ts';
import type { Step } from '../kernel/step.ts';
import { listRenewed, rowsRead, systemsDropped } from '../list/operations.ts';
import { type Scan, systemById, withSystemRead } from '../list/scan.ts';
import { withoutMarks } from '../marks/marks.ts';
import { withMarks } from '../marks/operations.ts';
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

/**
 * In the organisation that is open: systems that are as they were meant to be lose their marks, and their rows say it.
 * A list without disabled systems loses those that are disabled.
 */
export function listAfterRun(state: State, run: Run): Step {
  const { does } = run;
  if (state.organisation?.orgId !== run.organisation.orgId) return [state];
  const ids = new Set(run.settled.flatMap(({ system, outcome }) => (isDone(outcome) ? [system.systemId] : [])));
  if (ids.size === 0) return [state];
  const unmarked = withMarks(state, withoutMarks(state.marks.marked, ids));
  const { scan } = unmarked.list.listing;
  if (scan === null) return [unmarked];
  const listed = new Set([...ids].filter((systemId) => systemById(scan, systemId) !== undefined));
  if (does === 'disable' && !scan.query.includeDisabled && listed.size > 0) return systemsDropped(unmarked, listed);
  return [listRenewed(rowsRead(unmarked, (rows) => withSwitched(rows, listed, does === 'enable')))];
}

function isDone({ kind }: Outcome): boolean {
  return ['disabled', 'alreadyDisabled', 'enabled', 'alreadyEnabled'].includes(kind);
}

function withSwitched(scan: Scan, systemIds: ReadonlySet<string>, isEnabled: boolean): Scan {
  return [...systemIds].reduce((rows, systemId) => {
    const system = systemById(rows, systemId);
    return system === undefined || system.isEnabled === isEnabled
      ? rows
      : withSystemRead(rows, { ...system, isEnabled });
  }, scan);
}
