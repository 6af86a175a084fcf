/** The columns and signs of the review's list: those of the list of systems, and why a system is in its group. */
import type { System } from '../../../api/system.ts';
import { countsOf, groupOf, type Review, type ReviewGroup } from '../../../state/removal/review/review.ts';
import type { ReviewItem } from '../../../state/removal/review/judgement.ts';
import { type RunKind, runRows } from '../../../state/change/run-kinds.ts';
import type { State } from '../../../state/root/state.ts';
import { itemAtCursor } from '../../../state/removal/review/rows.ts';
import { sortKinds } from '../../../state/fleet/list/rows.ts';
import { cellsFor, columnsChosen, masterCells } from '../../fleet/columns/table-columns.ts';
import { type Column, fittingColumns, sampleWidths, tableWidth } from '../../parts/columns.ts';
import type { Sign, SignOf } from '../../parts/table.tsx';
import { type Clean, clean } from '../../text/clean.ts';
import { width } from '../../text/fit.ts';
import { valueColumns } from './review-values.ts';
import { whyOf } from './review-wording.ts';

interface ReviewTable {
  readonly columns: readonly Column<ReviewItem>[];
  /** The widths of the table, and of the pane beside it. */
  readonly cells: ReturnType<typeof cellsFor>;
}

/** Laid out by its own systems; the sentences below it are written for 80 columns. */
export function reviewTable(state: State, review: Review): ReviewTable {
  const { list } = state;
  const { listing } = list;
  const { by, isReversed: reversed } = review.view.sort;
  const view = { ...listing.view, sort: { by: sortKinds.find((kind) => kind === by) ?? 'listed', reversed } };
  const sorted = { ...state, list: { ...list, listing: { ...listing, view } } };
  const { items, systems } = sampleIn(review);
  const { columns: chosen, room, hasPane } = columnsChosen(sorted, systems);
  const [name, ...others] = chosen.map((column): Column<ReviewItem> => ({
    ...column,
    link: ({ system }) => column.link?.(system) ?? null,
    cell: ({ system }) => column.cell(system),
    tone: (item) => (groupOf(item) === review.group ? (column.tone?.(item.system) ?? 'plain') : 'dim'),
  }));
  const reasons = hasReasons(review) ? [whyColumn(review)] : [];
  const all = [...(name === undefined ? [] : [name]), ...valueColumns(review, items), ...reasons, ...others];
  const { usual, whole } = sampleWidths(all, items);
  const columns = fittingColumns(all, usual, room, whole);
  return { columns, cells: cellsFor(state, hasPane, Math.max(tableWidth(columns, whole, 2), masterCells)) };
}

const whyTitle = clean('WHY');

/** Without room for a column of reasons: that of the row with the cursor. */
export function reasonUnder(review: Review, columns: readonly Column<ReviewItem>[]): Clean | null {
  const item = itemAtCursor(review);
  if (item === undefined || !hasReasons(review) || columns.some(({ title }) => title === whyTitle)) return null;
  return whyOf(item, review);
}

function whyColumn(review: Review): Column<ReviewItem> {
  const cells = Math.max(...sampleOf(review).map((item) => width(whyOf(item, review))));
  return {
    ...{ title: whyTitle, min: 14, ideal: Math.min(40, cells), priority: -100, isExtra: true, isCutLast: true },
    cell: (item) => whyOf(item, review),
    tone: (item) => (groupOf(item) === 'taken' ? 'warning' : 'plain'),
  };
}

/** Is it told where a person chose against the rule? Systems that are enabled again were marked by no rule. */
function isAgainstRule({ kind }: Review): boolean {
  return runRows[kind].guards === 'loss';
}

/** In the group of what the rule calls stale, there is nothing more to say. */
function hasReasons(review: Review): boolean {
  if (review.group !== 'taken') return review.group !== 'excluded';
  const { notStale, included, unread } = countsOf(review);
  return (isAgainstRule(review) ? notStale + included : 0) + unread > 0;
}

interface Sample {
  readonly rows: Review['rows'];
  readonly items: readonly ReviewItem[];
  readonly systems: readonly System[];
}

const samples = new WeakMap<Review['items'], Sample>();
const sampleSize = 200;

/** The systems by which the width of columns is judged: the first rows. */
export function sampleOf(review: Review): readonly ReviewItem[] {
  return sampleIn(review).items;
}

function sampleIn({ rows, items }: Review): Sample {
  const known = samples.get(items);
  if (known?.rows === rows) return known;
  const first = rows.slice(0, sampleSize).flatMap((at) => items.slice(at, at + 1));
  const sample = { rows, items: first, systems: first.map(({ system }) => system) };
  samples.set(items, sample);
  return sample;
}

const keptSigns: Readonly<Record<Exclude<ReviewGroup, 'taken'>, Sign>> = {
  reconnected: { text: clean('↩'), tone: 'good', says: 'kept' },
  protected: { text: clean('◆'), tone: 'accent', says: 'protected' },
  excluded: { text: clean('–'), tone: 'dim', says: 'excluded' },
};

const against: Sign = { text: clean('!'), tone: 'warning', says: 'not stale' };
const unread: Sign = { text: clean('?'), tone: 'warning', says: 'not checked' };

/** Planned result for a system of this group. */
export function signOfGroup(group: ReviewGroup, kind: RunKind): Sign {
  if (group !== 'taken') return keptSigns[group];
  const { sign, tone, words } = runRows[kind];
  return { text: clean(sign), tone, says: `to ${words.verb}` };
}

/** Planned result for a system, and what a person should look at: it is not checked, or chosen against the rule. */
export function reviewSigns(review: Review): readonly SignOf<ReviewItem>[] {
  return [
    (item) => signOfGroup(groupOf(item), review.kind),
    (item) => {
      if (groupOf(item) !== 'taken') return undefined;
      const { problem, guard, isStale } = item.judgement;
      if (problem !== null) return unread;
      return guard !== null || (isAgainstRule(review) && !isStale) ? against : undefined;
    },
  ];
}
