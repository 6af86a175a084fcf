/** The columns and signs of the review's list: those of the list of systems, and why a system is in its group. */
import {
  countsOf,
  groupOf,
  type Review,
  type ReviewGroup,
  type ReviewItem,
} from '../../../state/removal/review/review.ts';
import { type RunKind, runRows } from '../../../state/change/run-kinds.ts';
import type { State } from '../../../state/root/state.ts';
import { columnsFor } from '../../fleet/columns/table-columns.ts';
import type { Column } from '../../parts/columns.ts';
import type { Sign, SignOf } from '../../parts/table.tsx';
import { clean } from '../../text/clean.ts';
import { whyOf } from './review-wording.ts';

export function reviewColumns(state: State, review: Review): readonly Column<ReviewItem>[] {
  const { list } = state;
  const { listing } = list;
  const view = { ...listing.view, sort: review.sort };
  const [name, ...others] = columnsFor({ ...state, list: { ...list, listing: { ...listing, view } } }).map(
    (column): Column<ReviewItem> => ({
      ...column,
      cell: ({ system }) => column.cell(system),
      tone: (item) => (groupOf(item) === review.group ? (column.tone?.(item.system) ?? 'plain') : 'dim'),
    }),
  );
  if (name === undefined) return [];
  return hasReasons(review) ? [name, whyColumn(review), ...others] : [name, ...others];
}

function whyColumn({ kind }: Review): Column<ReviewItem> {
  return {
    ...{ title: clean('WHY'), min: 14, ideal: 40, priority: 95, isCutLast: true },
    cell: (item) => whyOf(item, kind),
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

const samples = new WeakMap<Review['items'], { readonly rows: Review['rows']; readonly sample: Review['items'] }>();
const sampleSize = 200;

/** The systems by which the width of columns is judged: the first rows. */
export function sampleOf({ rows, items }: Review): readonly ReviewItem[] {
  const made = samples.get(items);
  if (made?.rows === rows) return made.sample;
  const sample = rows.slice(0, sampleSize).flatMap((at) => items.slice(at, at + 1));
  samples.set(items, { rows, sample });
  return sample;
}

const keptSigns: Readonly<Record<Exclude<ReviewGroup, 'taken'>, Sign>> = {
  reconnected: { text: clean('↩'), tone: 'good', says: 'kept' },
  protected: { text: clean('◆'), tone: 'accent', says: 'protected' },
  excluded: { text: clean('–'), tone: 'dim', says: 'excluded' },
};

const against: Sign = { text: clean('!'), tone: 'warning', says: 'not stale' };

/** Planned result for a system of this group. */
export function signOfGroup(group: ReviewGroup, kind: RunKind): Sign {
  if (group !== 'taken') return keptSigns[group];
  const { sign, tone, words } = runRows[kind];
  return { text: clean(sign), tone, says: `to ${words.verb}` };
}

/** Planned result for a system, and whether a person chose it against the rule. */
export function reviewSigns(review: Review): readonly SignOf<ReviewItem>[] {
  return [
    (item) => signOfGroup(groupOf(item), review.kind),
    (item) => {
      const isByPerson = isAgainstRule(review) && !item.isStale;
      return groupOf(item) === 'taken' && (item.guard !== null || isByPerson) ? against : undefined;
    },
  ];
}
