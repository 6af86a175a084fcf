/** Which columns has the table of systems? The narrower the terminal, the fewer. */
import type { System } from '../../api/system.ts';
import { ageOf, isConnected, isStale } from '../../state/staleness/staleness.ts';
import { type ColumnId, columnIds, type TableColumns } from '../../state/columns/model.ts';
import type { State } from '../../state/state.ts';
import { type Column, layoutColumns, type PlacedColumn } from '../parts/columns.ts';
import { type Clean, clean } from '../text/clean.ts';
import { fieldText } from '../text/field-text.ts';
import { age } from '../text/times.ts';

/** What a column is called where it is chosen. */
export const columnNames: Readonly<Record<ColumnId, Clean>> = {
  state: clean('state'),
  lastSeen: clean('last seen'),
  enrolled: clean('enrolled'),
  key: clean('enrolment key'),
  platform: clean('platform'),
  version: clean('version'),
  tags: clean('tags'),
  id: clean('id'),
  osVersion: clean('version of the platform'),
  connectedFrom: clean('connected from'),
  description: clean('description'),
};

/** Before the name: the cursor's sign, the mark's, and that of what is stale. */
const gutterCells = 6;

/** The name and the last sight need as many, and below that are as short as can be. */
const fewestCells = 32;

/** Those that fit into the terminal. */
export function placedColumns(state: State): readonly PlacedColumn<System>[] {
  return layoutColumns(columnsFor(state), state.columns - gutterCells);
}

/** The columns for a terminal as wide as this one. */
export function columnsFor({
  tableColumns: { chosen: tableColumns },
  staleness: { days },
  now,
  columns,
  list: { listing },
}: State): readonly Column<System>[] {
  const all = systemColumns(tableColumns, days, now, listing.scan?.listedTwice ?? new Map());
  const [name, ...others] = all;
  const lastSeen = others[tableColumns.shown.indexOf('lastSeen')];
  if (columns - gutterCells >= fewestCells || name === undefined || lastSeen === undefined) return all;
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
    ...ids.map((id) => columnOf(id, days, now)),
  ];
}

function columnOf(id: ColumnId, days: number, now: number): Column<System> {
  switch (id) {
    case 'state':
      return { ...textColumn('STATE', 'state', 12, 12), priority: 80 };
    case 'lastSeen':
      return {
        title: clean('LAST SEEN'),
        min: 12,
        ideal: 12,
        align: 'right',
        priority: 90,
        cell: (system) => lastSeenOf(system, now),
        tone: (system) => (isStale(system, days, now) ? 'warning' : 'plain'),
      };
    case 'enrolled':
      return {
        title: clean('ENROLLED'),
        min: 8,
        ideal: 8,
        align: 'right',
        priority: 42,
        cell: ({ enrolledAtMs }) => (enrolledAtMs === null ? clean('–') : age(Math.max(0, now - enrolledAtMs))),
        tone: () => 'dim',
      };
    case 'key':
      return { ...textColumn('KEY', 'enrolmentKeyDescription', 12, 20), priority: 70 };
    case 'platform':
      return { ...textColumn('PLATFORM', 'platformType', 8, 10), priority: 60 };
    case 'version':
      return { ...textColumn('VERSION', 'serviceVersion', 8, 12), priority: 40 };
    case 'tags':
      return {
        title: clean('TAGS'),
        min: 8,
        ideal: 24,
        priority: 50,
        cell: ({ tags }) => clean(tags.join(' ')),
        tone: () => 'dim',
      };
    case 'id':
      return {
        title: clean('ID'),
        min: 8,
        ideal: 12,
        priority: 30,
        cell: ({ systemId }) => clean(systemId),
        tone: () => 'dim',
      };
    case 'osVersion':
      return { ...textColumn('OS', 'osVersion', 8, 16), priority: 28 };
    case 'connectedFrom':
      return { ...textColumn('FROM', 'connectedFrom', 11, 15), priority: 26 };
    case 'description':
      return { ...textColumn('DESCRIPTION', 'description', 12, 30), priority: 24 };
  }
}

function textColumn(title: string, field: Parameters<typeof fieldText>[1], min: number, ideal: number) {
  return {
    title: clean(title),
    min,
    ideal,
    cell: (system: System): Clean => clean(fieldText(system, field) ?? '–'),
  };
}

/** The host name; a system without one is told from others by its id. */
export function nameOf(system: System): Clean {
  if (hasName(system)) return clean(system.hostname ?? '');
  const instead = system.hostname === null ? fieldText(system, 'hostname') : null;
  return clean(`${instead ?? '(no name)'} ${system.systemId}`);
}

function hasName({ hostname }: System): boolean {
  return hostname !== null && hostname.trim() !== '';
}

/** `612 d`, `never, 388 d` by its enrolment, `now` where it is connected and says nothing else. */
export function lastSeenOf(system: System, now: number): Clean {
  const known = ageOf(system, now);
  switch (known.kind) {
    case 'seen':
      return age(known.ms);
    case 'neverConnected':
      return isConnected(system) ? clean('–') : clean(`never, ${age(known.ms)}`);
    case 'unknown':
      return clean('unknown');
    case 'unreadable':
      return clean('unreadable');
  }
}
