/** The columns of the table of systems: the narrower the terminal, the fewer. */
import type { FieldName, System } from '../../api/system.ts';
import { ageOf, isConnected, isStale } from '../../state/staleness/staleness.ts';
import { columnIds, type TableColumns } from '../../state/columns/model.ts';
import { columnFields, type ColumnId, isTimeField } from '../../state/systems/fields.ts';
import type { State } from '../../state/state.ts';
import { type Column, layoutColumns, type PlacedColumn } from '../parts/columns.ts';
import type { Tone } from '../parts/root-context.ts';
import { type Clean, clean } from '../text/clean.ts';
import { fieldText, hasName, nameOf } from '../text/field-text.ts';
import { age } from '../text/quantities.ts';

/** Before the name: the cursor's sign, the mark's, and that of what is stale. */
const gutterCells = 6;

/** The name and the last sight need as many, and below that are as short as can be. */
const fewestCells = 32;

/** Those that fit into the terminal. */
export function placedColumns(state: State): readonly PlacedColumn<System>[] {
  return layoutColumns(columnsFor(state), state.columns - gutterCells);
}

/** The columns for a terminal as wide as this one. */
export function columnsFor(state: State): readonly Column<System>[] {
  const { now } = state;
  const { chosen } = state.tableColumns;
  const all = systemColumns(chosen, state.staleness.days, now, state.list.listing.scan?.listedTwice ?? new Map());
  const [name, ...others] = all;
  const lastSeen = others[chosen.shown.indexOf('lastSeen')];
  if (state.columns - gutterCells >= fewestCells || name === undefined || lastSeen === undefined) return all;
  const cell = (system: System): Clean => {
    const known = ageOf(system, now);
    const isNeverSeen = known.kind === 'neverConnected' && isConnected(system);
    if (known.kind === 'unreadable') return clean('?');
    return 'ms' in known && !isNeverSeen ? age(known.ms) : clean('–');
  };
  return [
    { ...name, min: 15 },
    { ...lastSeen, title: clean('AGE'), min: 7, ideal: 7, cell },
  ];
}

/** The columns, with ages as of `now`; `listedTwice` are told by a word after their names. */
export function systemColumns(
  { shown, isWide }: TableColumns,
  days: number,
  now: number,
  listedTwice: ReadonlyMap<string, unknown>,
): readonly Column<System>[] {
  const ids = isWide ? [...shown, ...columnIds.filter((id) => !shown.includes(id))] : shown;
  return [
    {
      title: clean('NAME'),
      min: isWide ? 14 : 18,
      ideal: 36,
      priority: 100,
      cell: (s) => (listedTwice.has(s.systemId) ? clean(`${nameOf(s)} (listed twice)`) : nameOf(s)),
      tone: (s) => (hasName(s) ? 'plain' : 'dim'),
    },
    ...ids.flatMap((id) => columnOf(id, days, now)),
  ];
}

function columnOf(id: ColumnId, days: number, now: number): readonly Column<System>[] {
  return columnFields
    .filter((column) => column.id === id)
    .map(({ field, title, cells: [min, ideal], priority }) => ({
      ...{ title: clean(title), min, ideal, priority },
      ...drawing(field, days, now),
    }));
}

/** How the cells of a field are drawn. */
function drawing(field: FieldName, days: number, now: number): Pick<Column<System>, 'align' | 'cell' | 'tone'> {
  if (field === 'lastSeen') {
    const tone = (system: System): Tone => (isStale(system, days, now) ? 'warning' : 'plain');
    return { align: 'right', cell: (system) => lastSeenOf(system, now), tone };
  }
  if (isTimeField(field)) {
    const cell = ({ [`${field}Ms` as const]: ms }: System): Clean =>
      ms === null ? clean('–') : age(Math.max(0, now - ms));
    return { align: 'right', cell, tone: () => 'dim' };
  }
  const cell = (system: System): Clean => clean(fieldText(system, field) ?? '–');
  return field === 'systemId' || field === 'tags' ? { cell, tone: () => 'dim' } : { cell };
}

/** `612 d`, `never, 388 d` by its enrolment, `now` where it is connected and says nothing else. */
export function lastSeenOf(system: System, now: number): Clean {
  const known = ageOf(system, now);
  // `unknown` or `unreadable`.
  if (!('ms' in known)) return clean(known.kind);
  if (known.kind === 'seen') return age(known.ms);
  return clean(isConnected(system) ? '–' : `never, ${age(known.ms)}`);
}
