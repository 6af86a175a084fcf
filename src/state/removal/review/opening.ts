/** Opens a review, and requests the systems to check: from marks, an earlier run, or another person's file. */
import type { System } from '../../../api/system.ts';
import type { Edit } from '../../change/edit.ts';
import { lacksSecrets, planOf } from '../../change/journal/written-edit.ts';
import { onScreenAbove } from '../../root/navigation.ts';
import { phraseOn, isTypable, typedName } from '../../change/phrase.ts';
import { type Follows, phraseVerb, type RunKind, runRows, weighedKind, type Why } from '../../change/run-kinds.ts';
import { completionsOf, matches, readFilter } from '../../fleet/filter/filter.ts';
import { filterContext } from '../../fleet/list/feature.ts';
import { finderIn, incompletenessOf, isComplete } from '../../fleet/list/scan.ts';
import { withLaterRecord } from '../../fleet/systems/compare.ts';
import { serviceAddress } from '../../session/session.ts';
import type { State } from '../../root/state.ts';
import { andThen, onScreen, type Step } from '../../root/feature.ts';
import { isReread, rereading, reviewPage, withListCheck, rereadGivenUp } from './check.ts';
import {
  chosenItems,
  countsOf,
  groupsIn,
  isOfRow,
  newReview,
  oldestFirst,
  type Review,
  type Reviewer,
  type ReviewGroup,
  withGuards,
} from './review.ts';
import type { Problem } from '../../../api/problem.ts';
import { defineList } from '../../fleet/lists.ts';
import { sortFields, sortKeysOf } from '../../fleet/systems/fields.ts';
import { atTop, wholeView } from '../../kernel/list-view.ts';
import { memoize } from '../../kernel/store.ts';
import type { ReviewItem } from './judgement.ts';
import type { Guards } from '../../fleet/protection/guards.ts';

export function changeReview(state: State, change: (review: Review) => Partial<Review>): State {
  const { review } = state;
  return review === null ? state : { ...state, review: { ...review, ...change(review) } };
}

export const { debounced, armed, reacts } = phraseOn({
  screen: 'review',
  timer: 'arm',
  promptOf: ({ review }) => review,
  changed: (state, change) => changeReview(state, () => change),
});

const leftBefore: Why = { by: 'run' };

/**
 * `why`: defaults to an earlier run. `filled`: the operation, for a kind without a request of its own. `reviewer`:
 * the author of the file; then marks are ignored, and systems are judged by the records of the file.
 */
export function openReview(
  state: State,
  said: RunKind,
  reviewed: readonly { readonly system: System; readonly why?: Why }[],
  {
    filled = null,
    reviewer = null,
    follows = null,
  }: { readonly filled?: Edit | null; readonly reviewer?: Reviewer | null; readonly follows?: Follows | null } = {},
): Step {
  const { organisation, now, session, nextId: id, staleness, settings, list, runs } = state;
  if (organisation === null) return [state];
  const { scan, view } = list.listing;
  const context = filterContext(state);
  let [hidden, hiddenDisabled] = [0, 0];
  const leavesDisabledOut = scan?.query.includeDisabled === false;
  const find = scan === null ? () => undefined : finderIn(scan);
  const listed = reviewed.map(({ system }) => {
    const found = find(system.systemId);
    const isLeftOut = found === undefined && leavesDisabledOut && system.isEnabled === false;
    if (isLeftOut) hiddenDisabled += 1;
    else if (found === undefined || !matches(view.filter, system, context)) hidden += 1;
    // A later record with the same id may show signs of life that the marked record lacks.
    return reviewer === null ? withLaterRecord(system, found) : system;
  });
  // A new nonce per review: a service may take a known idempotency key for a repeated request.
  const edit = filled === null ? null : { ...filled, nonce: `${now.toString(36)}.${id}` };
  const kind = weighedKind(said, edit);
  const isListed = runRows[kind].guards !== 'none' && reviewer === null;
  const isOfList = reviewer === null && follows === null;
  const review = newReview(organisation, listed, {
    id,
    kind,
    edit,
    follows,
    ...(reviewer === null ? { excluded: state.marks.excluded } : { reviewer }),
    whys: reviewed.map(({ why = leftBefore }) => why),
    total: organisationSize(state),
    rules: { days: staleness.days, now, guards: settings.guards, address: session.address },
    // Systems to enable are disabled, and most lists hide disabled systems.
    hidden: isListed ? hidden : 0,
    hiddenDisabled: isListed ? hiddenDisabled : 0,
    // Another person's systems, or those of an earlier run, do not come from the list.
    isIncomplete: isOfList && (scan === null || !isComplete(scan)),
    incompleteness: scan === null || !isOfList ? null : incompletenessOf(scan),
    isClockUnverified: state.clock.kind === 'unverified',
    lockFault: session.mode === 'preview' ? null : runs.lockFault,
  });
  // Esc must lead back to the form of an operation, or to the details of a system.
  const isAbove = state.screen.kind === (filled === null ? 'details' : 'operation');
  const beneath = filled === null ? { ...state, trail: [] } : state;
  const shown = (isAbove ? onScreenAbove : onScreen)(beneath, { kind: 'review' });
  const next = { ...shown, nextId: id + 1 };
  return andThen(requestRereads(next, withListCheck(next, review)), debounced);
}

