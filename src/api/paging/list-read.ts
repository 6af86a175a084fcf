/** Counts the rows, the bytes and the total of a list that was read. */
import process from 'node:process';

export interface ListRead {
  readonly rows: number;
  /** Decompressed size of the answers. */
  readonly bytes: number;
  /** Length of the whole list, from the newest page that gives one. */
  readonly total: number | null;
  /** The service changed its total between pages: rows were added or removed. */
  readonly hasMoved: boolean;
  /** The last page had no rows. */
  readonly isEmpty: boolean;
  /** Index of the last page that gives one. */
  readonly lastIndex: number | null;
  /** True when rows stay in memory, which limits them; false when each page is passed on. */
  readonly isHeld: boolean;
}

export const nothingRead: ListRead = {
  ...{ rows: 0, bytes: 0, total: null, hasMoved: false, isEmpty: false, lastIndex: null, isHeld: true },
};

/** Size and numbers of a page; null when missing or impossible. */
export type PageRead = Pick<ListRead, 'rows' | 'bytes' | 'total'> & { readonly index: number | null };

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

export function isOtherTotal(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** Twice the rows of the largest list in the benchmarks. */
const maxRows = 2_000_000;

const mebibyte = 1024 ** 2;

let limits: { readonly rows: number; readonly bytes: number } | undefined;

/**
 * Limit on rows and bytes, so that the program does not run out of memory in the middle of its work. Kept answers take
 * about as much memory as they have bytes; half of Node's heap stays free for everything else.
 */
export function maxHeld(): NonNullable<typeof limits> {
  if (limits === undefined) {
    const { heap_size_limit: heap } = process.getBuiltinModule('node:v8').getHeapStatistics();
    limits = { rows: maxRows, bytes: Math.floor(heap / 2 / mebibyte) * mebibyte };
  }
  return limits;
}
