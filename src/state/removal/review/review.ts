/** The review: what exactly would be deleted, disabled or enabled, why, and which words confirm it. Frozen by id when it opens. */
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

/** How a system came into the review. */
export type Origin = Why['by'];

/** The other person, whose file this review was opened from. */
export interface Reviewer extends Signature {
  /** The name as the phrase has it: everybody can type it. */
  readonly typed: string;
  /** That person's threshold. */
  readonly days: number;
  /** Checksum of the file. */
  readonly file: string;
  /** Milliseconds from its time to its opening; below 0 where that is ahead. */
  readonly ageMs: number;
  /** The person who confirmed it on this computer before, and when. */
  readonly confirmed: Signature | null;
}

/** Current value of what an operation sets for one row, and the call that reads it. */
export interface RowTarget {
  readonly call: Call;
  /** Undefined: not read yet; null: it was not told in JSON. */
  readonly value: Json | null | undefined;
  readonly problem: Problem | null;
}

/** The review by other guards: one that was lifted stays so only where the system has no further one. */
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

/** The same systems, with the same ones excluded, in a review that leads to this: its phrase is typed anew. */
export function turnReview(review: Review, kind: RunKind): Review {
  const items = review.items.map((item) => {
    const { system, judgement } = item;
    const guard = guardFor(kind, system, review.rules);
    return rejudge(item, { guard, change: changeFor({ ...review, kind }, system, judgement.found) });
  });
  return { ...review, kind, items, ...newPhrase };
}

/** `reconnected`: the check found it connected, seen, changed, gone or done; it is kept, whatever a person chooses. */
export type ReviewGroup = 'taken' | 'reconnected' | 'protected' | 'excluded';

/** In the order of their digits. */
export const reviewGroups: readonly ReviewGroup[] = ['taken', 'reconnected', 'protected', 'excluded'];

/** Each item is in one group; only those that are `taken` count. */
export function groupOf({ judgement: { isChosen, guard, isGuardLifted, change } }: ReviewItem): ReviewGroup {
  if (change !== null) return change.why === 'protected' ? 'protected' : 'reconnected';
  if (!isChosen) return 'excluded';
  return guard !== null && !isGuardLifted ? 'protected' : 'taken';
}

/** The items of each group, by their places. */
export function groupsIn(items: readonly ReviewItem[]): Readonly<Record<ReviewGroup, readonly number[]>> {
  return judged(items).groups;
}

/** More are not checked in the review: that would take longer than a look at it. The run checks each of them anyway. */
export const maxReread = 1000;

/** Its phrase stays as far as it is typed while the keys move in the list. */
export interface Review extends PhrasePrompt {
  readonly id: number;
  readonly kind: RunKind;
  /** The operation, as it was filled in; null for a kind with a request of its own. */
  readonly edit: Edit | null;
  readonly organisation: Organisation;
  readonly items: readonly ReviewItem[];
  /** Systems of the organisation; null where the service never said. */
  readonly total: number | null;
  readonly rules: Rules;
  /** Marked systems that no row of the list shows: a filter hides them, or their page was not read. */
  readonly hidden: number;
  /** The list that was marked had not been read to its end. */
  readonly isIncomplete: boolean;
  /** Why the list is not whole, where that is not only that nobody read on. */
  readonly incompleteness: Incompleteness | null;
  /** Nothing says that the ages are right: the service's answers carry no time, or contradict each other. */
  readonly isClockUnverified: boolean;
  /** Null where it is this person's own. */
  readonly reviewer: Reviewer | null;
  readonly follows: Follows | null;
  /** Why no run can begin: the organisation cannot be locked. Null where nothing says so, and in a preview. */
  readonly lockFault: string | null;
  /**
   * The check: the items that it is of, by their places, and how many of them were asked for and are answered. Null: they are
   * too many to be checked here.
   */
  readonly reread: {
    readonly of: readonly number[];
    readonly sent: number;
    readonly answered: number;
    /** The list of the organisation, while it is read to check so many systems together; those it lacks follow one by one. */
    readonly list: Scan | null;
  } | null;
  /** Systems that enter confirmed for one request, while each is read once more right before it. Null: none are. */
  readonly confirmed: {
    readonly systemIds: readonly string[];
    /** The oldest of these readings, by the clock that counts sleep; infinite before the first answer. */
    readonly askedAt: number;
  } | null;
  /** Null where nothing was to be read for a row yet. */
  readonly target: RowTarget | null;
  /** The group in the list, and how it is narrowed and sorted. */
  readonly group: ReviewGroup;
  readonly view: ListView;
  /** Items in the list, in its order. */
  readonly rows: readonly number[];
  readonly list: ListPosition;
}

