/** The columns and signs of the review's list: those of the list of systems, and why a system is in its group. */
import type { System } from '../../api/system.ts';
import {
  countsOf,
  groupOf,
  isAtGoal,
  type Review,
  type ReviewGroup,
  chosenItems,
} from '../../state/removal/review/review.ts';
import type { ReviewItem } from '../../state/removal/review/judgement.ts';
import { type RunKind, runRows } from '../../state/change/run-kinds.ts';
import type { State } from '../../state/root/state.ts';
import { itemAtCursor, obstacleOf, phraseOf } from '../../state/removal/review/opening.ts';
import { sortKinds } from '../../state/fleet/list/listing.ts';
import { cellsFor, columnsChosen, masterCells } from '../fleet/table-columns.ts';
import { type Column, fittingColumns, sampleWidths, tableWidth } from '../parts/columns.ts';
import type { Sign, SignOf } from '../parts/table.tsx';
import { type Clean, clean, nameOf } from '../text/clean.ts';
import { clip, firstLines, width, wrapText, knownWords } from '../text/fit.ts';
import { valueColumns } from './review-values.ts';
import { barOf, fittingLines, reasonOf, type TonedLine, warningsOf, whyOf } from './review-wording.ts';
import { summaryOf } from './review-summary.ts';
import { bodyRows } from '../../state/kernel/list-view.ts';
import { alternativeOffered } from '../../state/removal/disabling/offer.ts';
import { type PhraseLayout, phraseLayout } from '../change/phrase-box.tsx';
import type { Tone } from '../parts/root-context.ts';
import { type Call, maskedBodyText, maskedHeaders, maskedUrl } from '../../api/calls/call.ts';
import { isJsonObject, jsonIn } from '../../api/exact-json.ts';
import { mask } from '../../api/secrets.ts';
import { type Edit, editCall, editCallForAll, fieldsSent, setsFields } from '../../state/change/edit.ts';
import { canBeNull } from '../../state/change/undo.ts';
import { fieldOf } from '../../state/fleet/systems/fields.ts';
import { briefProblem } from '../text/problem-wording.ts';

interface ReviewTable {
  readonly columns: readonly Column<ReviewItem>[];
  readonly cells: ReturnType<typeof cellsFor>;
}

/** Columns depend on the review's own systems, but keep 80 columns for the sentences below the list. */
export function reviewTable(state: State, review: Review): ReviewTable {
  const { list } = state;
  const { listing } = list;
  const { by, isReversed: reversed } = review.view.sort;
  const view = { ...listing.view, sort: { by: sortKinds.find((kind) => kind === by) ?? 'listed', reversed } };
  // A review has columns of its own, so the width of the list's pane is not for it.
  const tableColumns = { ...state.tableColumns, paneCells: null };
  const sorted = { ...state, tableColumns, list: { ...list, listing: { ...listing, view } } };
  const { items, systems } = sampleIn(review);
  const { columns: chosen, room, hasPane } = columnsChosen(sorted, systems);
  const [name, ...others] = chosen.map((column): Column<ReviewItem> => ({
    ...column,
    link: ({ system }) => column.link?.(system) ?? null,
    cell: ({ system }) => column.cell(system),
    // Nearly every system of a review is past the threshold, and its key and tags need the cells.
    gauge: undefined,
    tone: (item) => (groupOf(item) === review.group ? (column.tone?.(item.system) ?? 'plain') : 'dim'),
  }));
  const reasons = hasReasons(review) ? [whyColumn(review)] : [];
  const all = [...(name === undefined ? [] : [name]), ...valueColumns(review, items), ...reasons, ...others];
  const { usual, whole } = sampleWidths(all, items);
  const columns = fittingColumns(all, usual, room, whole);
  return { columns, cells: cellsFor(sorted, hasPane, Math.max(tableWidth(columns, whole, 2), masterCells)) };
}

const whyTitle = clean('WHY');

