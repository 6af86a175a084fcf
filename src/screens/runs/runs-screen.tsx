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
import { type Clean, clean } from '../text/clean.ts';
import { width } from '../text/fit.ts';
import { plural } from '../text/numbers.ts';

const stageWords: Record<RunStage, string> = { ended: '', going: 'going on', cutOff: 'not ended' };

function stageOf({ header, stage }: RunSummary): Clean {
  return clean(header.mode === 'preview' ? 'preview' : stageWords[stage]);
}

function outcomesOf({ header, counts }: RunSummary): Clean {
  return countsWords(counts, header.mode === 'preview');
}

/** Each as wide as what it has to say; the outcomes get what is left. */
function columnsFor(runs: readonly RunSummary[]): readonly Column<RunSummary>[] {
  const widest = (textOf: (run: RunSummary) => Clean): number => Math.max(0, ...runs.map((one) => width(textOf(one))));
  const organisation = widest(({ header }) => clean(header.orgName));
  const stage = widest(stageOf);
  return [
    {
      title: clean('BEGUN (UTC)'),
      min: 16,
      ideal: 16,
      priority: 5,
      cell: ({ header }) => clean(header.at.slice(0, 16).replace('T', ' ')),
    },
    {
      title: clean('ORGANISATION'),
      min: Math.max(12, Math.min(20, organisation)),
      ideal: Math.max(12, organisation),
      priority: 3,
      cell: ({ header }) => clean(header.orgName),
    },
    ...(stage === 0 ? [] : [stageColumn(stage)]),
    { title: clean('OUTCOMES'), min: 20, ideal: Math.max(20, widest(outcomesOf)), priority: 4, cell: outcomesOf },
  ];
}

function stageColumn(cells: number): Column<RunSummary> {
  return {
    title: clean(''),
    min: cells,
    ideal: cells,
    priority: 2,
    cell: stageOf,
    tone: ({ header, stage }) => (header.mode === 'run' && stage === 'cutOff' ? 'warning' : 'dim'),
  };
}

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
        <Table items={items} columns={columnsFor(items)} width={state.columns} cursorIndex={list.row - list.top} />
      )}
    </ScreenFrame>
  );
}
