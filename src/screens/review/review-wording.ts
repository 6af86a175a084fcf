/** Words of the review: the summary above its list, why a system is in it, and why one does not count. */
import {
  type Change,
  chosen,
  countsOf,
  type Review,
  type ReviewItem,
  reviewStatusOf,
} from '../../state/review/review.ts';
import { isConnected } from '../../state/staleness/staleness.ts';
import type { Tone } from '../parts/root-context.ts';
import { type Clean, clean } from '../text/clean.ts';
import { nameOf } from '../text/field-text.ts';
import { fit } from '../text/fit.ts';
import { guardWords, protectedWords } from '../text/guard-wording.ts';
import { incompletenessWords } from '../text/incompleteness-wording.ts';
import { count, plural, age } from '../text/quantities.ts';

interface SummaryLine {
  readonly text: Clean;
  readonly tone: Tone;
  /** Overlooked, it may lead to a wrong deletion. */
  readonly isGrave: boolean;
}

/** Warnings, the systems that count and what is special about them; below a rule, the systems that are kept. */
export function summaryLines(review: Review): readonly SummaryLine[] {
  const { incompleteness, hidden, isClockUnverified } = review;
  const counts = countsOf(review);
  const days = plural(review.rules.days, 'day');
  const isIncomplete = review.isIncomplete || incompleteness !== null;
  const why = incompleteness === null ? 'the list was not read to its end' : incompletenessWords(incompleteness);
  const only = line(`Only systems seen are here: ${why}.`, incompleteness === null ? 'warning' : 'danger', true);
  const unread = isIncomplete ? ', or their page was not read' : '';
  const verb = counts.notUnderstood === 1 ? 'has' : 'have';
  const kept = [
    ...counted(counts.connectedSince, 'connected since they were marked: kept', 'dim'),
    ...counted(counts.seenSince, 'seen since they were marked: kept', 'dim'),
    ...counted(counts.changed, 'changed since they were marked: kept', 'dim'),
    ...counted(counts.protected, 'protected since they were marked: kept', 'dim'),
    ...counted(counts.gone, 'already gone', 'dim'),
    ...counted(counts.oddId, 'cannot be deleted from here (odd id)', 'dim'),
    ...counted(counts.notUnderstood, `${verb} a state rollcall does not understand: ! includes one`, 'warning', true),
    ...counted(counts.guarded, `guarded, kept${firstGuard(review)}`, 'dim', true),
    ...counted(counts.out, 'taken out, not deleted', 'dim'),
  ];
  return [
    ...(isIncomplete ? [only] : []),
    ...(isClockUnverified ? [line(unverifiedAges, 'danger', true)] : []),
    ...counted(counts.byHand, `marked by hand, not stale: look at each${firstNames(review)}`, 'warning', true),
    ...counted(counts.lastSeen, `last seen more than ${days} ago`, 'plain'),
    ...counted(counts.neverConnected, `never connected, enrolled more than ${days} ago`, 'plain'),
    ...remark(counts.connected, 'of them connected now', 'danger'),
    ...remark(counts.unread, 'of them could not be read again', 'warning'),
    ...remark(hidden, `of the marked in no row of the list: a filter or a search hides them${unread}`, 'warning'),
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

function line(text: string, tone: Tone, isGrave = false): SummaryLine {
  return { text: clean(text), tone, isGrave };
}

/** The numbers of these lines add up. */
function counted(n: number, what: string, tone: Tone, isGrave = false): readonly SummaryLine[] {
  return n === 0 ? [] : [line(`${fit(count(n), 7, 'right')}  ${what}`, tone, isGrave)];
}

/** Indented: these systems are already counted in the line above. */
function remark(n: number, what: string, tone: Tone): readonly SummaryLine[] {
  return n === 0 ? [] : [line(`${' '.repeat(9)}${count(n)} ${what}`, tone, true)];
}

function firstNames(review: Review): string {
  const byHand = chosen(review).filter(({ reason }) => reason === 'byHand');
  const names = byHand.slice(0, 3).map(({ system }) => `! ${nameOf(system)}`);
  return names.length === 0 ? '' : ` · ${names.join(', ')}`;
}

function firstGuard({ items }: Review): string {
  const guard = items.find((item) => reviewStatusOf(item) === 'guarded' && item.guard?.kind !== 'state')?.guard;
  return guard == null ? '' : ` (${guardWords(guard)}, …): ! lifts one`;
}

/**
 * `last seen 214 d ago`, `marked by hand, seen 2 d ago`, `protected (tag "protect"); ! lifts it`; where room is
 * short, `seen 214 d ago`, `by hand, seen 2 d ago`, `protected (tag "protect")`.
 */
export function reasonOf(item: ReviewItem, isShort = false): Clean {
  const { change, guard, problem } = item;
  switch (reviewStatusOf(item)) {
    case 'out':
      return clean('taken out, not deleted');
    case 'changed':
      return clean(change === null ? '' : changeWords(change, isShort));
    case 'guarded':
      return clean(`${guard === null ? 'protected' : protectedWords(guard)}${isShort ? '' : '; ! lifts it'}`);
    case 'counts':
      return clean(why(item, isShort) + (problem === null ? '' : ', could not be read again'));
  }
}

function changeWords(change: Change, isShort: boolean): string {
  const since = isShort ? 'since' : 'since it was marked';
  switch (change.why) {
    case 'connected':
    case 'protected':
      return `kept: ${change.why} ${since}`;
    case 'seenSince':
      return `kept: seen ${since}`;
    case 'changed':
      if (change.field === undefined) return `kept: changed ${since}`;
      return `kept: ${change.field} changed${isShort ? '' : ` ${since}`}`;
    case 'gone':
      return 'already gone';
    case 'oddId':
      return 'cannot be deleted from here (odd id)';
  }
}

function why(item: ReviewItem, isShort: boolean): string {
  const seen = seenWords(item, isShort);
  const what = isConnected(item.system) ? 'connected now' : seen;
  // A system that counts in spite of its guard: the guard was lifted.
  if (item.guard !== null) return `guard lifted, ${what}`;
  return item.reason === 'stale' ? seen : `${isShort ? '' : 'marked '}by hand, ${what}`;
}

function seenWords({ age: known, reason }: ReviewItem, isShort: boolean): string {
  switch (known.kind) {
    case 'seen':
      return `${reason === 'stale' && !isShort ? 'last seen' : 'seen'} ${age(known.ms)} ago`;
    case 'neverConnected':
      return isShort ? `never seen, ${age(known.ms)}` : `never connected, enrolled ${age(known.ms)} ago`;
    case 'unknown':
    case 'unreadable':
      return `age ${known.kind}`;
  }
}
