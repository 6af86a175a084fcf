/** The row under the cursor of the list of runs, and the run that another session is at work on. */
import { known } from '../../kernel/loadable.ts';
import type { State } from '../../root/state.ts';
import { isUnread, type UnreadRecords } from '../journal/records-file.ts';
import type { Run } from '../run.ts';
import type { RunsRow, RunSummary } from './files.ts';

/** The run under the cursor of the list of runs. */
export function runAtCursor(state: State): RunSummary | undefined {
  const row = rowAtCursor(state);
  return row === undefined || isUnread(row) ? undefined : row;
}

/** The file under the cursor, where it is not understood. */
export function unreadAtCursor(state: State): UnreadRecords | undefined {
  const row = rowAtCursor(state);
  return row !== undefined && isUnread(row) ? row : undefined;
}

export function rowAtCursor({ screen }: State): RunsRow | undefined {
  return screen.kind === 'runs' ? known(screen.runs)?.[screen.list.row] : undefined;
}

/** The run that is shown, where another session is at work on it. */
export function runElsewhere({ screen, deletion: run }: State): Run | null {
  return screen.kind === 'deletion' && run?.isElsewhere === true ? run : null;
}
