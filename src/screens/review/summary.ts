/** What is said above the review's list: what the ages are worth, what counts, and what does not? */
import { chosen, countsOf, type Review } from '../../state/review.ts';
import { standingOf } from '../../state/review-item.ts';
import { nameOf } from '../systems/system-columns.ts';
import type { Tone } from '../parts/colours.ts';
import { type Clean, clean } from '../text/clean.ts';
import { fit } from '../text/fit.ts';
import { gapWords } from '../text/gap-wording.ts';
import { count, plural } from '../text/numbers.ts';
import { guardWords } from './reason.ts';

export interface SummaryLine {
  readonly text: Clean;
  readonly tone: Tone;
}

/** The gravest first: where the screen is low, the last ones go. */
export function summaryLines(review: Review): readonly SummaryLine[] {
  const counts = countsOf(review);
  const { days } = review.rules;
  const gap = review.gap === null ? 'the list was not read to its end' : gapWords(review.gap);
  const lines: (SummaryLine & { readonly isShown: boolean })[] = [
    line(`Only systems seen are here: ${gap}.`, 'warning', review.isIncomplete || review.gap !== null),
    line('The clock is not verified: the ages may be wrong.', 'warning', review.isClockUnverified),
    counted(counts.connected, 'of them connected now', 'danger'),
    counted(counts.byHand, `marked by hand, not stale: look at each${firstNames(review)}`, 'warning'),
    counted(counts.lastSeen, `last seen more than ${plural(days, 'day')} ago`, 'plain'),
    counted(counts.neverConnected, `never connected, enrolled more than ${plural(days, 'day')} ago`, 'plain'),
    counted(counts.unread, 'of them could not be read again', 'warning'),
    counted(review.hidden, 'in no row of the list: a filter or a search hides them', 'warning'),
    counted(counts.connectedSince, 'connected since they were marked: kept', 'dim'),
    counted(counts.seenSince, 'seen since they were marked: kept', 'dim'),
    counted(counts.changed, 'changed since they were marked: kept', 'dim'),
    counted(counts.gone, 'already gone', 'dim'),
    counted(counts.oddId, 'cannot be deleted from here (odd id)', 'dim'),
    counted(counts.guarded, `guarded, kept${firstGuard(review)}`, 'dim'),
    counted(counts.out, 'taken out, not deleted', 'dim'),
  ];
  return lines.filter(({ isShown }) => isShown);
}

function line(text: string, tone: Tone, isShown: boolean): SummaryLine & { readonly isShown: boolean } {
  return { text: clean(text), tone, isShown };
}

function counted(n: number, what: string, tone: Tone): SummaryLine & { readonly isShown: boolean } {
  return line(`${fit(count(n), 7, 'right')}  ${what}`, tone, n > 0);
}

function firstNames(review: Review): string {
  const byHand = chosen(review)
    .filter(({ reason }) => reason === 'byHand')
    .slice(0, 3);
  return byHand.length === 0 ? '' : ` · ${byHand.map(({ system }) => `! ${nameOf(system)}`).join(', ')}`;
}

function firstGuard({ items }: Review): string {
  const guard = items.find((item) => standingOf(item) === 'guarded')?.guard;
  return guard == null ? '' : ` (${guardWords(guard)}, …): g lifts one`;
}
