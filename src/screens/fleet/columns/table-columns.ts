/** The columns of the table of systems; a narrow table has fewer. */
import type { FieldName, System } from '../../../api/system.ts';
import { ageOf, isConnected, isStale } from '../../../state/fleet/staleness/staleness.ts';
import { columnIds, type TableColumns } from '../../../state/fleet/columns/model.ts';
import type { Sort } from '../../../state/fleet/list/rows.ts';
import { stateWord } from '../../../state/fleet/systems/connection.ts';
import { columnFields, type ColumnId, isTimeField, sortFields } from '../../../state/fleet/systems/fields.ts';
import { paneLayout } from '../../../state/kernel/layout.ts';
import type { State } from '../../../state/root/state.ts';
import { type Column, fittingColumns, gutterOf, sampleWidths } from '../../parts/columns.ts';
import type { Tone } from '../../parts/root-context.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { fieldText, hasName, nameOf } from '../../text/field-text.ts';
import { age } from '../../text/quantities.ts';

/** The gutter before the name: the cursor, the mark, and the sign for stale or protected. */
const gutterCells = gutterOf(2);

/** The name and last seen need this width; below it, both take their shortest form. */
export const fewestCells = 34;

/** Names keep this width while there is another column. */
const shortestName = 18;

/** The gap and last seen: a long name never displaces them. */
const besideName = 16;

/** From this width on, all columns that fit are shown, not only chosen ones; a screen reader gets the chosen ones. */
const everyColumnFrom = 160;

/** The facts that the columns show besides the systems. */
interface Shown {
  readonly days: number;
  readonly now: number;
  readonly sort: Sort;
  /** Marked by a word after their names. */
  readonly listedTwice: ReadonlyMap<string, unknown>;
}

const noSystems: readonly System[] = [];

/** The systems that determine the column widths: the first page of the list. */
export function sampleOf({ list: { listing } }: State): readonly System[] {
  return listing.scan?.pages[0] ?? noSystems;
}

/** The widths of the table, and of the pane beside it. A table with all columns takes the room of the pane, too. */
export function listLayout({ columns, session, tableColumns: { chosen } }: State): ReturnType<typeof paneLayout> {
  return session.isPlain || chosen.isWide ? { list: columns, pane: 0 } : beside(paneLayout(columns));
}

/** A blank cell separates the table from the pane. */
function beside({ list, pane }: ReturnType<typeof paneLayout>): ReturnType<typeof paneLayout> {
  return { list: pane === 0 ? list : list - 1, pane };
}

/** The columns that fit. */
export function columnsFor(state: State): readonly Column<System>[] {
  const { staleness, now, list, tableColumns, columns, session } = state;
  const { scan, view } = list.listing;
  const { chosen } = tableColumns;
  const shown: Shown = { days: staleness.days, now, sort: view.sort, listedTwice: scan?.listedTwice ?? new Map() };
  const isEvery = chosen.isWide || (columns >= everyColumnFrom && !session.isPlain);
  const room = listLayout(state).list - gutterCells;
  const all = systemColumns(isEvery ? everyColumn(chosen) : chosen, shown, Math.max(shortestName, room - besideName));
  const narrow = room < fewestCells ? narrowColumns(all, now) : null;
  const fitting = narrow ?? fittingColumns(all, sampleWidths(all, sampleOf(state)), room);
  const hasId = fitting.some(({ title }) => title === titleOf('id'));
  return hasId ? fitting.map((column, at) => (at === 0 ? { ...column, cell: nameBesideId(shown) } : column)) : fitting;
}

/** The chosen columns first, then the others. */
function everyColumn({ shown, isWide }: TableColumns): TableColumns {
  return { shown: [...shown, ...columnIds.filter((id) => !shown.includes(id))], isWide };
}

/** The name and the age alone; null where last seen is hidden. */
function narrowColumns([name, ...others]: readonly Column<System>[], now: number): readonly Column<System>[] | null {
  const lastSeen = others.find(({ title }) => title === titleOf('lastSeen'));
  if (name === undefined || lastSeen === undefined) return null;
  const cell = (system: System): Clean => {
    const known = ageOf(system, now);
    const isNeverSeen = known.kind === 'neverConnected' && isConnected(system);
    if (known.kind === 'unreadable') return clean('?');
    return 'ms' in known && !isNeverSeen ? age(known.ms) : clean('–');
  };
  return [
    { ...name, min: 1, ideal: 1 },
    { ...lastSeen, title: clean('AGE'), min: 6, ideal: 6, cell },
  ];
}

