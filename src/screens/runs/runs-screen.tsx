/** How is the list of runs drawn? */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { known } from '../../state/loadable.ts';
import type { RunStage, RunSummary } from '../../state/run-files.ts';
import type { Screen, State } from '../../state/state.ts';
import { tableRows } from '../../state/viewport.ts';
import { countsWords } from '../deletion/outcome-wording.ts';
import type { Column } from '../parts/columns.ts';
import { Table } from '../parts/table.tsx';
import { ScreenFrame } from '../screen-frame.tsx';
import { clean } from '../text/clean.ts';
import { plural } from '../text/numbers.ts';

const stageWords: Record<RunStage, string> = { ended: '', going: 'going on', cutOff: 'not ended' };

const columns: readonly Column<RunSummary>[] = [
  {
    title: clean('BEGUN (UTC)'),
    min: 16,
    ideal: 16,
    priority: 5,
    cell: ({ header }) => clean(header.at.slice(0, 16).replace('T', ' ')),
  },
  {
    title: clean('ORGANISATION'),
    min: 10,
    ideal: 24,
    priority: 3,
    cell: ({ header }) => clean(header.orgName),
  },
  {
    title: clean(''),
    min: 9,
    ideal: 9,
    priority: 2,
    cell: ({ header, stage }) => clean(header.mode === 'preview' ? 'preview' : stageWords[stage]),
    tone: ({ header, stage }) => (header.mode === 'run' && stage === 'cutOff' ? 'warning' : 'dim'),
  },
  {
    title: clean('OUTCOMES'),
    min: 20,
    ideal: 60,
    priority: 4,
    cell: ({ header, counts }) => countsWords(counts, header.mode === 'preview'),
  },
];

interface Props {
  readonly state: State;
  readonly screen: Screen & { readonly kind: 'runs' };
}

export function RunsScreen({ state, screen }: Props): ReactNode {
  const { runs, list } = screen;
  const all = known(runs) ?? [];
  const items = all.slice(list.top, list.top + tableRows(state.rows));
  const status = runs.kind === 'loading' ? 'Runs · reading…' : `Runs · ${plural(all.length, 'run')}, the newest first`;
  return (
    <ScreenFrame state={state} status={clean(status)}>
      {all.length === 0 && runs.kind !== 'loading' && (
        <Text>No runs yet. Each one is listed here once it has begun.</Text>
      )}
      {all.length > 0 && (
        <Table items={items} columns={columns} width={state.columns} cursorIndex={list.row - list.top} />
      )}
    </ScreenFrame>
  );
}
