/**
 * The review: what exactly a run would change, why, and which phrase confirms it. Its systems are fixed when it
 * opens.
 */
import type { Call } from '../../../api/calls/call.ts';
import type { Json } from '../../../api/exact-json.ts';
import type { Organisation } from '../../../api/organisations.ts';
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import { atTop, largestFirst, type ListPosition, type ListSort, type ListView } from '../../kernel/list-view.ts';
import { memoize } from '../../kernel/store.ts';
import { newPhrase, type PhrasePrompt } from '../../change/phrase.ts';
import type { Edit } from '../../change/edit.ts';
import { type Follows, type RunKind, runRows, type Why } from '../../change/run-kinds.ts';
import type { Incompleteness, Scan } from '../../fleet/list/scan.ts';
import { ageMs } from '../../fleet/staleness/staleness.ts';
import { guardBeyond, type Guards, guardsOf, type Protection } from '../../fleet/protection/guards.ts';
import type { Signature } from '../../change/run.ts';
import {
  guardFor,
  changeFor,
  type Judgement,
  judgementOf,
  maxShared,
  rejudge,
  type ReviewItem,
  type Rules,
} from './judgement.ts';

export type Origin = Why['by'];

/** The other person, whose file this review was opened from. */
export interface Reviewer extends Signature {
  /** The name in the phrase, which everyone can type. */
  readonly typed: string;
  /** The reviewer's threshold, in days. */
  readonly days: number;
  readonly file: string;
  /** Milliseconds from the review to its opening; negative if the file's time is in the future. */
  readonly ageMs: number;
  /** The earlier confirmation of the file on this computer; null: none. */
  readonly confirmed: Signature | null;
}

/** Present value of what an operation sets for one row, and the call that reads it. */
export interface RowTarget {
  readonly call: Call;
  /** Undefined: not read yet; null: the answer was not JSON. */
  readonly value: Json | null | undefined;
  readonly problem: Problem | null;
}

/** Applies other guards. A lifted guard stays lifted unless a new one appears. */
export function withGuards(review: Review, guards: Guards): Review {
  const rules = { ...review.rules, guards };
  const items = review.items.map((item) => {
    const { system, judgement } = item;
    const known = guardsOf(system, review.rules, review.rules.now);
    const { guards: scope } = runRows[review.kind];
    const isGuardLifted = judgement.isGuardLifted && guardBeyond(known, system, rules, rules.now, scope) === null;
    return rejudge(item, { guard: guardFor(review.kind, system, rules), isGuardLifted });
  });
  return { ...review, rules, items, isWrong: false };
}

/** Switches the kind, with the same systems and exclusions; the phrase must be typed again. */
export function turnReview(review: Review, kind: RunKind): Review {
  const items = review.items.map((item) => {
    const { system, judgement } = item;
    const guard = guardFor(kind, system, review.rules);
    return rejudge(item, { guard, change: changeFor({ ...review, kind }, system, judgement.found) });
  });
  return { ...review, kind, items, ...newPhrase };
}

/**
 * `reconnected`: the check found it connected, seen, changed, gone or already done, so it is kept and cannot be
 * included. `taken`: counts.
 */
export type ReviewGroup = 'taken' | 'reconnected' | 'protected' | 'excluded';

/** In the order of their digits. */
export const reviewGroups: readonly ReviewGroup[] = ['taken', 'reconnected', 'protected', 'excluded'];

/** Each item is in one group; only `taken` counts. */
export function groupOf({ judgement: { isChosen, guard, isGuardLifted, change } }: ReviewItem): ReviewGroup {
  if (change !== null) return change.why === 'protected' ? 'protected' : 'reconnected';
  if (!isChosen) return 'excluded';
  return guard !== null && !isGuardLifted ? 'protected' : 'taken';
}

/** Does the system need no request any more? Nothing keeps it then. */
export function isAtGoal({ judgement: { change } }: ReviewItem): boolean {
  return change?.why === 'gone' || change?.why === 'already';
}

/** By the index of the items. */
export function groupsIn(items: readonly ReviewItem[]): Readonly<Record<ReviewGroup, readonly number[]>> {
  return judged(items).groups;
}

/**
 * A larger review is not re-read, which would take longer than looking through it. The run re-reads each system
 * anyway.
 */
export const maxReread = 1000;

