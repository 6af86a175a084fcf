/** What is shown here, and how much of it is known? The second line of the list of systems. */
import type { Changes } from '../../state/changes.ts';
import { currentScan, isAnotherAsked } from '../../state/listing.ts';
import type { Order } from '../../state/order.ts';
import { isReadingEverything, staleCount } from '../../state/selectors.ts';
import { gapOf, isComplete, type Scan } from '../../state/scan.ts';
import { rangeOf } from '../../state/range.ts';
import type { Listing, State } from '../../state/state.ts';
import { viewLength } from '../../state/view.ts';
import { progressText } from '../text/progress.ts';
import { type Clean, clean } from '../text/clean.ts';
import { gapWords } from '../text/gap-wording.ts';
import { count } from '../text/numbers.ts';
import { age } from '../text/times.ts';

const minuteMs = 60_000;

export function systemsStatus(state: State): Clean {
  const { scan, view } = state.listing;
  if (scan === null) return clean('Systems');
  if (isAnotherAsked(state.listing) && !isReadingEverything(state)) {
    return clean(`Systems · ${askedWords(state.listing)} · esc stops`);
  }
  const parts = ['Systems', readOf(scan) + agoOf(scan, state.now)];
  const range = rangeOf(state);
  if (range !== null) parts.push(`range of ${count(range.to - range.from + 1)}: space marks it, esc leaves`);
  const gap = gapOf(scan);
  if (gap !== null) parts.push(gapWords(gap));
  if (isReadingEverything(state)) return clean([...parts, readingOf(state)].join(' · '));
  if (state.listing.asked !== null) parts.push('reading again… · esc stops');
  if (view.filter.tests.length > 0) {
    parts.push(`${count(viewLength(view, scan))} shown by filter "${view.filter.text}"`);
  }
  if (scan.question.search !== '') parts.push(`search "${scan.question.search}"`);
  // Of a list that is not read to its end, it is no total.
  const soFar = isComplete(scan) ? '' : ' so far';
  parts.push(
    `${staleSign(state.clock)} ${count(staleCount(scan, state.days, state.now))} stale (> ${state.days} d)${soFar}`,
  );
  if (view.order.by !== 'listed' || view.order.reversed) parts.push(orderOf(view.order));
  parts.push(scan.question.includeDisabled ? 'with disabled' : 'without disabled');
  if (state.changes !== null) parts.push(...changesWords(state.changes, state.now));
  if (state.isRefreshing) parts.push('read again every minute');
  if (scan.listedTwice.size > 0) parts.push(`${count(scan.listedTwice.size)} listed twice`);
  return clean(parts.join(' · '));
}

/** Which list will take the place of the one on the screen: `searching "lap"…`. */
function askedWords({ scan, asked }: Listing): string {
  if (asked === null) return '';
  const { search, includeDisabled } = asked.question;
  if (search === scan?.question.search) return `reading ${includeDisabled ? 'with' : 'without'} disabled ones…`;
  return search === '' ? 'reading the whole list…' : `searching "${search}"…`;
}

/** ` 4 m ago`, once that is worth a word. */
function agoOf({ since }: Scan, now: number): string {
  return since === null || now - since < minuteMs ? '' : ` ${age(now - since)} ago`;
}

/** `since 3 d: 12 new, 4 gone, 7 silent`; nothing where nothing changed. */
function changesWords({ since, fresh, gone, silent }: Changes, now: number): readonly string[] {
  const words = [
    ...(fresh.size === 0 ? [] : [`${count(fresh.size)} new`]),
    ...(gone === 0 ? [] : [`${count(gone)} gone`]),
    ...(silent.size === 0 ? [] : [`${count(silent.size)} silent`]),
  ];
  return words.length === 0 ? [] : [`since ${age(Math.max(0, now - since))}: ${words.join(', ')}`];
}

/** Hollow where no clock says that the age is right. */
export function staleSign(clock: State['clock']): Clean {
  return clean(clock.kind === 'unverified' ? '○' : '●');
}

/** `600 of 12,431 read`; where the service gives no total, only what is read. */
export function readOf(scan: Scan): string {
  if (scan.total === null || scan.total < scan.count) return `${count(scan.count)} read`;
  return `${count(scan.count)} of ${count(scan.total)} read`;
}

/** How far reading everything is, as a bar, and how it is stopped. */
export function readingOf(state: State): string {
  const scan = currentScan(state.listing);
  if (scan === null) return '';
  const page = scan.addresses.length + 1;
  const of = scan.pageCount === null ? '' : ` of ${count(Math.max(page, scan.pageCount))}`;
  return `${progressText(scan.count, scan.total, 10)} page ${count(page)}${of} · esc stops`;
}

function orderOf({ by, reversed }: Order): string {
  const names = {
    listed: 'as listed',
    name: 'by name',
    age: 'by last seen',
    enrolled: 'by enrolment',
    state: 'by state',
    key: 'by key',
    platform: 'by platform',
    version: 'by version',
    tags: 'by tags',
    id: 'by id',
  };
  return `${names[by]} ${reversed ? '↓' : '↑'}`;
}
