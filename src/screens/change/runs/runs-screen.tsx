/** The history of deletions, disabling and enabling: its keys and its table. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { State } from '../../../state/root/state.ts';
import { runRows, usualKind } from '../../../state/change/run-kinds.ts';
import { known } from '../../../state/kernel/loadable.ts';
import type { RunsRow, RunStage } from '../../../state/change/runs/files.ts';
import { isUnread, nameOfFile, unreadWords } from '../../../state/change/journal/records-file.ts';
import { tableRows } from '../../../state/kernel/layout.ts';
import { countsWords } from '../../removal/deletion/outcome-wording.ts';
import type { Column } from '../../parts/columns.ts';
import { type Sign, Table } from '../../parts/table.tsx';
import type { Tone } from '../../parts/root-context.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { count, plural } from '../../text/quantities.ts';
import { bind, type BindingGroup, listKeysWithoutPages } from '../../keys/binding.ts';
import { rowAtCursor, runAtCursor, unreadAtCursor } from '../../../state/change/runs/selectors.ts';

const runsKeys: BindingGroup = {
  title: 'History',
  bindings: [
    bind(['enter', 'l', 'right'], 'open these results', 'runOpened', { hint: 'open', refusal: noRun }),
    bind(['e'], 'export its results', 'exportRequested', {
      hint: 'export',
      refusal: (state) => {
        if (unreadAtCursor(state) !== undefined) return 'rollcall cannot read this file; p opens it';
        return runAtCursor(state)?.stage === 'going' ? 'it is still in progress' : noRun(state);
      },
    }),
    bind(['p'], 'open its records in the pager', 'recordsShown', {
      hint: 'records',
      // A pager may hang on a pipe, or follow a link.
      refusal: (state) => (unreadAtCursor(state)?.why.kind === 'notAFile' ? 'this is not a file' : noRun(state)),
    }),
    bind(['r'], 'refresh', 'runsOpened'),
  ],
};

function noRun(state: State): string | null {
  return rowAtCursor(state) === undefined ? 'nothing is listed' : null;
}

const stageWords: Record<RunStage, string> = { ended: '', going: 'in progress', cutOff: 'interrupted' };

function stageOf(row: RunsRow): Clean {
  if (isUnread(row)) return clean(row.why.kind === 'nothing' ? '' : 'not read');
  return clean(row.header.mode === 'preview' ? 'preview' : stageWords[row.stage]);
}

function outcomesOf(row: RunsRow): Clean {
  return isUnread(row)
    ? clean(`${nameOfFile(row)}: ${unreadWords(row)}`)
    : countsWords(row.counts, { kind: row.header.does, isPreview: row.header.mode === 'preview' });
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

/** ✓ all went as confirmed, ✗ some failed, ● it did not end, or its file cannot be read. */
function signOf(row: RunsRow): Sign | undefined {
  const sign = (text: string, tone: Tone, says: string): Sign => ({ text: clean(text), tone, says });
  if (isUnread(row)) return sign('●', 'warning', 'not read');
  if (row.header.mode === 'preview') return undefined;
  if (row.stage === 'going') return sign('▸', 'accent', 'in progress');
  if (row.stage === 'cutOff') return sign('●', 'warning', 'interrupted');
  const { refused, failed, unknown, notAttempted } = row.counts;
  return refused + failed + unknown + notAttempted > 0
    ? sign('✗', 'danger', 'with failures')
    : sign('✓', 'good', 'finished');
}

/** `7 deletions`; where some disabled or enabled, how many there are. */
function entriesWords(rows: readonly RunsRow[]): string {
  const kinds = rows.flatMap((row) => (isUnread(row) ? [] : [row.header.does]));
  const isUsual = kinds.every((kind) => kind === usualKind);
  return isUsual ? plural(kinds.length, runRows[usualKind].words.noun) : `${count(kinds.length)} entries`;
}

const noTitle = clean('');

const columns: readonly Column<RunsRow>[] = [
  { title: clean('STARTED (UTC)'), min: 16, ideal: 16, priority: 5, cell: beginOf },
  { title: clean('ORGANISATION'), min: 20, ideal: 20, priority: 3, cell: organisationOf },
  { title: noTitle, min: 11, ideal: 11, priority: 2, cell: stageOf, tone: stageTone },
  { title: clean('RESULTS'), min: 18, ideal: 18, priority: 4, cell: outcomesOf },
];

export function RunsScreen({ state, screen }: ViewProps<'runs'>): ReactNode {
  const { runs, list } = screen;
  const all = known(runs) ?? [];
  const items = all.slice(list.top, list.top + tableRows(state.rows));
  const unread = all.filter((row) => isUnread(row) && row.why.kind !== 'nothing').length;
  const notRead = unread === 0 ? '' : ` · ${plural(unread, 'file')} not read`;
  const words = `${entriesWords(all)}, newest first${notRead}`;
  const isLoading = runs.kind === 'loading';
  const isAnyOpen = all.some((row) => stageOf(row) !== '');
  return (
    <ScreenFrame state={state} title={clean('History')} facts={clean(isLoading ? 'loading…' : words)}>
      {all.length === 0 && !isLoading && (
        <Text>
          Nothing was deleted or disabled yet. Each time is listed here from its start, with the result and the record
          of every system.
        </Text>
      )}
      {all.length > 0 && (
        <Table
          items={items}
          columns={isAnyOpen ? columns : columns.filter(({ title }) => title !== noTitle)}
          width={state.columns}
          cursorIndex={list.row - list.top}
          sample={all}
          signs={[signOf]}
        />
      )}
    </ScreenFrame>
  );
}

export const runsScreens: ScreenDefinitions<'runs'> = {
  runs: { View: RunsScreen, keys: [runsKeys, listKeysWithoutPages], backHint: 'back' },
};
