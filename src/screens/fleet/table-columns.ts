/** The columns of the table of systems; a narrow table has fewer. */
import type { FieldName, System } from '../../api/system.ts';
import { ageOf, isConnected, isStale } from '../../state/fleet/staleness/staleness.ts';
import { columnIds } from '../../state/fleet/columns.ts';
import type { Filter } from '../../state/fleet/filter/filter.ts';
import { type Sort, sortKinds } from '../../state/fleet/list/listing.ts';
import { type Scan, systemAt } from '../../state/fleet/list/scan.ts';
import { stateWord } from '../../state/fleet/systems/status.ts';
import {
  columnFields,
  type ColumnId,
  filteredFields,
  isTimeField,
  sortFields,
  type SortBy,
} from '../../state/fleet/systems/fields.ts';
import { paneLayout } from '../../state/kernel/list-view.ts';
import { memoize } from '../../state/kernel/store.ts';
import { linkOf } from '../../state/session/profile-settings.ts';
import type { State } from '../../state/root/state.ts';
import {
  type Column,
  type ContentWidths,
  fittingColumns,
  gutterOf,
  sampleSize,
  sampleWidths,
  tableWidth,
} from '../parts/columns.ts';
import type { Tone } from '../parts/root-context.ts';
import type { Part } from '../parts/table.tsx';
import { type Clean, clean, fieldText, hasName, nameOf } from '../text/clean.ts';
import { width } from '../text/fit.ts';
import { age } from '../text/quantities.ts';
import { gaugeOf, reasonColumns } from './system-signs.ts';

/** Cells of the signs before the name: the mark, and the sign for stale or protected. */
const signs = 2;

/** Minimum cells for the name, the state and last seen; below it, state and last seen use their shortest form. */
const minCells = 34;

/** Minimum cells for the name, the state and last seen; below it, the age replaces last seen. */
const roomForLastSeen = 56;

/** Minimum widths of the name: usually, beside all columns, and beside the age that replaces last seen. */
const [usualName, shortName, minNameLength] = [28, 18, 8];

/** Cells of last seen and its gap: a long name never displaces them. */
const besideName = 16;

/** Screens are designed for this width: the pane displaces no column that fits into it. */
export const masterCells = 80;

/** From this width on, every column that fits is shown; a screen reader still gets only the chosen ones. */
const everyColumnFrom = 160;

/** Columns of lower priority get only the cells that others leave. */
const extraPriority = 45;

/** Lower than the priority of last seen. */
const filteredPriority = 85;

interface Shown {
  readonly days: number;
  readonly now: number;
  readonly sort: Sort;
  /** Systems with more than one record; their names are followed by a note. */
  readonly listedTwice: ReadonlyMap<string, unknown>;
  readonly linkOf?: (system: System) => string | null;
}

const noSystems: readonly System[] = [];

/** The systems that determine the column widths: the first that a filter shows, else the first page of the list. */
export function sampleOf({ list: { listing } }: State): readonly System[] {
  const { scan, view } = listing;
  if (scan === null) return noSystems;
  const shown = view.filter.tests.length === 0 || view.rows === null ? noSystems : firstShownIn(scan)(view.rows);
  return shown.length === 0 ? (scan.pages[0] ?? noSystems) : shown;
}

const firstShownIn = memoize((scan: Scan) =>
  memoize((rows: Int32Array): readonly System[] =>
    Array.from(rows.subarray(0, sampleSize)).flatMap((row) => systemAt(scan, row) ?? []),
  ),
);

export const listLayout = memoize((state: State) => {
  const { columns, whole, hasPane } = columnsChosen(state, sampleOf(state), reasonColumns(state));
  return { columns, ...cellsFor(state, hasPane, tableWidth(columns, whole, signs)) };
});

/** The pane gets the cells that the content of the table leaves. */
export function cellsFor(state: State, hasPane: boolean, content: number): ReturnType<typeof paneLayout> {
  return hasPane ? paneBeside(state, content + 1) : { list: state.columns, pane: 0 };
}

interface Chosen {
  readonly columns: readonly Column<System>[];
  readonly whole: ContentWidths;
  /** The cells for the columns, beside the narrowest pane if there is one. */
  readonly room: number;
  readonly hasPane: boolean;
}

/**
 * As many columns as fit beside the narrowest pane, by the content of a sample. The pane displaces no column that 80
 * cells show, unless you chose its width.
 */
