/** The list of runs: its keys and its table. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { State } from '../../../state/state.ts';
import { known } from '../../../state/kernel/loadable.ts';
import type { RunsRow, RunStage } from '../../../state/deletion/runs/files.ts';
import { isUnread, nameOfFile, unreadWords } from '../../../state/deletion/journal/records-file.ts';
import { tableRows } from '../../../state/kernel/layout.ts';
import { countsWords } from '../outcome-wording.ts';
import type { Column } from '../../parts/columns.ts';
import { Table } from '../../parts/table.tsx';
import type { Tone } from '../../parts/root-context.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { plural } from '../../text/quantities.ts';
import { bind, type BindingGroup, listKeysWithoutPages } from '../../keys/binding.ts';
import { rowAtCursor, runAtCursor, unreadAtCursor } from '../../../state/deletion/runs/selectors.ts';

const runsKeys: BindingGroup = {
  title: 'Runs',
  bindings: [
    bind(['enter', 'l', 'right'], 'show how this run ended', 'runOpened', { hint: 'open', refusal: noRun }),
    bind(['e'], 'write its outcomes to files', 'exportRequested', {
      hint: 'export',
      refusal: (state) => {
        if (unreadAtCursor(state) !== undefined) return 'this file is not read: p shows it as it is';
        return runAtCursor(state)?.stage === 'going' ? 'the run is not over' : noRun(state);
      },
    }),
    bind(['p'], 'its records, in the pager', 'recordsShown', {
      hint: 'records',
      // A pager may hang on a pipe, or follow a link.
      refusal: (state) => (unreadAtCursor(state)?.why.kind === 'notAFile' ? 'this is not a file' : noRun(state)),
    }),
    bind(['r'], 'read the runs again', 'runsOpened'),
  ],
};

function noRun(state: State): string | null {
  return rowAtCursor(state) === undefined ? 'there is no run' : null;
}

const stageWords: Record<RunStage, string> = { ended: '', going: 'going on', cutOff: 'not ended' };

function stageOf(row: RunsRow): Clean {
  if (isUnread(row)) return clean(row.why.kind === 'nothing' ? '' : 'not read');
  return clean(row.header.mode === 'preview' ? 'preview' : stageWords[row.stage]);
}

function outcomesOf(row: RunsRow): Clean {
  return isUnread(row)
    ? clean(`${nameOfFile(row)}: ${unreadWords(row)}`)
    : countsWords(row.counts, row.header.mode === 'preview');
}

function organisationOf(row: RunsRow): Clean {
  return clean(isUnread(row) ? (row.orgName ?? row.orgId ?? 'unknown') : row.header.orgName);
}

/** When the run began; of an unreadable file, when it was last written. */
function beginOf(row: RunsRow): Clean {
  const at = isUnread(row) ? (row.changedMs === null ? '' : new Date(row.changedMs).toISOString()) : row.header.at;
  return clean(at.slice(0, 16).replace('T', ' '));
}

function stageTone(row: RunsRow): Tone {
  return isUnread(row) || (row.header.mode === 'run' && row.stage === 'cutOff') ? 'warning' : 'dim';
}

const noTitle = clean('');

const columns: readonly Column<RunsRow>[] = [
  { title: clean('BEGUN (UTC)'), min: 16, ideal: 16, priority: 5, cell: beginOf },
  { title: clean('ORGANISATION'), min: 20, ideal: 20, priority: 3, cell: organisationOf },
  { title: noTitle, min: 9, ideal: 9, priority: 2, cell: stageOf, tone: stageTone },
  { title: clean('OUTCOMES'), min: 20, ideal: 20, priority: 4, cell: outcomesOf },
];

export function RunsScreen({ state, screen }: ViewProps<'runs'>): ReactNode {
  const { runs, list } = screen;
  const all = known(runs) ?? [];
  const items = all.slice(list.top, list.top + tableRows(state.rows));
  const unread = all.filter((row) => isUnread(row) && row.why.kind !== 'nothing').length;
  const notRead = unread === 0 ? '' : ` · ${plural(unread, 'file')} not read`;
  const words = `${plural(all.filter((row) => !isUnread(row)).length, 'run')}, the newest first${notRead}`;
  const isLoading = runs.kind === 'loading';
  const isAnyOpen = all.some((row) => stageOf(row) !== '');
  return (
    <ScreenFrame state={state} title={clean('Deletion history')} facts={clean(isLoading ? 'reading…' : words)}>
      {all.length === 0 && !isLoading && <Text>No runs yet. Each one is listed here once it has begun.</Text>}
      {all.length > 0 && (
        <Table
          items={items}
          columns={isAnyOpen ? columns : columns.filter(({ title }) => title !== noTitle)}
          width={state.columns}
          cursorIndex={list.row - list.top}
          sample={all}
        />
      )}
    </ScreenFrame>
  );
}

export const runsScreens: ScreenDefinitions<'runs'> = {
  runs: { View: RunsScreen, keys: [runsKeys, listKeysWithoutPages], backHint: 'back' },
};