/** The oldest first, as the list would sort it. */
export const oldestFirst: ListSort = { by: 'age', isReversed: false };

type Opening = Pick<
  Review,
  'id' | 'kind' | 'edit' | 'total' | 'rules' | 'hidden' | 'isIncomplete' | 'incompleteness' | 'isClockUnverified'
> & {
  /** Systems left out by an earlier review of these marks. */
  readonly excluded?: ReadonlySet<string>;
  readonly lockFault?: string | null;
  readonly reviewer?: Reviewer;
  readonly follows?: Follows | null;
  /** In the order of the systems; by hand where it is not said. */
  readonly whys?: readonly Why[];
};

const byHand: Why = { by: 'hand' };

/** Freezes the marked systems. */
export function newReview(
  organisation: Organisation,
  systems: readonly System[],
  { excluded, lockFault = null, reviewer, follows = null, whys, ...about }: Opening,
): Review {
  const shared: Judgement[] = [];
  const items = largestFirst(
    systems.map((system, at): ReviewItem => {
      const isChosen = excluded?.has(system.systemId) !== true;
      const judgement = judgementOf(system, about, whys?.[at] ?? byHand, isChosen, shared);
      if (shared.length < maxShared && !shared.includes(judgement)) shared.push(judgement);
      return { system, judgement };
    }),
    ({ system }) => ageMs(system, about.rules.now) ?? 0,
  );
  return {
    ...about,
    organisation,
    lockFault,
    reviewer: reviewer ?? null,
    follows,
    target: null,
    items,
    // Another person's systems are all read again.
    reread: items.length > maxReread && reviewer === undefined ? null : checkOf(items),
    confirmed: null,
    ...{ group: 'taken', view: { filter: '', sort: oldestFirst }, rows: groupsIn(items).taken, list: atTop },
    ...newPhrase,
  };
}

/** A check of all of them, of which nothing was asked for yet. */
export function checkOf(items: readonly ReviewItem[]): NonNullable<Review['reread']> {
  return { of: [...items.keys()], sent: 0, answered: 0, list: null };
}

/** Is it of the row under the cursor, for nothing was marked? */
export function isOfRow({ items }: Review): boolean {
  return items.length === 1 && items[0]?.judgement.why.by === 'row';
}

/** The items that count. */
export function chosenItems(review: Review): readonly ReviewItem[] {
  return judged(review.items).chosen;
}

/** The confirmed plan: the systems that count and why, with the guards that were lifted for it. */
export function confirmedIn(review: Review): {
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
  /** Protected systems that a person included. */
  included: 0,
  excluded: 0,
  guarded: 0,
  /** Guarded by their state alone. */
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

/** How many count, by reason, and how many do not. */
export function countsOf(review: Review): Readonly<typeof noCounts> {
  return judged(review.items).counts;
}

/** Facts of all items by one pass: each pass over 100,000 of them takes milliseconds. */
const judged = memoize((items: readonly ReviewItem[]) => {
  const counts = { ...noCounts };
  const groups: Record<ReviewGroup, number[]> = { taken: [], reconnected: [], protected: [], excluded: [] };
  const chosen: ReviewItem[] = [];
  items.forEach((item, at) => {
    const { change, guard, problem, isStale, hasConnected, isConnected, isDisabled } = item.judgement;
    const group = groupOf(item);
    groups[group].push(at);
    if (change?.why === 'connected') counts.connectedSince++;
    else if (change !== null) counts[change.why]++;
    else if (group === 'protected') counts[guard?.kind === 'state' ? 'notUnderstood' : 'guarded']++;
    else if (group === 'excluded') counts.excluded++;
    else if (!isStale) counts.notStale++;
    else if (!hasConnected) counts.neverConnected++;
    else counts.lastSeen++;
    if (group !== 'taken') return;
    chosen.push(item);
    if (isConnected) counts.connected++;
    if (isDisabled) counts.disabled++;
    if (guard !== null) counts.included++;
    if (problem !== null) counts.unread++;
  });
  return { counts, groups, chosen };
});

/** Excludes an item, or includes it again. */
export function withToggled(review: Review, at: number): Review {
  return withItem(review, at, (item) => rejudge(item, { isChosen: !item.judgement.isChosen }));
}

/** Includes one protected system, or protects it again. */
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
