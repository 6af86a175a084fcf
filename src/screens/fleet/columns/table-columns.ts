/** The columns of the table of systems; a narrow table has fewer. */
import type { FieldName, System } from '../../../api/system.ts';
import { ageOf, isConnected, isStale } from '../../../state/fleet/staleness/staleness.ts';
import { columnIds, type TableColumns } from '../../../state/fleet/columns/model.ts';
import type { Filter } from '../../../state/fleet/filter/filter.ts';
import type { Sort } from '../../../state/fleet/list/rows.ts';
import { type Scan, systemAt } from '../../../state/fleet/list/scan.ts';
import { stateWord } from '../../../state/fleet/systems/connection.ts';
import {
  columnFields,
  type ColumnId,
  filteredFields,
  isTimeField,
  sortFields,
} from '../../../state/fleet/systems/fields.ts';
import { paneLayout } from '../../../state/kernel/layout.ts';
import { memoize } from '../../../state/kernel/memoize.ts';
import { linkOf } from '../../../state/fleet/systems/portal-link.ts';
import type { State } from '../../../state/root/state.ts';
import {
  type Column,
  type ContentWidths,
  fittingColumns,
  gutterOf,
  sampleSize,
  sampleWidths,
  wholeWidth,
} from '../../parts/columns.ts';
import type { Tone } from '../../parts/palette.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { width } from '../../text/fit.ts';
import { fieldText, hasName, nameOf } from '../../text/field-text.ts';
import { age } from '../../text/quantities.ts';

/** The gutter before the name: the cursor, the mark, and the sign for stale or protected. */
const gutterCells = gutterOf(2);

/** The name and last seen need this width; below it, both take their shortest form. */
const fewestCells = 34;

/** The name, the state and last seen need this width; below it, the age stands in for last seen. */
const roomForLastSeen = 56;

/** Names keep this width while there is another column. */
const shortestName = 18;

/** The gap and last seen: a long name never displaces them. */
const besideName = 16;

/** The width for which screens are made: a pane costs none of the columns that fit into it. */
export const masterCells = 80;

/** From this width on, all columns that fit are shown, not only chosen ones; a screen reader gets the chosen ones. */
const everyColumnFrom = 160;

/** That of the name, which is never left out. */
const mostPriority = 100;

/** Below that of last seen. */
const filteredPriority = 85;