/** The reason of the row with the cursor, if no column shows reasons; else null. */
export function reasonUnder(review: Review, columns: readonly Column<ReviewItem>[]): Clean | null {
  const item = itemAtCursor(review);
  if (item === undefined || !hasReasons(review) || columns.some(({ title }) => title === whyTitle)) return null;
  return reasonOf(item, review);
}

function whyColumn(review: Review): Column<ReviewItem> {
  const cells = Math.max(...sampleOf(review).map((item) => width(whyOf(item, review))));
  return {
    ...{
      title: whyTitle,
      min: 14,
      ideal: Math.min(40, cells),
      priority: -100,
      isExtra: true,
      isCutLast: true,
      cut: clip,
    },
    cell: (item) => whyOf(item, review),
    tone: (item) => (groupOf(item) === 'taken' ? 'warning' : 'plain'),
  };
}

/** True if the review must name systems that you chose against the rule. No rule marks systems to enable. */
function isAgainstRule({ kind }: Review): boolean {
  return runRows[kind].guards === 'loss';
}

/** Systems that the rule calls stale need no reason. */
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

/** The first rows, which determine the widths of columns. */
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
  reconnected: { text: clean('↩'), tone: 'good', message: 'kept' },
  protected: { text: clean('◆'), tone: 'accent', message: 'protected' },
  excluded: { text: clean('–'), tone: 'dim', message: 'excluded' },
};

const against: Sign = { text: clean('!'), tone: 'warning', message: 'not stale' };
const unread: Sign = { text: clean('?'), tone: 'warning', message: 'not checked' };

export function signOfGroup(group: ReviewGroup, kind: RunKind): Sign {
  if (group !== 'taken') return keptSigns[group];
  const { sign, tone, words } = runRows[kind];
  return { text: clean(sign), tone, message: `to ${words.verb}` };
}

const atGoal: Sign = { text: clean('○'), tone: 'dim', message: 'already' };

export function signOfItem(item: ReviewItem, kind: RunKind): Sign {
  return isAtGoal(item) ? atGoal : signOfGroup(groupOf(item), kind);
}

/** The planned result for a system, and a warning if it is unchecked or chosen against the rule. */
export function reviewSigns(review: Review): readonly SignOf<ReviewItem>[] {
  return [
    (item) => signOfItem(item, review.kind),
    (item) => {
      if (groupOf(item) !== 'taken') return undefined;
      const { problem, guard, isStale } = item.judgement;
      if (problem !== null) return unread;
      return guard !== null || (isAgainstRule(review) && !isStale) ? against : undefined;
    },
  ];
}

// Divides the rows of the review among its bar, warnings, list and phrase. Lines that a deletion needs come before the
// list.

export interface ReviewLayout extends PhraseLayout {
  /** The first line stands in the row of facts. */
  readonly bar: readonly Clean[];
  readonly barTone: Tone;
  readonly summary: Clean | null;
  readonly warnings: readonly TonedLine[];
  readonly hasGroups: boolean;
  readonly hasHeader: boolean;
  /** The reason of the row under the cursor, if neither a column nor the pane shows it; null without a row for it. */
  readonly reason: Clean | null;
  /** The request for the row under the cursor, unless the pane shows it. */
  readonly request: readonly TonedLine[];
  /** Rows between the bar and the phrase. */
  readonly middle: number;
  /** Rows of the list without its header; 0 only in the lowest terminals. */
  readonly list: number;
  readonly hasNote: boolean;
  /** Shows the line that offers to disable the systems instead. */
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
  // Keeps one row of the list, unless the phrase needs them all.
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
    wrapText(text, cells).map((part) => ({ text: part, tone })),
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
  // A block on deletion also blocks disabling.
  const alternative = isAsked ? alternativeOffered(state) : null;
  const hasAlternative = alternative !== null && left >= (hasNote ? 3 : 2) && take(1) === 1;
  return {
    bar: barLines.map((text) => clean(edge + text)),
    barTone: bar.tone,
    summary: hasSummary ? summaryOf(review, cells) : null,
    warnings: warned === 0 ? [] : fittingLines(all, warned),
    reason: reason === null ? null : clip(namedReason(review, reason), cells),
    request: requested === 0 ? [] : fittingLines(asks, requested),
    ...{ hasGroups, hasHeader, hasNote, hasAlternative, ...phrase, middle: room, list: least + left },
  };
}

