/** Re-reads every system of a review before the phrase is accepted. */
import { isSystemNotFound, type Problem, type Result } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import { memoize } from '../../kernel/store.ts';
import type { Edit } from '../../change/edit.ts';
import { changeSince, runRows } from '../../change/run-kinds.ts';
import { advance, newScan, readFrom, type Scan, systemById } from '../../fleet/list/scan.ts';
import { withNewerRecord } from '../../fleet/systems/compare.ts';
import { guardBeyond, guardsOf } from '../../fleet/protection/guards.ts';
import { checkOf, chosenItems, countsOf, groupOf, maxReread, type Review } from './review.ts';
import { type Finding, changeFor, judgementOf, type Judging, rejudge, type ReviewItem } from './judgement.ts';
import type { SystemsPage } from '../../../api/systems.ts';
import { pageRequest } from '../../fleet/list/listing.ts';
import type { Of } from '../../root/feature.ts';
import type { State } from '../../root/state.ts';
import type { ReviewRead } from './feature.ts';

export const rereadConcurrency = 8;

/** Is the check complete? Until then the count may change. */
export function isReread(review: Review): boolean {
  return leftToCheck(review) === 0;
}

export function leftToCheck({ reread, items }: Review): number {
  if (reread === null) return 0;
  const { list, of, answered } = reread;
  if (list === null) return Math.max(0, of.length - answered);
  return Math.max(1, items.filter(({ system }) => systemById(list, system.systemId) === undefined).length);
}

/** Systems that could not be re-read: it is unknown whether they should count. */
export function findUnchecked({ items }: Review): readonly ReviewItem[] {
  return uncheckedOf(items);
}

const uncheckedOf = memoize((items: readonly ReviewItem[]) => items.filter(isUnchecked));

function isUnchecked({ judgement: { problem, change } }: ReviewItem): boolean {
  return problem !== null && change === null;
}

/** Restarts the check for the systems that failed; choices and the typed phrase stay. */
export function uncheckedReread(review: Review): Review {
  if (review.reread === null || !isReread(review)) return review;
  const of = review.items.flatMap((item, at) => (isUnchecked(item) ? [at] : []));
  return { ...review, reread: { ...review.reread, of, sent: 0, answered: 0, list: null } };
}

/** Excludes all unchecked systems that count; if none counts, includes the excluded ones again. */
export function withUncheckedToggled(review: Review): Review {
  const isAny = countsOf(review).unread > 0;
  const items = review.items.map((item) =>
    isUnchecked(item) && groupOf(item) === (isAny ? 'taken' : 'excluded') ? rejudge(item, { isChosen: !isAny }) : item,
  );
  return { ...review, items, isWrong: false };
}

/** Call it after the check: once every system that counts was re-read, a field missing from a record did not exist. */
export function judgedEdit(edit: Edit, review: Review): Edit {
  return { ...edit, isByRecord: review.reread !== null && countsOf(review).unread === 0 };
}

/** The next systems to re-read, up to the concurrency. */
export function rereading(review: Review): readonly [Review, readonly System[]] {
  const { reread, items } = review;
  if (reread === null) return [review, []];
  const room = rereadConcurrency - (reread.sent - reread.answered);
  const places = reread.of.slice(reread.sent, reread.sent + room);
  const next = places.flatMap((at) => items.slice(at, at + 1).map(({ system }) => system));
  return [{ ...review, reread: { ...reread, sent: reread.sent + places.length } }, next];
}

/**
 * `system`: null if it could not be read; then `problem` says why. `askedAt`: milliseconds by the clock that counts
 * sleep.
 */
export function withReread(
  review: Review,
  systemId: string,
  system: System | null,
  problem: Problem | null,
  askedAt = Infinity,
): Review {
  const { reread, confirmed } = review;
  const at = review.items.findIndex((item) => item.system.systemId === systemId);
  const item = review.items[at];
  if (reread === null || item === undefined) return review;
  const found = changeIn(problem);
  const now =
    system === null
      ? rejudge(item, { change: changeFor(review, item.system, found), found, problem })
      : rereadItem(item, system, review);
  return {
    ...review,
    items: review.items.with(at, now),
    reread: { ...reread, answered: reread.answered + 1 },
    confirmed: confirmed && { ...confirmed, askedAt: Math.min(confirmed.askedAt, askedAt) },
  };
}

/**
 * Applies the list as far as it was read. Missing systems are re-read one by one, or fail with `problem` if the list
 * failed.
 */