export function columnsChosen(
  state: State,
  sample: readonly System[],
  reasons: readonly Column<System>[] = [],
): Chosen {
  const { columns, session, tableColumns } = state;
  const { list, pane } = paneBeside(state, columns);
  if (pane > 0 && !session.isPlain && !tableColumns.chosen.isWide) {
    const beside = columnsIn(state, list, sample, reasons);
    const titles = new Set(beside.columns.map(({ title }) => title));
    const isKept = ({ title }: Column<System>): boolean => titles.has(title);
    const isChosen = tableColumns.paneCells !== null;
    if (isChosen || list >= masterCells || columnsIn(state, masterCells, sample, reasons).columns.every(isKept))
      return { ...beside, hasPane: true };
  }
  return { ...columnsIn(state, columns, sample, reasons), hasPane: false };
}

function columnsIn(
  state: State,
  cells: number,
  sample: readonly System[],
  reasons: readonly Column<System>[],
): Pick<Chosen, 'columns' | 'whole' | 'room'> {
  const room = cells - gutterOf(signs);
  const shown = readShown(state);
  const least = state.tableColumns.chosen.isWide
    ? shortName
    : Math.max(shortName, Math.min(usualName, room - besideName));
  const [name, ...others] = systemColumns(columnsOffered(state), shown, least);
  const all = rankColumns([name, ...reasons, ...others], state);
  const { usual: content, whole } = sampleWidths(all, sample);
  const usual = fittingColumns(all, content, room, whole);
  const isMissing = (title: string | undefined): boolean => isIn(all, title) && !isIn(usual, title);
  const isNarrow = room < minCells || (room < roomForLastSeen && isMissing(titleOf('state')));
  const narrow = isNarrow ? narrowColumns(all, state.now, room) : null;
  const narrowed = narrow === null ? null : sampleWidths(narrow, sample);
  const columns =
    narrow === null || narrowed === null ? usual : fittingColumns(narrow, narrowed.usual, room, narrowed.whole);
  const cell = isIn(columns, titleOf('id')) ? nameBesideId(shown) : name.cell;
  return { columns: columns.map((column, at) => (at === 0 ? { ...column, cell } : column)), whole, room };
}

function isIn(columns: readonly Column<System>[], title: string | undefined): boolean {
  return columns.some((column) => column.title === title);
}

/**
 * Raises a column that the filter names above all but the name and last seen, because it shows why a row matches.
 * Columns of low priority get the cells that others leave, and unchosen columns those that chosen ones leave.
 */
function rankColumns(
  all: readonly Column<System>[],
  { list, tableColumns: { chosen } }: State,
): readonly Column<System>[] {
  const named = new Set(findNamed(list.listing.view.filter).map(titleOf));
  const others = new Set(columnIds.filter((id) => !chosen.isWide && !chosen.shown.includes(id)).map(titleOf));
  return all.map((column) => {
    if (named.has(column.title))
      return { ...column, priority: Math.max(column.priority, filteredPriority), isKept: true };
    if (others.has(column.title)) return { ...column, priority: column.priority - 100, isExtra: true };
    return { ...column, isExtra: !chosen.isWide && column.priority < extraPriority };
  });
}

/** A blank cell separates the table from the pane. */
function paneBeside({ columns, tableColumns }: State, wanted: number): ReturnType<typeof paneLayout> {
  const { list, pane } = paneLayout(columns, wanted, tableColumns.paneCells);
  return { list: pane === 0 ? list : list - 1, pane };
}

function readShown(state: State): Shown {
  const { scan, view } = state.list.listing;
  return {
    ...{ days: state.staleness.days, now: state.now, sort: view.sort, listedTwice: scan?.listedTwice ?? new Map() },
    linkOf: (system) => linkOf(state, system),
  };
}

/** The columns in order of preference: the chosen ones, those that the filter names, then the others. */
function columnsOffered({ tableColumns: { chosen }, columns, session, list }: State): readonly ColumnId[] {
  const isEvery = chosen.isWide || (columns >= everyColumnFrom && !session.isPlain);
  return [...new Set([...chosen.shown, ...findNamed(list.listing.view.filter), ...(isEvery ? columnIds : [])])];
}

function findNamed({ fields }: Filter): readonly ColumnId[] {
  const named = new Set(filteredFields.filter(({ id }) => fields.has(id)).map(({ field }) => field));
  return columnFields.flatMap(({ field, id }) => (named.has(field) ? [id] : []));
}