/** The typed phrase stays while keys move in the list. */
export interface Review extends PhrasePrompt {
  readonly id: number;
  readonly kind: RunKind;
  /** The operation with its values; null: the kind has a request of its own. */
  readonly edit: Edit | null;
  readonly organisation: Organisation;
  readonly items: readonly ReviewItem[];
  /** Number of systems in the organisation; null: unknown. */
  readonly total: number | null;
  readonly rules: Rules;
  /** Number of systems that the list does not show, apart from `hiddenDisabled`. */
  readonly hidden: number;
  /** Number of disabled systems that are not in the list, because it leaves disabled systems out. */
  readonly hiddenDisabled: number;
  /** The list was not loaded to its end when the systems were marked; false for systems of an earlier run. */
  readonly isIncomplete: boolean;
  /** Why the list is incomplete, other than by not being loaded to its end. */
  readonly incompleteness: Incompleteness | null;
  /** Ages cannot be verified: the service's answers carry no time, or contradict each other. */
  readonly isClockUnverified: boolean;
  /** Null: your own review. */
  readonly reviewer: Reviewer | null;
  readonly follows: Follows | null;
  /**
   * Error code, if the organisation cannot be locked, so that no run can start; null: no fault known, or a preview.
   */
  readonly lockFault: string | null;
  /**
   * The check: indexes of the items to re-read (`of`), and the number of requests and answers. Null: too many systems
   * to check here.
   */
  readonly reread: {
    readonly of: readonly number[];
    readonly sent: number;
    readonly answered: number;
    /** The organisation's list, while it is being read; systems missing from it are then re-read one by one. */
    readonly list: Scan | null;
  } | null;
  /** Systems confirmed for one request, during the last check. Null: none. */
  readonly confirmed: {
    readonly systemIds: readonly string[];
    /** Time of the oldest re-read, by the clock that counts sleep; infinite before the first answer. */
    readonly askedAt: number;
  } | null;
  /** Null: no row needed a read yet. */
  readonly target: RowTarget | null;
  readonly group: ReviewGroup;
  readonly view: ListView;
  /** Indexes of items, in the order of the list. */
  readonly rows: readonly number[];
  readonly list: ListPosition;
}

/** Oldest first, as in the list of systems. */
export const oldestFirst: ListSort = { by: 'age', isReversed: false };

type Opening = Pick<
  Review,
  | 'id'
  | 'kind'
  | 'edit'
  | 'total'
  | 'rules'
  | 'hidden'
  | 'hiddenDisabled'
  | 'isIncomplete'
  | 'incompleteness'
  | 'isClockUnverified'
> & {
  /** Systems excluded by an earlier review of these marks. */
  readonly excluded?: ReadonlySet<string>;
  readonly lockFault?: string | null;
  readonly reviewer?: Reviewer;
  readonly follows?: Follows | null;
  /** In the order of the systems; defaults to a mark by hand. */
  readonly whys?: readonly Why[];
};

const byHand: Why = { by: 'hand' };

export function newReview(
  organisation: Organisation,
  systems: readonly System[],
  { excluded, lockFault = null, reviewer, follows = null, whys, ...about }: Opening,
): Review {
  const shared: Judgement[] = [];
  const ages = new Float64Array(systems.length);
  const unsorted = systems.map((system, at): ReviewItem => {
    const isChosen = excluded?.has(system.systemId) !== true;
    const judgement = judgementOf(system, about, whys?.[at] ?? byHand, isChosen, shared);
    if (shared.length < maxShared && !shared.includes(judgement)) shared.push(judgement);
    ages[at] = ageMs(system, about.rules.now) ?? 0;
    return { system, judgement };
  });
  const items = largestFirst(unsorted, ages);
  return {
    ...about,
    organisation,
    lockFault,
    reviewer: reviewer ?? null,
    follows,
    target: null,
    items,
    // Another person's systems are all re-read.
    reread: items.length > maxReread && reviewer === undefined ? null : checkOf(items),
    confirmed: null,
    ...{ group: 'taken', view: { filter: '', sort: oldestFirst }, rows: groupsIn(items).taken, list: atTop },
    ...newPhrase,
  };
}

export function checkOf(items: readonly ReviewItem[]): NonNullable<Review['reread']> {
  return { of: [...items.keys()], sent: 0, answered: 0, list: null };
}

