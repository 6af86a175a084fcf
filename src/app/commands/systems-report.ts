/** Writes systems as JSON and CSV for other programs, and as a table for people. */
import type { FieldName, System } from '../../api/system.ts';
import { systemColumns } from '../../screens/columns/table-columns.ts';
import { layoutColumns } from '../../screens/parts/columns.ts';
import { fit } from '../../screens/text/fit.ts';
import { safeJson } from '../../state/kernel/hidden-characters.ts';
import { connectionOf } from '../../state/systems/connection.ts';
import { fieldPlaces, knownFields, withOtherFields } from '../../state/systems/fields.ts';
import { ageOf, dayMs, isStale } from '../../state/staleness/staleness.ts';
import { defaultColumns } from '../../state/columns/model.ts';
import { csvText } from './csv.ts';

/** By what age and staleness are judged: the threshold in days, and the moment. */
export interface JudgedBy {
  readonly days: number;
  readonly now: number;
}

/** What rollcall makes of a system beside its fields: whole days of its age, whether it is stale, what its state means. */
function judged(system: System, { days, now }: JudgedBy) {
  const age = ageOf(system, now);
  return {
    ageDays: 'ms' in age ? Math.floor(age.ms / dayMs) : null,
    stale: isStale(system, days, now),
    connection: connectionOf(system.state),
  };
}

type Judged = ReturnType<typeof judged>;

/** One array, with the service's field names. Texts are as it sent them, with escapes for what a terminal acts on. */
export function systemsJson(systems: Iterable<System>, by: JudgedBy): string {
  const texts = Array.from(systems, (system) => {
    const record = withOtherFields({ ...knownFields(system), ...judged(system, by) }, system);
    // One by one: all these records at once would take several times the memory of the systems.
    return safeJson([record]).slice('[\n'.length, -'\n]'.length);
  });
  return texts.length === 0 ? '[]\n' : `[\n${texts.join(',\n')}\n]\n`;
}

/** Where the columns of `judged` stand among those of the fields. */
const judgedPlaces = { ageDays: 50, stale: 60, connection: 170 } as const satisfies Record<keyof Judged, number>;

const csvColumns: readonly (FieldName | keyof Judged)[] = [
  ...fieldPlaces('csv'),
  ...Object.entries(judgedPlaces).map(([name, place]) => ({ name: name as keyof Judged, place })),
]
  .sort((a, b) => a.place - b.place)
  .map(({ name }) => name);

export function systemsCsv(systems: Iterable<System>, by: JudgedBy): string {
  const rows = Array.from(systems, (system) => {
    const cells = { ...system, ...judged(system, by) };
    return Object.fromEntries(csvColumns.map((name) => [name, cellText(cells[name])])) as Row;
  });
  return csvText(csvColumns, rows);
}

type Row = Record<(typeof csvColumns)[number], string>;

function cellText(value: System[FieldName]): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.join(' ') : String(value);
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