/** The name, the state and the age, with the columns that still fit; null if last seen is hidden. */
function narrowColumns(all: readonly Column<System>[], now: number, room: number): readonly Column<System>[] | null {
  const cell = (system: System): Clean => {
    const known = ageOf(system, now);
    const isNeverSeen = known.kind === 'neverConnected' && isConnected(system);
    if (known.kind === 'unreadable') return clean('?');
    return 'ms' in known && !isNeverSeen ? age(known.ms) : clean('–');
  };
  const narrow = all.map((column, at): Column<System> => {
    if (at === 0) return { ...column, min: minNameLength };
    if (column.title === titleOf('state')) return narrowState(column, room);
    // The name needs the cells of the gauge.
    if (column.title === titleOf('lastSeen')) return { ...column, title: ageTitle, cell, gauge: undefined };
    return { ...column, isExtra: true };
  });
  return isIn(narrow, ageTitle) ? narrow : null;
}

const ageTitle = clean('AGE');

/** Shortens the state to the letters that identify it: `on`, `off`, `dis`. */
function narrowState(state: Column<System>, room: number): Column<System> {
  if (room >= minCells) return state;
  const cell = (system: System): Clean => {
    const word = state.cell(system);
    return clean(word === 'online' ? 'on' : word.slice(0, 3).toLowerCase());
  };
  return { ...state, title: clean('ST'), min: 3, ideal: 3, cell };
}

export function systemColumns(
  ids: readonly ColumnId[],
  shown: Shown,
  leastName = usualName,
): readonly [Column<System>, ...Column<System>[]] {
  // The note is a warning and rare, so it gets its cells only if a system has it.
  const noteCells = shown.listedTwice.size === 0 ? 0 : width(listedTwiceNote);
  return [
    {
      title: clean('NAME'),
      min: leastName + noteCells,
      ideal: 32 + noteCells,
      isKept: true,
      priority: 100,
      ...sortOf('hostname', shown.sort),
      cell: (system) => withNote(nameOf(system), system, shown),
      tone: (system) => (hasName(system) ? 'plain' : 'dim'),
      ...(shown.linkOf !== undefined && { link: shown.linkOf }),
    },
    ...ids.flatMap((id) => columnOf(id, shown)),
  ];
}

const listedTwiceNote = clean(' (listed twice)');

function withNote(name: Clean, { systemId }: System, { listedTwice }: Shown): Clean {
  return listedTwice.has(systemId) ? clean(name + listedTwiceNote) : name;
}

function nameBesideId(shown: Shown): (system: System) => Clean {
  return (system) => withNote(hasName(system) ? nameOf(system) : noNameOf(system), system, shown);
}

function noNameOf(system: System): Clean {
  return clean((system.hostname === null ? fieldText(system, 'hostname') : null) ?? '(no name)');
}

function titleOf(id: ColumnId): string | undefined {
  return columnFields.find((column) => column.id === id)?.title;
}

function columnOf(id: ColumnId, shown: Shown): readonly Column<System>[] {
  return columnFields
    .filter((column) => column.id === id)
    .map(({ field, title, cells: [min, ideal], priority, isCutLast = false }) => ({
      ...{ title: clean(title), min, ideal, priority, isCutLast, isKept: field === 'lastSeen' },
      ...sortOf(field, shown.sort),
      ...drawing(field, shown),
    }));
}

function sortOf(field: FieldName, sort: Sort): Pick<Column<System>, 'sortId' | 'sorted'> {
  const sortId = sortFields.find((one) => one.field === field)?.id;
  if (sortId !== sort.by) return { sortId };
  return { sortId, sorted: isRising(field, sort) ? 'rising' : 'falling' };
}

/** The sorts by the drawn columns, from the left. */
export function drawnSorts(state: State): readonly SortBy[] {
  return listLayout(state).columns.flatMap(({ sortId }) => sortKinds.find((by) => by === sortId) ?? []);
}

/** True if the displayed values rise down the sorted list. A time is displayed as its age. */
export function isRising(field: FieldName, { reversed }: Sort): boolean {
  return reversed === isTimeField(field);
}

function drawing(field: FieldName, { days, now }: Shown): Pick<Column<System>, 'align' | 'cell' | 'tone' | 'gauge'> {
  if (field === 'lastSeen') {
    const tone = (system: System): Tone => (isStale(system, days, now) ? 'warning' : 'plain');
    const gauge = (system: System): Part => gaugeOf(system, days, now);
    return { align: 'right', cell: (system) => lastSeenOf(system, now), tone, gauge };
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
