/** Shares the rows of the review among its bar, warnings, list and phrase. What a deletion needs goes before the list. */
import { bodyRows } from '../../../state/kernel/layout.ts';
import { obstacleOf, phraseOf } from '../../../state/removal/review/review-phrase.ts';
import { alternativeOffered } from '../../../state/removal/disabling/offer.ts';
import type { Review } from '../../../state/removal/review/review.ts';
import { runRows } from '../../../state/change/run-kinds.ts';
import type { State } from '../../../state/root/state.ts';
import { type PhraseLayout, phraseLayout } from '../../change/phrase-box.tsx';
import { listLayout } from '../../fleet/columns/table-columns.ts';
import type { Tone } from '../../parts/root-context.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { clip, fitting, unbroken, width, wrapped } from '../../text/fit.ts';
import { requestLines } from './review-request.ts';
import { barOf, fittingLines, type Line, summaryForms, warningsOf } from './review-wording.ts';

export interface ReviewLayout extends PhraseLayout {
  /** The first of these stands in the row of facts. */
  readonly bar: readonly Clean[];
  readonly barTone: Tone;
  readonly summary: Clean | null;
  readonly warnings: readonly Line[];
  readonly hasGroups: boolean;
  readonly hasHeader: boolean;
  /** The request for the row under the cursor, where no pane has it. */
  readonly request: readonly Line[];
  /** Rows between the bar and the phrase. */
  readonly middle: number;
  /** Rows of the list, its header apart; 0 only in the lowest terminals. */
  readonly list: number;
  readonly hasNote: boolean;
  /** The line that offers to disable them instead. */
  readonly hasAlternative: boolean;
}

const edge = '▐ ';

export function reviewLayout(state: State, review: Review): ReviewLayout {
  const { columns, rows, session } = state;
  const body = bodyRows(rows);
  const isAsked = obstacleOf(review) === null;
  const asked = isAsked ? phraseOf(review) : null;
  const { foot, ...phrase } = phraseLayout(state, runRows[review.kind].words.verb, asked);
  const bar = barOf(review, session.mode === 'preview');
  const most = rows < 10 ? 1 : rows < 14 ? 2 : 3;
  const barCells = columns - edge.length;
  const barLines = bar.isWhole ? unbroken(bar.forms, barCells) : atMost(most, bar.forms, barCells);
  const room = Math.max(0, body - (barLines.length - 1) - foot);
  // One row of the list is always there, but where the phrase takes all.
  const least = Math.min(1, room);
  let left = room - least;
  const take = (wanted: number): number => {
    const taken = Math.max(0, Math.min(wanted, left));
    left -= taken;
    return taken;
  };
  const cells = listLayout(state).list - edge.length;
  const all = warningsOf(review).flatMap(({ text, tone }) =>
    wrapped(text, cells).map((part) => ({ text: part, tone })),
  );
  const warned = take(Math.min(all.length, Math.max(1, Math.floor((left * 2) / 5))));
  const hasGroups = take(1) === 1;
  const hasSummary = left >= 3 && take(1) === 1;
  const hasHeader = left >= 2 && take(1) === 1;
  const hasNote = left >= 3 && take(1) === 1;
  const { pane } = listLayout(state);
  const asks = pane > 0 ? [] : requestLines(state, review, cells);
  const requested = take(Math.min(asks.length, Math.floor(left / 2)));
  // A block on a deletion blocks disabling as well.
  const alternative = isAsked ? alternativeOffered(state) : null;
  const hasAlternative = alternative !== null && left >= (hasNote ? 3 : 2) && take(1) === 1;
  return {
    bar: barLines.map((text) => clean(edge + text)),
    barTone: bar.tone,
    summary: hasSummary ? fitting(summaryForms(review).map(clean), cells) : null,
    warnings: warned === 0 ? [] : fittingLines(all, warned),
    request: requested === 0 ? [] : fittingLines(asks, requested),
    ...{ hasGroups, hasHeader, hasNote, hasAlternative, ...phrase, middle: room, list: least + left },
  };
}

/** The first form that fits into one line; else the first that takes no more than `most`, else the last, cut. */
function atMost(most: number, forms: readonly Clean[], cells: number): readonly Clean[] {
  const whole = forms.find((form) => width(form) <= cells);
  if (whole !== undefined) return [whole];
  const found = forms.map((form) => wrapped(form, Math.max(1, cells))).find(({ length }) => length <= most);
  return found ?? [clip(forms.at(-1) ?? clean(''), cells)];
}
