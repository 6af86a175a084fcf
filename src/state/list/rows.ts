/** The rows of the scan that are shown, and how they are sorted: indexes into the scan, extended as pages arrive. */
import type { System } from '../../api/system.ts';
import { type Filter, matches, noFilter } from '../filter/filter.ts';
import type { FilterContext } from '../filter/fields.ts';
import { rowOf, type Scan, systemAt } from './scan.ts';
import { type SortKey, sortFields, type SortId, systemFields } from '../systems/fields.ts';

/** `listed`: as the service lists them. `age`: by last seen, or by enrolment where never connected. */
export type SortBy = 'listed' | SortId;

export const sortKinds: readonly SortBy[] = ['listed', ...sortFields.map(({ id }) => id)];

export interface Sort {
  readonly by: SortBy;
  readonly reversed: boolean;
}

export const listedSort: Sort = { by: 'listed', reversed: false };

/** The next kind of sort, round and round. */
export function nextSort({ by }: Sort): Sort {
  return { by: sortKinds[sortKinds.indexOf(by) + 1] ?? 'listed', reversed: false };
}

const keyOf = new Map<SortBy, (system: System) => SortKey>(sortFields.map(({ id, key }) => [id, key]));

export function sortKeyOf(system: System, by: SortBy): SortKey {
  return keyOf.get(by)?.(system) ?? null;
}

/** By what rows that are equal are told apart, before the service's order: their names, in either direction. */
export function secondKeyOf(system: System, by: SortBy): SortKey {
  return by === 'listed' || by === 'name' ? null : systemFields.hostname.sort.key(system);
}

/** Compares two keys of one kind; 0 leaves the rows in the service's order. */
export function compareKeys(a: SortKey, b: SortKey, reversed: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const ascending = a < b ? -1 : 1;
  return reversed ? -ascending : ascending;
}

export interface View {
  readonly filter: Filter;
  readonly sort: Sort;
  /** Rows of the scan in the order shown; null: all of them as the service lists them. */
  readonly rows: Int32Array | null;
}

export const plainView: View = { filter: noFilter, sort: listedSort, rows: null };

/** A new view: after a change of filter or sort, or of the rows already read. */
export function viewOf(scan: Scan, filter: Filter, sort: Sort, context: FilterContext): View {
  const isPlain = filter.tests.length === 0 && sort.by === 'listed' && !sort.reversed;
  return { filter, sort, rows: isPlain ? null : sortedRows(scan, 0, filter, sort, context) };
}

/** The view with the rows `from` this one on, which were read since it was made. */
export function extended(view: View, scan: Scan, from: number, context: FilterContext): View {
  if (view.rows === null) return view;
  const added = sortedRows(scan, from, view.filter, view.sort, context);
  return { ...view, rows: merged(view.rows, added, scan, view.sort) };
}

export function viewLength(view: View, scan: Scan): number {
  return view.rows?.length ?? scan.count;
}

/** The system shown in a row of the view. */
export function shownAt(view: View, scan: Scan, row: number): System | undefined {
  const index = view.rows === null ? row : view.rows[row];
  return index === undefined ? undefined : systemAt(scan, index);
}

/** The row of the view in which a system is shown, or -1. */
export function shownRowOf(view: View, scan: Scan, systemId: string): number {
  const row = rowOf(scan, systemId);
  if (row === undefined) return -1;
  return view.rows === null ? row : view.rows.indexOf(row);
}

function sortedRows(scan: Scan, from: number, filter: Filter, sort: Sort, context: FilterContext): Int32Array {
  const rows: number[] = [];
  const keys: SortKey[] = [];
  const secondKeys: SortKey[] = [];
  for (let row = from; row < scan.count; row++) {
    const system = systemAt(scan, row);
    if (system === undefined || !matches(filter, system, context)) continue;
    keys[row - from] = sortKeyOf(system, sort.by);
    secondKeys[row - from] = secondKeyOf(system, sort.by);
    rows.push(row);
  }
  if (sort.by === 'listed') return Int32Array.from(sort.reversed ? rows.reverse() : rows);
  const key = (row: number): SortKey => keys[row - from] ?? null;
  const secondKey = (row: number): SortKey => secondKeys[row - from] ?? null;
  rows.sort(
    (a, b) => compareKeys(key(a), key(b), sort.reversed) || compareKeys(secondKey(a), secondKey(b), false) || a - b,
  );
  return Int32Array.from(rows);
}

/** Puts a few sorted rows among many: the place of each is found by halving, and what lies between is copied whole. */
function merged(rows: Int32Array, added: Int32Array, scan: Scan, sort: Sort): Int32Array {
  const result = new Int32Array(rows.length + added.length);
  let taken = 0;
  let written = 0;
  for (const row of added) {
    const place = insertionPoint(rows, taken, row, scan, sort);
    result.set(rows.subarray(taken, place), written);
    written += place - taken;
    taken = place;
    result[written++] = row;
  }
  result.set(rows.subarray(taken), written);
  return result;
}

function insertionPoint(rows: Int32Array, from: number, row: number, scan: Scan, sort: Sort): number {
  if (sort.by === 'listed') return sort.reversed ? from : rows.length;
  const added = systemAt(scan, row);
  let low = from;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const isAfter = compareSystems(systemAt(scan, rows[middle] ?? 0), added, sort) > 0;
    if (isAfter) high = middle;
    else low = middle + 1;
  }
  return low;
}

function compareSystems(a: System | undefined, b: System | undefined, { by, reversed }: Sort): number {
  if (a === undefined || b === undefined) return 0;
  return (
    compareKeys(sortKeyOf(a, by), sortKeyOf(b, by), reversed) ||
    compareKeys(secondKeyOf(a, by), secondKeyOf(b, by), false)
  );
}
