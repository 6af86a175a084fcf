/** Rows of the scan that are shown, filtered and sorted: indexes into the scan, extended as pages arrive. */
import type { System } from '../../../api/system.ts';
import { type Filter, matches, noFilter } from '../filter/filter.ts';
import type { FilterContext } from '../filter/fields.ts';
import { compareKeys } from '../../kernel/list-view.ts';
import { pageAt, rowOf, type Scan, systemAt } from './scan.ts';
import { sortFields, type SortKey, type SortBy, sortKeysOf } from '../systems/fields.ts';

export const sortKinds: readonly SortBy[] = ['listed', ...sortFields.map(({ id }) => id)];

export interface Sort {
  readonly by: SortBy;
  readonly reversed: boolean;
}

export const listedSort: Sort = { by: 'listed', reversed: false };

/** Cycles through the kinds: the first follows the last. */
export function nextSort({ by }: Sort): Sort {
  return { by: sortKinds[sortKinds.indexOf(by) + 1] ?? 'listed', reversed: false };
}

/** The sort by the column beside; the service's order is left of the first column, and right of the last one. */
export function neighbourSort({ by }: Sort, steps: -1 | 1, among: readonly SortBy[] = sortKinds): Sort {
  const kinds: readonly SortBy[] = ['listed', ...among.filter((kind) => kind !== 'listed')];
  return { by: kinds.at((Math.max(0, kinds.indexOf(by)) + steps) % kinds.length) ?? 'listed', reversed: false };
}

function keysIn(scan: Scan, by: SortBy): (row: number) => SortKey {
  return (row) => {
    const page = pageAt(scan, row);
    const systems = scan.pages[page];
    return systems === undefined ? null : (sortKeysOf(systems, by)[row - (scan.starts[page] ?? 0)] ?? null);
  };
}

/** Tie-break for equal rows: by name, in ascending order for both directions; then the service's order. */
export function secondSort(by: SortBy): SortBy {
  return by === 'name' ? 'listed' : 'name';
}

export interface View {
  readonly filter: Filter;
  readonly sort: Sort;
  /** Indexes into the scan, in the order shown; null: all rows, in the service's order. */
  readonly rows: Int32Array | null;
}

export const plainView: View = { filter: noFilter, sort: listedSort, rows: null };

export function viewOf(scan: Scan, filter: Filter, sort: Sort, context: FilterContext): View {
  const isPlain = filter.tests.length === 0 && sort.by === 'listed' && !sort.reversed;
  return { filter, sort, rows: isPlain ? null : sortedRows(scan, 0, filter, sort, context) };
}

/** Adds the rows from `from` on, which were loaded after the view was made. */
export function extended(view: View, scan: Scan, from: number, context: FilterContext): View {
  if (view.rows === null) return view;
  const added = sortedRows(scan, from, view.filter, view.sort, context);
  return { ...view, rows: merged(view.rows, added, scan, view.sort) };
}

export function viewLength(view: View, scan: Scan): number {
  return view.rows?.length ?? scan.count;
}

export function shownAt(view: View, scan: Scan, row: number): System | undefined {
  const index = view.rows === null ? row : view.rows[row];
  return index === undefined ? undefined : systemAt(scan, index);
}

/** Returns -1 if the system is not shown. */
export function shownRowOf(view: View, scan: Scan, systemId: string): number {
  const row = rowOf(scan, systemId);
  if (row === undefined) return -1;
  return view.rows === null ? row : view.rows.indexOf(row);
}

function sortedRows(scan: Scan, from: number, filter: Filter, sort: Sort, context: FilterContext): Int32Array {
  const rows: number[] = [];
  const isEvery = filter.tests.length === 0;
  for (let row = from; row < scan.count; row++) {
    const system = isEvery ? undefined : systemAt(scan, row);
    if (isEvery || (system !== undefined && matches(filter, system, context))) rows.push(row);
  }
  if (sort.by === 'listed') return Int32Array.from(sort.reversed ? rows.reverse() : rows);
  const keys = keysFrom(scan, from, sort.by);
  // Computed lazily: needed only for equal rows, and most rows differ.
  let second: readonly SortKey[] | null = null;
  const bySecond = (a: number, b: number): number => {
    second ??= keysFrom(scan, from, secondSort(sort.by));
    return compareKeys(second[a - from] ?? null, second[b - from] ?? null, false) || a - b;
  };
  rows.sort((a, b) => compareKeys(keys[a - from] ?? null, keys[b - from] ?? null, sort.reversed) || bySecond(a, b));
  return Int32Array.from(rows);
}

function keysFrom({ pages, starts }: Scan, from: number, by: SortBy): readonly SortKey[] {
  return pages.flatMap((page, number) => {
    const start = starts[number] ?? 0;
    if (start + page.length <= from) return [];
    const keys = sortKeysOf(page, by);
    return start < from ? keys.slice(from - start) : keys;
  });
}

/**
 * Merges a few sorted rows into many: a binary search finds each place, and the rows between are copied in one go.
 */
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
  const key = keysIn(scan, sort.by);
  const second = keysIn(scan, secondSort(sort.by));
  const isAfter = (other: number): boolean =>
    (compareKeys(key(other), key(row), sort.reversed) || compareKeys(second(other), second(row), false)) > 0;
  let low = from;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(rows[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
