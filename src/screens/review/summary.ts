/** The summary above the review's list: how certain the ages are, which systems count, and which do not. */
import { chosen, countsOf, type Review } from '../../state/review/review.ts';
import { reviewStatusOf } from '../../state/review/item.ts';
import { nameOf } from '../text/field-text.ts';
import type { Tone } from '../parts/theme.ts';
import { type Clean, clean } from '../text/clean.ts';
import { fit } from '../text/fit.ts';
import { incompletenessWords } from '../text/incompleteness-wording.ts';
import { count, plural } from '../text/numbers.ts';
import { guardWords } from './reason.ts';

interface SummaryLine {
  readonly text: Clean;
  readonly tone: Tone;
  /** Overlooked, it may lead to a wrong deletion. */
  readonly isGrave: boolean;
}

/** Warnings, the systems that count and what is special about them; below a rule, the systems that are kept. */
export function summaryLines(review: Review): readonly SummaryLine[] {
  const counts = countsOf(review);
  const { days } = review.rules;
  const isIncomplete = review.isIncomplete || review.incompleteness !== null;
  const incompleteness =
    review.incompleteness === null ? 'the list was not read to its end' : incompletenessWords(review.incompleteness);
  const unread = isIncomplete ? ', or their page was not read' : '';
  const kept = [
    ...counted(counts.connectedSince, 'connected since they were marked: kept', 'dim'),
    ...counted(counts.seenSince, 'seen since they were marked: kept', 'dim'),
    ...counted(counts.changed, 'changed since they were marked: kept', 'dim'),
    ...counted(counts.protected, 'protected since they were marked: kept', 'dim'),
    ...counted(counts.gone, 'already gone', 'dim'),
    ...counted(counts.oddId, 'cannot be deleted from here (odd id)', 'dim'),
    ...grave(counted(counts.notUnderstood, notUnderstoodWords(counts.notUnderstood), 'warning')),
    ...grave(counted(counts.guarded, `guarded, kept${firstGuard(review)}`, 'dim')),
    ...counted(counts.out, 'taken out, not deleted', 'dim'),
  ];
  return [
    ...grave(
      isIncomplete
        ? [
            line(
              `Only systems seen are here: ${incompleteness}.`,
              review.incompleteness === null ? 'warning' : 'danger',
            ),
          ]
        : [],
    ),
    ...grave(review.isClockUnverified ? [line(unverifiedAges, 'danger')] : []),
    ...grave(counted(counts.byHand, `marked by hand, not stale: look at each${firstNames(review)}`, 'warning')),
    ...counted(counts.lastSeen, `last seen more than ${plural(days, 'day')} ago`, 'plain'),
    ...counted(counts.neverConnected, `never connected, enrolled more than ${plural(days, 'day')} ago`, 'plain'),
    ...remark(counts.connected, 'of them connected now', 'danger'),
    ...remark(counts.unread, 'of them could not be read again', 'warning'),
    ...remark(
      review.hidden,
      `of the marked in no row of the list: a filter or a search hides them${unread}`,
      'warning',
    ),
    ...(kept.length === 0 ? [] : [line('─ not in the count ─', 'dim')]),
    ...kept,
  ];
}

const unverifiedAges = 'Ages are unverified: the service sent no reliable time. Check each system.';

/** As many lines as there is room for, dangers first, and the number of those left out. */
export function fittingLines(lines: readonly SummaryLine[], rows: number): readonly SummaryLine[] {
  if (lines.length <= rows) return lines;
  const gravestFirst = lines.toSorted((a, b) => Number(b.isGrave) - Number(a.isGrave));
  const kept = new Set(gravestFirst.slice(0, Math.max(1, rows - 1)));
  const more = `+${plural(lines.length - kept.size, 'more line')}: enlarge the terminal`;
  const shown = lines.filter((one) => kept.has(one));
  if (rows > 1) return [...shown, line(more, 'warning')];
  return shown.map((one) => ({ ...one, text: clean(`${more} · ${one.text.trimStart()}`) }));
}

function line(text: string, tone: Tone): SummaryLine {
  return { text: clean(text), tone, isGrave: false };
}

function grave(lines: readonly SummaryLine[]): readonly SummaryLine[] {
  return lines.map((one) => ({ ...one, isGrave: true }));
}

/** The numbers of these lines add up. */
function counted(n: number, what: string, tone: Tone): readonly SummaryLine[] {
  return n === 0 ? [] : [line(`${fit(count(n), 7, 'right')}  ${what}`, tone)];
}

/** Indented: these systems are already counted in the line above. */
function remark(n: number, what: string, tone: Tone): readonly SummaryLine[] {
  return n === 0 ? [] : grave([line(`${' '.repeat(9)}${count(n)} ${what}`, tone)]);
}

function firstNames(review: Review): string {
  const byHand = chosen(review)
    .filter(({ reason }) => reason === 'byHand')
    .slice(0, 3);
  return byHand.length === 0 ? '' : ` · ${byHand.map(({ system }) => `! ${nameOf(system)}`).join(', ')}`;
}

function notUnderstoodWords(n: number): string {
  return `${n === 1 ? 'has' : 'have'} a state rollcall does not understand: ! includes one`;
}

function firstGuard({ items }: Review): string {
  const guard = items.find((item) => reviewStatusOf(item) === 'guarded' && item.guard?.kind !== 'state')?.guard;
  return guard == null ? '' : ` (${guardWords(guard)}, …): ! lifts one`;
}