function namedReason(review: Review, reason: Clean): Clean {
  const item = itemAtCursor(review);
  if (item === undefined) return reason;
  return clean(reason === '' ? nameOf(item.system) : `${nameOf(item.system)} · ${reason}`);
}

// The request of an operation for the system under the cursor, byte for byte, and the fields that it changes.

/** Limit of characters of a drawn body: a body with 1,000 ids is longer than any screen. */
const maxOfBody = 2000;

/** Empty if the kind of change has a fixed request. */
export function requestLines(state: State, review: Review, cells: number): readonly TonedLine[] {
  const { edit, organisation } = review;
  const item = itemAtCursor(review);
  if (edit === null || item === undefined || cells < 8) return [];
  const where = { baseUrl: state.session.baseUrl ?? '', orgId: organisation.orgId };
  const built =
    edit.listField === null
      ? editCall(edit, where, item.system)
      : editCallForAll(
          edit,
          where,
          chosenItems(review).map(({ system }) => system),
        );
  if (!built.ok) return linesOf(`No request: ${built.message}`, cells, 'warning');
  const isEmpty = edit.plan?.body != null && [null, '{}', '[]'].includes(built.call.body);
  return [
    ...fieldLines(edit, item.system, built.call, cells),
    ...targetLines(review, built.call, cells),
    ...(isEmpty ? linesOf('No field of the body is set: it changes none.', cells, 'warning') : []),
    ...callTexts(built.call).flatMap((text) => linesOf(text, cells, 'plain')),
  ];
}

function callTexts(call: Call): readonly string[] {
  const body = maskedBodyText(call);
  return [
    `${call.method} ${maskedUrl(call)}`,
    ...maskedHeaders(call).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [body.length > maxOfBody ? `${body.slice(0, maxOfBody)}…` : body]),
  ];
}

/** `description: empty → rack 4`; for a field without a value, also whether an undo can clear it. */
function fieldLines(edit: Edit, system: System, { secrets }: Call, cells: number): readonly TonedLine[] {
  const sent = fieldsSent(edit, system);
  if (sent === null) return [];
  const shown = mask(sent, { secrets });
  if (!isJsonObject(shown)) return [];
  return Object.entries(shown).flatMap(([name, then]) => {
    const now = fieldOf(system, name);
    const before = now === undefined ? 'not told' : knownWords(mask(now, { secrets }, { name }));
    const stays = now === undefined && setsFields(edit) && !canBeNull(edit, name) ? '; an undo leaves it' : '';
    return linesOf(`${name}: ${before} → ${knownWords(then)}${stays}`, cells, 'accent');
  });
}

/**
 * The changed fields as the operation that reads the target returns them, if its answer is not the record of the
 * system.
 */
function targetLines({ target, edit }: Review, call: Call, cells: number): readonly TonedLine[] {
  const { secrets } = call;
  if (target === null || edit === null) return [];
  const { value, problem } = target;
  if (problem !== null) return linesOf(`Now: not read, ${briefProblem(problem)}`, cells, 'warning');
  if (value === undefined) return linesOf('Now: being read…', cells, 'dim');
  const body = call.body === null ? undefined : jsonIn(maskedBodyText(call) ?? '');
  const now = mask(value, { secrets });
  if (body === undefined || !isJsonObject(body) || !isJsonObject(now))
    return linesOf(`Now: ${knownWords(now)}`, cells, 'accent');
  return Object.entries(body).flatMap(([name, then]) => {
    const before = Object.hasOwn(now, name) ? knownWords(now[name] ?? null) : 'not told';
    return linesOf(`${name}: ${before} → ${knownWords(then)}`, cells, 'accent');
  });
}

function linesOf(text: string, cells: number, tone: TonedLine['tone']): readonly TonedLine[] {
  return wrapText(clean(text), cells).map((part) => ({ text: part, tone }));
}