function withListRead(review: Review, list: Scan, problem: Problem | null): Review {
  const lacking: number[] = [];
  const items = review.items.map((item, at) => {
    const system = systemById(list, item.system.systemId);
    if (system !== undefined) return rereadItem(item, system, review);
    if (problem === null) lacking.push(at);
    return rejudge(item, { problem });
  });
  return { ...review, items, reread: { of: lacking, sent: 0, answered: 0, list: null } };
}

/** Marks all systems not requested yet as unchecked, which the review shows. */
export function rereadGivenUp(review: Review, problem: Problem): Review {
  const { reread, items } = review;
  if (reread === null) return review;
  if (reread.list !== null) return withListRead(review, reread.list, problem);
  const { of, sent, answered } = reread;
  const left = new Set(of.slice(sent));
  return {
    ...review,
    items: items.map((item, at) => (left.has(at) ? rejudge(item, { problem }) : item)),
    reread: { ...reread, sent: of.length, answered: answered + left.size },
  };
}

function changeIn(problem: Problem | null): Finding | null {
  if (problem?.kind === 'oddId') return { why: 'oddId' };
  return problem !== null && isSystemNotFound(problem) ? { why: 'gone' } : null;
}

/** Restarts the check for all systems, just before one request for those that count. */
export function beginLastCheck(review: Review): Review {
  const systemIds = chosenItems(review).map(({ system }) => system.systemId);
  return { ...review, reread: checkOf(review.items), confirmed: { systemIds, askedAt: Infinity } };
}

/** Do exactly the systems that you confirmed still count? */
export function areConfirmed(review: Review): boolean {
  const ids = review.confirmed?.systemIds ?? [];
  const now = chosenItems(review);
  return now.length === ids.length && now.every(({ system }, at) => system.systemId === ids[at]);
}

/**
 * Applies the newest record. A lifted guard stays lifted unless a new one appears, including one from another record
 * in the list.
 */
function rereadItem(item: ReviewItem, system: System, judging: Judging): ReviewItem {
  const { kind, edit, rules } = judging;
  const { why, isChosen, ...before } = item.judgement;
  const newer = withNewerRecord(item.system, system);
  const known = guardsOf(item.system, rules, rules.now);
  const { guards } = runRows[kind];
  const isGuardLifted = before.isGuardLifted && guardBeyond(known, newer, rules, rules.now, guards) === null;
  const marked = before.was ?? item.system;
  const found = changeSince({ kind, edit }, marked, system);
  const was = found === null ? null : marked;
  const fresh = judgementOf(newer, judging, why, isChosen);
  const judgement = { ...fresh, isGuardLifted, change: changeFor(judging, system, found), found, was };
  return { system: newer, judgement };
}

// Checks a large review of another person by one read of the organisation's list.

/** More systems than are re-read one by one? Not for an operation: a list may lack the fields that it sets. */
function isListed({ reviewer, edit }: Review, systems: number): boolean {
  return reviewer !== null && edit === null && systems > maxReread;
}

/** Plans to read the list if the review is large enough. */
export function withListCheck({ list, session, nextId }: State, review: Review): Review {
  const { reread, organisation } = review;
  if (reread === null || !isListed(review, reread.of.length)) return review;
  const shown = list.listing.scan?.query.perPage;
  const perPage = shown === undefined ? session.profileSettings.pageSize : shown;
  const query = { orgId: organisation.orgId, search: '', includeDisabled: true, perPage };
  return { ...review, reread: { of: [], sent: 0, answered: 0, list: newScan(nextId, query, 'all') } };
}

export function reviewPage(review: number, list: Scan): Of<ReviewRead, 'readReviewPage'> {
  const { query, from } = pageRequest(list);
  return { kind: 'readReviewPage', review, query, from };
}

/** Applies a page, or a failure, after which the rest of the list is not read. */
export function withPageAnswered(
  review: Review,
  answer: Result<SystemsPage>,
  { now, nextId }: Pick<State, 'now' | 'nextId'>,
): Review {
  const { reread } = review;
  if (reread === null || reread.list === null) return review;
  const step = advance(readFrom(reread.list, now), answer, nextId);
  if (step.kind === 'reading') return { ...review, reread: { ...reread, list: step.scan } };
  return step.kind === 'read' ? withListRead(review, step.scan, null) : withListRead(review, step.read, step.problem);
}