/** Was the review opened for the row under the cursor, without marks? */
export function isOfRow({ items }: Review): boolean {
  return items.length === 1 && items[0]?.judgement.why.by === 'row';
}

export function chosenItems(review: Review): readonly ReviewItem[] {
  return judged(review.items).chosen;
}

/** Items that count although their system is not stale. */
export function notStaleItems(review: Review): readonly ReviewItem[] {
  return judged(review.items).notStale;
}

/** Items that count and have unreadable fields, which may contain a protection. */
export function unreadItems(review: Review): readonly ReviewItem[] {
  return judged(review.items).unread;
}

export function readConfirmed(review: Review): {
  readonly planned: readonly System[];
  readonly protection: Protection;
  readonly why: ReadonlyMap<string, Why>;
  readonly days: number;
  readonly follows?: Follows;
} {
  const { rules, reviewer, follows } = review;
  const items = chosenItems(review);
  const guarded = items.filter(({ judgement }) => judgement.guard !== null);
  const lifted = new Map(guarded.map(({ system }) => [system.systemId, guardsOf(system, rules, rules.now)]));
  const why = new Map(items.map((item) => [item.system.systemId, item.judgement.why]));
  const planned = items.map(({ system }) => system);
  return {
    planned,
    protection: { guarding: rules, lifted },
    why,
    ...(follows !== null && { follows }),
    days: reviewer?.days ?? rules.days,
  };
}

const noCounts = {
  lastSeen: 0,
  neverConnected: 0,
  notStale: 0,
  connected: 0,
  disabled: 0,
  /** Protected systems that you included. */
  included: 0,
  excluded: 0,
  guarded: 0,
  /** Kept only because they are connected: no protection keeps them. */
  guardedConnected: 0,
  /** Protected only by an unknown state. */
  notUnderstood: 0,
  connectedSince: 0,
  seenSince: 0,
  changed: 0,
  protected: 0,
  gone: 0,
  already: 0,
  oddId: 0,
  unread: 0,
};

const countOfGuard: Readonly<Record<string, 'guardedConnected' | 'notUnderstood'>> = {
  connected: 'guardedConnected',
  state: 'notUnderstood',
};

export function countsOf(review: Review): Readonly<typeof noCounts> {
  return judged(review.items).counts;
}

/** Computed in a single pass: each pass over 100,000 items takes milliseconds. */
const judged = memoize((items: readonly ReviewItem[]) => {
  const counts = { ...noCounts };
  const groups: Record<ReviewGroup, number[]> = { taken: [], reconnected: [], protected: [], excluded: [] };
  const chosen: ReviewItem[] = [];
  const notStale: ReviewItem[] = [];
  const unread: ReviewItem[] = [];
  items.forEach((item, at) => {
    const { change, guard, problem, isStale, hasConnected, isConnected, isDisabled, hasUnread } = item.judgement;
    const group = groupOf(item);
    groups[group].push(at);
    if (change?.why === 'connected') counts.connectedSince++;
    else if (change !== null) counts[change.why]++;
    else if (group === 'protected') counts[countOfGuard[guard?.kind ?? ''] ?? 'guarded']++;
    else if (group === 'excluded') counts.excluded++;
    else if (!isStale) counts.notStale++;
    else if (!hasConnected) counts.neverConnected++;
    else counts.lastSeen++;
    if (group !== 'taken') return;
    chosen.push(item);
    if (!isStale) notStale.push(item);
    if (hasUnread) unread.push(item);
    if (isConnected) counts.connected++;
    if (isDisabled) counts.disabled++;
    if (guard !== null) counts.included++;
    if (problem !== null) counts.unread++;
  });
  return { counts, groups, chosen, notStale, unread };
});

export function withToggled(review: Review, at: number): Review {
  return withItem(review, at, (item) => rejudge(item, { isChosen: !item.judgement.isChosen }));
}

export function withGuardToggled(review: Review, at: number): Review {
  return withItem(review, at, (item) => {
    const { guard, isGuardLifted } = item.judgement;
    return rejudge(item, { isGuardLifted: guard !== null && !isGuardLifted });
  });
}

function withItem(review: Review, at: number, change: (item: ReviewItem) => ReviewItem): Review {
  const item = review.items[at];
  return item === undefined
    ? review
    : { ...review, items: review.items.with(at, change(item)), isWrong: false, confirmed: null };
}
