/** Counts what was read of a list: its rows, its bytes, and its total. */
import process from 'node:process';

/** The loaded part of a list. */
export interface ListRead {
  readonly rows: number;
  /** Size of its answers, decompressed. */
  readonly bytes: number;
  /** Length of the whole list, by the newest page that gives one. */
  readonly total: number | null;
  /** The service has changed its total meanwhile: rows came or went. */
  readonly hasMoved: boolean;
  /** The last page had no rows. */
  readonly isEmpty: boolean;
  /** Index of the last page that gives one. */
  readonly lastIndex: number | null;
  /** Its rows stay in memory, which limits them; not where each page is handed on. */
  readonly isHeld: boolean;
}

export const nothingRead: ListRead = {
  ...{ rows: 0, bytes: 0, total: null, hasMoved: false, isEmpty: false, lastIndex: null, isHeld: true },
};

/** A page's size and numbers; null for what is missing or impossible. */
export type PageRead = Pick<ListRead, 'rows' | 'bytes' | 'total'> & { readonly index: number | null };

/** The list with another page. */
export function withPageRead(before: ListRead, { rows, bytes, total, index }: PageRead): ListRead {
  return {
    ...before,
    rows: before.rows + rows,
    bytes: before.bytes + bytes,
    total: total ?? before.total,
    hasMoved: before.hasMoved || isOtherTotal(before.total, total),
    isEmpty: rows === 0,
    lastIndex: index ?? before.lastIndex,
  };
}

/** Did the list change between two pages with these totals? */
export function isOtherTotal(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** Rows of the largest list that rollcall is measured with, twice. */
const maxRows = 2_000_000;

const mebibyte = 1024 ** 2;

let limits: { readonly rows: number; readonly bytes: number } | undefined;

/**
 * More rows, or more bytes of answers, would fill the memory: the program would end in the middle of its work. What is kept of
 * answers takes about as much as they have bytes; half of the memory that Node may use is left for all else.
 */
export function maxHeld(): NonNullable<typeof limits> {
  if (limits === undefined) {
    const { heap_size_limit: heap } = process.getBuiltinModule('node:v8').getHeapStatistics();
    limits = { rows: maxRows, bytes: Math.floor(heap / 2 / mebibyte) * mebibyte };
  }
  return limits;
}
