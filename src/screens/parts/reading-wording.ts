/** Words for how much of a list is loaded. */
import { currentScan } from '../../state/list/listing.ts';
import type { Scan } from '../../state/list/scan.ts';
import type { State } from '../../state/state.ts';
import { count } from '../text/numbers.ts';
import { progressText } from './progress-bar.tsx';

/** `600 of 12,431 read`; where the service gives no total, only what is read. */
export function readOf(scan: Scan): string {
  if (scan.total === null || scan.total < scan.count) return `${count(scan.count)} read`;
  return `${count(scan.count)} of ${count(scan.total)} read`;
}

/** The progress of reading every page, as a bar, and the key that stops it. */
export function readingForms(state: State): readonly string[] {
  const scan = currentScan(state.list.listing);
  if (scan === null) return [];
  const page = scan.addresses.length + 1;
  const of = scan.pageCount === null ? '' : ` of ${count(Math.max(page, scan.pageCount))}`;
  const words = `page ${count(page)}${of} · esc stops`;
  return [`${progressText(scan.count, scan.total, 10)} ${words}`, words, 'esc stops'];
}