/**
 * Number of systems in the organisation; prefers loaded systems if they are more reliable than the service's total.
 */
function organisationSize({ list: { total, listing, unsearched } }: State): number | null {
  const { scan } = unsearched ?? listing;
  if (scan === null) return total;
  if (scan.query.search !== '') return total ?? scan.count;
  return isComplete(scan) ? scan.count : Math.max(total ?? 0, scan.count);
}

/** Is a check of another person's review still requesting systems? You can stop it. */
export function isCheckStoppable(review: Review | null): boolean {
  const reread = review?.reviewer == null ? null : review.reread;
  return reread !== null && (reread.list !== null || reread.sent < reread.of.length);
}

/** Requests the next systems of the check, up to the concurrency. */
export function requestRereads(state: State, before: Review): Step {
  const { list = null } = before.reread ?? {};
  if (list !== null) {
    const next = { ...state, review: before, nextId: Math.max(state.nextId, list.id + 1) };
    return [next, reviewPage(before.id, list)];
  }
  const [review, systems] = rereading(before);
  const read = { kind: 'rereadSystem', review: review.id, orgId: review.organisation.orgId } as const;
  return [{ ...state, review }, ...systems.map(({ systemId }) => ({ ...read, systemId }))];
}

/** Adds the parts of the definition; a sentence if the edit cannot be sent again. */
export function sendable({ session, definition: { definition } }: State, edit: Edit | null): Edit | string | null {
  if (edit === null || edit.plan !== null) return edit;
  if (lacksSecrets(edit)) return 'Its record has no secrets: fill in the operation again (A).';
  if (definition === null) return "The service's definition is not read yet: A reads it.";
  const plan = planOf(definition, edit, serviceAddress(session));
  return plan === null ? "The service's definition no longer has this operation." : { ...edit, plan };
}

// The phrase that starts a run, and the obstacles to it.

/** Above this number of systems, or this share of the organisation, the phrase names the organisation. */
const manySystems = 25;
const largeShare = 0.2;

/** The phrase says what is unusual about the run, so that no one types it by habit. */
export function phraseOf(review: Review): string {
  const count = chosenItems(review).length;
  const verb = phraseVerb(review.kind, review.edit);
  const subject = nameOfRow(review) ?? `${count}`;
  const isMany = count > manySystems || review.total === null || count > review.total * largeShare;
  const { reviewer } = review;
  if (!isMany && !review.isClockUnverified && reviewer === null) return `${verb} ${subject}`;
  const what = review.isClockUnverified ? `${subject} unverified` : subject;
  const whose = reviewer === null ? '' : ` reviewed by ${reviewer.typed}`;
  return `${verb} ${what} from ${typedName(review.organisation)}${whose}`;
}

/**
 * A review of the row under the cursor is confirmed by its name, or its id; null: neither can be typed, or both look
 * like a count.
 */
function nameOfRow(review: Review): string | null {
  const [only] = chosenItems(review);
  if (!isOfRow(review) || only === undefined) return null;
  const { hostname, systemId } = only.system;
  return [hostname, systemId].find((name) => name !== null && isTypable(name) && !/^\d+$/.test(name)) ?? null;
}

/** Why the review asks for no phrase. */
type Obstacle =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'lock'; readonly code: string }
  /** `exclude`: number of systems to exclude to stay within the share. */
  | { readonly kind: 'share'; readonly exclude: number }
  /** A second person must confirm runs of more systems than `above`. */
  | { readonly kind: 'secondPerson'; readonly above: number }
  /** The check is complete, but failed for systems that count. `problem`: preferably that of a refused token. */
  | { readonly kind: 'unchecked'; readonly count: number; readonly problem: Problem };