/** The columns, with ages as of `now`. A name longer than `longestName` makes no other column give way. */
export function systemColumns(
  { shown: ids, isWide }: TableColumns,
  shown: Shown,
  longestName = Infinity,
): readonly Column<System>[] {
  return [
    {
      title: clean('NAME'),
      min: shortestName,
      ideal: isWide ? shortestName : Math.min(28, longestName),
      priority: 100,
      sorted: sortedBy('hostname', shown.sort),
      cell: (system) => withNote(nameOf(system), system, shown),
      tone: (system) => (hasName(system) ? 'plain' : 'dim'),
    },
    ...ids.flatMap((id) => columnOf(id, isWide, shown)),
  ];
}

function withNote(name: Clean, { systemId }: System, { listedTwice }: Shown): Clean {
  return listedTwice.has(systemId) ? clean(`${name} (listed twice)`) : name;
}

/** The name in a row with a column for the id. */
function nameBesideId(shown: Shown): (system: System) => Clean {
  return (system) => withNote(hasName(system) ? nameOf(system) : noNameOf(system), system, shown);
}

function noNameOf(system: System): Clean {
  return clean((system.hostname === null ? fieldText(system, 'hostname') : null) ?? '(no name)');
}

function titleOf(id: ColumnId): string | undefined {
  return columnFields.find((column) => column.id === id)?.title;
}

function columnOf(id: ColumnId, isWide: boolean, shown: Shown): readonly Column<System>[] {
  return columnFields
    .filter((column) => column.id === id)
    .map(({ field, title, cells: [min, ideal], priority, isCutLast = false }) => ({
      ...{ title: clean(title), min, ideal: isWide ? min : ideal, priority, isCutLast },
      sorted: sortedBy(field, shown.sort),
      ...drawing(field, shown),
    }));
}

function sortedBy(field: FieldName, sort: Sort): Column<System>['sorted'] {
  if (sortFields.find(({ id }) => id === sort.by)?.field !== field) return null;
  return isRising(field, sort) ? 'rising' : 'falling';
}

/** Do the displayed values of a field rise down the list that it sorts? For a time, that is its age. */
export function isRising(field: FieldName, { reversed }: Sort): boolean {
  return reversed === isTimeField(field);
}

/** The drawing of a field's cells. */
function drawing(field: FieldName, { days, now }: Shown): Pick<Column<System>, 'align' | 'cell' | 'tone'> {
  if (field === 'lastSeen') {
    const tone = (system: System): Tone => (isStale(system, days, now) ? 'warning' : 'plain');
    return { align: 'right', cell: (system) => lastSeenOf(system, now), tone };
  }
  if (field === 'state') {
    const tone = (system: System): Tone => (isConnected(system) ? 'good' : 'plain');
    return { cell: (system) => clean(stateWord(system) ?? '–'), tone };
  }
  if (isTimeField(field)) {
    const cell = ({ [`${field}Ms` as const]: ms }: System): Clean =>
      ms === null ? clean('–') : age(Math.max(0, now - ms));
    return { align: 'right', cell, tone: () => 'dim' };
  }
  const cell = (system: System): Clean => clean(textOf(system, field));
  return { cell, tone: field === 'systemId' ? () => 'dim' : (system) => (cell(system) === '–' ? 'dim' : 'plain') };
}

function textOf(system: System, field: FieldName): string {
  const text = fieldText(system, field);
  return text === null || text === '' ? '–' : text;
}

/** `612 d`; `never (388 d)` by its enrolment; `–` if it is connected and was never seen. */
export function lastSeenOf(system: System, now: number): Clean {
  const known = ageOf(system, now);
  // `unknown` or `unreadable`.
  if (!('ms' in known)) return clean(known.kind);
  if (known.kind === 'seen') return age(known.ms);
  return clean(isConnected(system) ? '–' : `never (${age(known.ms)})`);
}
