/** Writes systems as JSON and CSV for other programs, and as a table for people. */
import type { System } from '../../api/system.ts';
import { systemColumns } from '../../screens/list/columns.ts';
import { layoutColumns } from '../../screens/parts/columns.ts';
import { fit } from '../../screens/text/fit.ts';
import { safeJson } from '../../state/kernel/safe-json.ts';
import { connectionOf } from '../../state/systems/connection.ts';
import { fieldsOf } from '../../state/systems/fields.ts';
import { ageOf, dayMs, isStale } from '../../state/staleness/staleness.ts';
import { defaultColumns } from '../../state/columns/model.ts';
import { csvText } from './csv.ts';

/** By what age and staleness are judged: the threshold in days, and the moment. */
export interface JudgedBy {
  readonly days: number;
  readonly now: number;
}

/** The specification's field names and values ("System"), with the whole days of its age, whether it is stale, and what its state means. */
function systemRecord(system: System, { days, now }: JudgedBy) {
  const age = ageOf(system, now);
  return {
    ...fieldsOf(system),
    ageDays: 'ms' in age ? Math.floor(age.ms / dayMs) : null,
    stale: isStale(system, days, now),
    connection: connectionOf(system.state),
  };
}

/** One array. Texts are as the service sent them, with escapes for what a terminal acts on. */
export function systemsJson(systems: Iterable<System>, by: JudgedBy): string {
  return `${safeJson(Array.from(systems, (system) => systemRecord(system, by)))}\n`;
}

const csvColumns = [
  ...(['systemId', 'hostname', 'state', 'lastSeen', 'ageDays', 'stale', 'enrolledAt', 'isEnabled'] as const),
  ...(['enrolmentKeyId', 'enrolmentKeyDescription', 'platformType', 'osVersion', 'serviceVersion'] as const),
  ...(['connectedFrom', 'description', 'tags', 'connection'] as const),
] as const;

export function systemsCsv(systems: Iterable<System>, by: JudgedBy): string {
  const rows = Array.from(systems, (system) => {
    const record = systemRecord(system, by);
    return Object.fromEntries(csvColumns.map((name) => [name, cellText(record[name])])) as Row;
  });
  return csvText(csvColumns, rows);
}

type Row = Record<(typeof csvColumns)[number], string>;

function cellText(value: string | number | boolean | readonly { readonly tag: string }[] | null): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.map(({ tag }) => tag).join(' ') : String(value);
}

/** Wide enough for every column; where the output is a terminal it is cut by it, and nowhere else. */
const tableWidth = 160;

/** Columns of the screen, `●` before what is stale, one line for each system. */
export function systemsTable(systems: Iterable<System>, { days, now }: JudgedBy): string {
  const columns = layoutColumns(systemColumns(defaultColumns, days, now, new Map()), tableWidth);
  const line = (sign: string, cells: readonly string[]): string => `${sign} ${cells.join('  ')}`.trimEnd();
  const titles = line(
    ' ',
    columns.map(({ column, width }) => fit(column.title, width, column.align)),
  );
  const lines = Array.from(systems, (system) =>
    line(
      isStale(system, days, now) ? '●' : ' ',
      columns.map(({ column, width }) => fit(column.cell(system), width, column.align)),
    ),
  );
  return `${[titles, ...lines].join('\n')}\n`;
}