/** The facts that the columns show besides the systems. */
interface Shown {
  readonly days: number;
  readonly now: number;
  readonly sort: Sort;
  /** Marked by a word after their names. */
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

/** The widths of the table, and of the pane beside it. A table with all columns takes the room of the pane, too. */
export function listLayout(state: State): ReturnType<typeof paneLayout> {
  const { columns, whole, hasPane } = columnsChosen(state, sampleOf(state));
  return cellsFor(state, hasPane, wholeWidth(columns, whole, 2));
}

/** The columns that fit. */
export function columnsFor(state: State): readonly Column<System>[] {
  return columnsChosen(state, sampleOf(state)).columns;
}

/** A pane takes the cells that the content of the table leaves. */
export function cellsFor(state: State, hasPane: boolean, content: number): ReturnType<typeof paneLayout> {
  return hasPane ? paneBeside(state.columns, content + 1) : { list: state.columns, pane: 0 };
}

interface Chosen {
  readonly columns: readonly Column<System>[];
  /** The width of their content. */
  readonly whole: ContentWidths;
  /** The cells for them, beside the narrowest pane where there is one. */
  readonly room: number;
  readonly hasPane: boolean;
}

/** As many columns as fit beside the narrowest pane, by the content of a sample. */
export function columnsChosen(state: State, sample: readonly System[]): Chosen {
  const { room, all, fitting, whole, hasPane } = choiceBesidePane(state, sample);
  const hasState = (some: readonly Column<System>[]): boolean => some.some(({ title }) => title === titleOf('state'));
  const isShort = room < fewestCells || (room < roomForLastSeen && hasState(all) && !hasState(fitting));
  const columns = (isShort ? narrowColumns(all, state.now, room) : null) ?? fitting;
  const hasId = columns.some(({ title }) => title === titleOf('id'));
  const besideId = nameBesideId(shownIn(state));
  const named = columns.map((column, at) => (hasId && at === 0 ? { ...column, cell: besideId } : column));
  return { columns: named, whole, room, hasPane };
}

/** The columns to choose from, and those that fit. */
interface Choice {
  readonly room: number;
  readonly all: readonly Column<System>[];
  readonly fitting: readonly Column<System>[];
  readonly whole: ContentWidths;
}

/** A pane that would cost a column which a list of 80 cells shows is left out. */
function choiceBesidePane(state: State, sample: readonly System[]): Choice & { readonly hasPane: boolean } {
  const { columns, session, tableColumns } = state;
  const { list, pane } = paneBeside(columns, columns);
  if (pane > 0 && !session.isPlain && !tableColumns.chosen.isWide) {
    const choice = choiceIn(state, list, sample);
    const titles = choice.fitting.map(({ title }) => title);
    const isKept = ({ title }: Column<System>): boolean => titles.includes(title);
    if (list >= masterCells || choiceIn(state, masterCells, sample).fitting.every(isKept))
      return { ...choice, hasPane: true };
  }
  return { ...choiceIn(state, columns, sample), hasPane: false };
}

function choiceIn(state: State, cells: number, sample: readonly System[]): Choice {
  const room = cells - gutterCells;
  const offered = systemColumns(columnsOffered(state), shownIn(state), Math.max(shortestName, room - besideName));
  const all = chosenFirst(filteredFirst(offered, state.list.listing.view.filter), state.tableColumns.chosen);
  const widths = sampleWidths(all, sample);
  return { room, all, whole: widths.whole, fitting: fittingColumns(all, widths, room) };
}

/** A column that the filter names shows why a row is there: only the name and last seen come before it. */
function filteredFirst(all: readonly Column<System>[], { fields }: Filter): readonly Column<System>[] {
  const named = new Set(filteredFields.filter(({ id }) => fields.has(id)).map(({ field }) => field));
  const titles = columnFields.filter(({ field }) => named.has(field)).map(({ title }) => title);
  return all.map((column) =>
    titles.includes(column.title) ? { ...column, priority: Math.max(column.priority, filteredPriority) } : column,
  );
}

/** A column that nobody chose has the room that the chosen ones leave. */
function chosenFirst(all: readonly Column<System>[], { shown, isWide }: TableColumns): readonly Column<System>[] {
  const others = isWide ? [] : columnIds.filter((id) => !shown.includes(id)).map(titleOf);
  return all.map((column) =>
    others.includes(column.title) ? { ...column, priority: column.priority - mostPriority } : column,
  );
}

/** A blank cell separates the table from the pane. */
function paneBeside(columns: number, wanted: number): ReturnType<typeof paneLayout> {
  const { list, pane } = paneLayout(columns, wanted);
  return { list: pane === 0 ? list : list - 1, pane };
}

function shownIn(state: State): Shown {
  const { scan, view } = state.list.listing;
  return {
    ...{ days: state.staleness.days, now: state.now, sort: view.sort, listedTwice: scan?.listedTwice ?? new Map() },
    linkOf: (system) => linkOf(state, system),
  };
}

/** The columns that are shown if they fit. */
function columnsOffered({ tableColumns: { chosen }, columns, session }: State): TableColumns {
  const isEvery = chosen.isWide || (columns >= everyColumnFrom && !session.isPlain);
  return isEvery ? everyColumn(chosen) : chosen;
}

/** The chosen columns first, then the others. */
function everyColumn({ shown, isWide }: TableColumns): TableColumns {
  return { shown: [...shown, ...columnIds.filter((id) => !shown.includes(id))], isWide };
}

/** The name, the state and the age; null where last seen is hidden. */
function narrowColumns(
  [name, ...others]: readonly Column<System>[],
  now: number,
  room: number,
): readonly Column<System>[] | null {
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
    ...others.filter(({ title }) => title === titleOf('state')).map((state) => narrowState(state, room)),
    { ...lastSeen, title: ageTitle, min: 6, ideal: 6, cell },
  ];
}

const ageTitle = clean('AGE');

/** Is the room so short that the age stands in for last seen? */
export function isNarrow(columns: readonly Column<System>[]): boolean {
  return columns.some(({ title }) => title === ageTitle);
}

/** As many letters of the state as tell it from the others: `on`, `off`, `dis`. */
function narrowState(state: Column<System>, room: number): Column<System> {
  if (room >= fewestCells) return { ...state, min: 8, ideal: 8 };
  const cell = (system: System): Clean => {
    const word = state.cell(system);
    return clean(word === 'online' ? 'on' : word.slice(0, 3).toLowerCase());
  };
  return { ...state, title: clean('ST'), min: 3, ideal: 3, cell };
}

/** The columns, with ages as of `now`. A name longer than `longestName` makes no other column give way. */
export function systemColumns(
  { shown: ids, isWide }: TableColumns,
  shown: Shown,
  longestName = Infinity,
): readonly Column<System>[] {
  // Few systems have it, and it is a warning: it is no value that may be cut because most are shorter.
  const noteCells = shown.listedTwice.size === 0 ? 0 : width(listedTwiceNote);
  return [
    {
      title: clean('NAME'),
      min: shortestName + noteCells,
      ideal: (isWide ? shortestName : Math.min(28, longestName)) + noteCells,
      priority: mostPriority,
      sorted: sortedBy('hostname', shown.sort),
      cell: (system) => withNote(nameOf(system), system, shown),
      tone: (system) => (hasName(system) ? 'plain' : 'dim'),
      ...(shown.linkOf !== undefined && { link: shown.linkOf }),
    },
    ...ids.flatMap((id) => columnOf(id, isWide, shown)),
  ];
}

const listedTwiceNote = clean(' (listed twice)');

function withNote(name: Clean, { systemId }: System, { listedTwice }: Shown): Clean {
  return listedTwice.has(systemId) ? clean(name + listedTwiceNote) : name;
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
