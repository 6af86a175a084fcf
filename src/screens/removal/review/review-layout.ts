/** Shares the rows of the review among its bar, warnings, list and phrase. What a deletion needs goes before the list. */
import { bodyRows } from '../../../state/kernel/layout.ts';
import { obstacleOf, phraseOf } from '../../../state/removal/review/review-phrase.ts';
import { alternativeOffered } from '../../../state/removal/disabling/offer.ts';
import type { Review } from '../../../state/removal/review/review.ts';
import { itemAtCursor } from '../../../state/removal/review/rows.ts';
import { runRows } from '../../../state/change/run-kinds.ts';
import type { State } from '../../../state/root/state.ts';
import { type PhraseLayout, phraseLayout } from '../../change/phrase-box.tsx';
import type { Tone } from '../../parts/palette.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { nameOf } from '../../text/field-text.ts';
import { clip, firstLines, wrapped } from '../../text/fit.ts';
import { requestLines } from './review-request.ts';
import { reasonUnder, reviewTable } from './review-table.ts';
import { barOf, fittingLines, type Line, summaryOf, warningsOf } from './review-wording.ts';

export interface ReviewLayout extends PhraseLayout {
  /** The first of these stands in the row of facts. */
  readonly bar: readonly Clean[];
  readonly barTone: Tone;
  readonly summary: Clean | null;
  readonly warnings: readonly Line[];
  readonly hasGroups: boolean;
  readonly hasHeader: boolean;
  /** The reason of the row under the cursor, where no column and no pane has it; null without a row for it. */
  readonly reason: Clean | null;
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
  const barLines = firstLines(bar.text, Math.max(1, columns - edge.length), rows < 10 ? 1 : rows < 14 ? 2 : 3);
  const room = Math.max(0, body - (barLines.length - 1) - foot);
  // One row of the list is always there, but where the phrase takes all.
  const least = Math.min(1, room);
  let left = room - least;
  const take = (wanted: number): number => {
    const taken = Math.max(0, Math.min(wanted, left));
    left -= taken;
    return taken;
  };
  const {
    columns: tableColumns,
    cells: { list: tableCells, pane },
  } = reviewTable(state, review);
  const cells = tableCells - edge.length;
  const all = warningsOf(review).flatMap(({ text, tone }) =>
    wrapped(text, cells).map((part) => ({ text: part, tone })),
  );
  const warned = take(Math.min(all.length, Math.max(1, Math.floor((left * 2) / 5))));
  const hasGroups = take(1) === 1;
  const hasSummary = left >= 3 && take(1) === 1;
  const hasHeader = left >= 2 && take(1) === 1;
  const hasNote = left >= 3 && take(1) === 1;
  const why = pane > 0 ? null : reasonUnder(review, tableColumns);
  const reason = why !== null && left >= 1 && take(1) === 1 ? why : null;
  const asks = pane > 0 ? [] : requestLines(state, review, cells);
  const requested = take(Math.min(asks.length, Math.floor(left / 2)));
  // A block on a deletion blocks disabling as well.
  const alternative = isAsked ? alternativeOffered(state) : null;
  const hasAlternative = alternative !== null && left >= (hasNote ? 3 : 2) && take(1) === 1;
  return {
    bar: barLines.map((text) => clean(edge + text)),
    barTone: bar.tone,
    summary: hasSummary ? clip(summaryOf(review), cells) : null,
    warnings: warned === 0 ? [] : fittingLines(all, warned),
    reason: reason === null ? null : clip(namedReason(review, reason), cells),
    request: requested === 0 ? [] : fittingLines(asks, requested),
    ...{ hasGroups, hasHeader, hasNote, hasAlternative, ...phrase, middle: room, list: least + left },
  };
}

/** Which system it is about, and the reason. */
function namedReason(review: Review, reason: Clean): Clean {
  const item = itemAtCursor(review);
  return item === undefined ? reason : clean(`${nameOf(item.system)} · ${reason}`);
}