export function obstacleOf(review: Review): Obstacle | null {
  const { kind, total, rules, lockFault, reviewer } = review;
  const { share, secondPersonAbove: above } = rules.guards;
  const { length } = chosenItems(review);
  if (length === 0) return { kind: 'nothing' };
  if (lockFault !== null) return { kind: 'lock', code: lockFault };
  const max =
    runRows[kind].guards !== 'loss' || total === null || share >= 100 ? length : Math.floor((total * share) / 100);
  if (length > max) return { kind: 'share', exclude: length - max };
  const isUnchecked = countsOf(review).unread > 0 && isReread(review);
  const problems = isUnchecked ? chosenItems(review).flatMap(({ judgement }) => judgement.problem ?? []) : [];
  const problem = problems.find(isTokenRefused) ?? problems[0];
  if (problem !== undefined) return { kind: 'unchecked', count: problems.length, problem };
  return reviewer === null && above !== null && length > above ? { kind: 'secondPerson', above } : null;
}

export function isTokenRefused(problem: Problem): boolean {
  return problem.kind === 'refused' && problem.status === 401;
}

// The list of a review: one of its groups, with filter and sort as in the list of systems.

/** Memoised by the items, because sort keys are cached by the list. */
const systemsIn = memoize((items: readonly ReviewItem[]) => items.map(({ system }) => system));

function systemsOf({ review }: State): readonly System[] {
  return review === null ? [] : systemsIn(review.items);
}

/** Rows are indexes of items. They stay while you exclude systems, so that no other row moves under the cursor. */
export const reviewList = defineList<number>({
  rows: ({ review }) => (review === null ? [] : groupsIn(review.items)[review.group]),
  key: (at) => at,
  columns: sortFields.map(({ id }) => ({ id, sortedBy: (at, state) => sortKeysOf(systemsOf(state), id)[at] ?? null })),
  comesBy: oldestFirst,
  thenBy: 'name',
  read(text, state) {
    const filter = readFilter(text);
    const [systems, context] = [systemsOf(state), filterContext(state)];
    const isShown = (at: number): boolean => {
      const system = systems[at];
      return system !== undefined && matches(filter, system, context);
    };
    return { test: filter.tests.length === 0 ? null : isShown, fault: filter.fault };
  },
  completions: (text, state) => completionsOf(text, systemsOf(state)),
  view: { of: ({ review }) => review?.view ?? wholeView, set: (state, view) => changeReview(state, () => ({ view })) },
  at: {
    isShown: ({ review }) => review !== null,
    of: ({ review }) => review?.list ?? atTop,
    set: (state, list) => changeReview(state, () => ({ list })),
  },
  held: { of: ({ review }) => review?.rows ?? [], set: (state, rows) => changeReview(state, () => ({ rows })) },
  height: null,
});

/** Changes the review, and refreshes its rows. */
export function renewRows(state: State, change: (review: Review) => Partial<Review> = () => ({})): State {
  return reviewList.renewed(changeReview(state, change));
}

/** Another group is shown from its first row. */
export function showGroup(state: State, group: ReviewGroup): State {
  const next = renewRows(state, () => ({ group }));
  return state.review?.group === group ? next : changeReview(next, () => ({ list: atTop }));
}

export function atCursor({ rows, list }: Review): number | undefined {
  return rows[list.row];
}

export function itemAtCursor(review: Review): ReviewItem | undefined {
  const at = atCursor(review);
  return at === undefined ? undefined : review.items[at];
}

// The review's interface for other features.

export function leaveReview(state: State): State {
  return { ...state, review: null };
}

/** If queued re-reads of the review were dropped, the others are not requested either. */
export function giveUpRereading(state: State, held: readonly string[], problem: Problem): State {
  if (state.review === null || !held.includes('rereadSystem')) return state;
  return { ...state, review: rereadGivenUp(state.review, { ...problem, operation: 'read system' }) };
}

/** Clears the phrase, so that it must be typed again. */
export function clearPhrase(state: State): State {
  return { ...state, review: state.review && { ...state.review, typed: '', isInField: false } };
}

/** Applies protection that you change while a review is open. */
export function withReviewGuards(state: State, guards: Guards): State {
  return renewRows(state, (review) => withGuards(review, guards));
}
