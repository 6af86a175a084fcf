/** A run as people read it: facts above the systems and how each ended. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { reportLayout } from '../../../state/kernel/layout.ts';
import { placed } from '../../../state/kernel/list-cursor.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup, listKeysWithoutPages } from '../../keys/binding.ts';
import type { Column } from '../../parts/columns.ts';
import { PartsLine, Table } from '../../parts/table.tsx';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { clip, fit } from '../../text/fit.ts';
import { count } from '../../text/quantities.ts';
import { type ReportRow, runReport } from '../report.ts';

const recordsKeys: BindingGroup = {
  title: 'Records of a run',
  bindings: [
    bind(['e'], 'write CSV, JSON, Markdown and HTML', 'reportRequested', { hint: 'export' }),
    bind(['o'], 'open the file in the pager', 'recordsPaged', {
      hint: 'file',
      refusal: ({ deletion: run }) => (run?.journalPath == null ? 'a preview has no file' : null),
    }),
  ],
};

export const runRecordsScreens: ScreenDefinitions<'runRecords'> = {
  runRecords: { View: RunRecordsScreen, keys: [recordsKeys, listKeysWithoutPages], backHint: 'back' },
};

const nameCells = 9;

const columns: readonly Column<ReportRow>[] = [
  { title: clean('RESULT'), min: 8, ideal: 12, priority: 90, cell: ({ result }) => result },
  { title: clean('NAME'), min: 10, ideal: 20, priority: 95, cell: ({ name }) => name },
  { title: clean('ID'), min: 7, ideal: 12, priority: 80, cell: ({ id }) => id },
  { title: clean('WHEN (UTC)'), min: 19, ideal: 19, priority: 70, cell: ({ when }) => when },
  { title: clean('KEY'), min: 6, ideal: 14, priority: 40, cell: ({ key }) => key },
  { title: clean('TAGS'), min: 6, ideal: 14, priority: 45, cell: ({ tags }) => tags },
  { title: clean('ADDRESS'), min: 9, ideal: 15, priority: 50, cell: ({ address }) => address },
  { title: clean('WHY'), min: 10, ideal: 40, priority: 60, isCutLast: true, cell: ({ why }) => why },
];

function RunRecordsScreen({ state, screen }: ViewProps<'runRecords'>): ReactNode {
  const { deletion: run, columns: width } = state;
  if (run === null) return null;
  const report = runReport(run);
  const layout = reportLayout(state);
  const { row, top } = placed(screen.list, screen.list.row, report.length, layout.rows);
  const items = Array.from({ length: Math.min(layout.rows, report.length - top) }, (_, at) => report.row(top + at));
  const aside = clean(`${count(Math.min(report.length, row + 1))} of ${count(report.length)}`);
  return (
    <ScreenFrame state={state} title={clean('Records')} aside={aside} facts={clip(report.title, width)}>
      {report.facts.slice(0, layout.facts).map(([name, value]) => (
        <PartsLine
          key={name}
          parts={[
            { text: fit(name, nameCells), tone: 'dim' },
            { text: clip(value, Math.max(1, width - nameCells)), tone: 'plain' },
          ]}
        />
      ))}
      {Array.from({ length: Math.max(0, layout.facts - report.facts.length) }, (_, at) => (
        <Text key={at}> </Text>
      ))}
      {report.length === 0 ? (
        <Text>No system was taken.</Text>
      ) : (
        <Table
          items={items.filter((item) => item !== undefined)}
          columns={columns}
          width={width}
          cursorIndex={row - top}
          list={`${run.id}`}
        />
      )}
    </ScreenFrame>
  );
}
