/** The phrase: the only words that start a run, and what stands in their way. */
import type { Problem } from '../../../api/problem.ts';
import { isReread } from './check.ts';
import { chosen, countsOf, isOfRow, type Review } from './review.ts';
import { isTypable, typedName } from '../../change/phrase.ts';
import { phraseVerb, runRows } from '../../change/run-kinds.ts';

/** Above this many systems, or this share of the organisation, the phrase names the organisation. */
const manySystems = 25;
const largeShare = 0.2;

/** It says what is unusual about the run, so that nobody types it by habit. */
export function phraseOf(review: Review): string {
  const count = chosen(review).length;
  const verb = phraseVerb(review.kind, review.edit);
  const subject = nameOfRow(review) ?? `${count}`;
  const isMany = count > manySystems || review.total === null || count > review.total * largeShare;
  const { reviewer } = review;
  if (!isMany && !review.isClockUnverified && reviewer === null) return `${verb} ${subject}`;
  const what = review.isClockUnverified ? `${subject} unverified` : subject;
  const whose = reviewer === null ? '' : ` reviewed by ${reviewer.typed}`;
  return `${verb} ${what} from ${typedName(review.organisation)}${whose}`;
}

/** A review of the row under the cursor is confirmed by its name, else its id; null where neither can be typed, or reads as a count. */
function nameOfRow(review: Review): string | null {
  const [only] = chosen(review);
  if (!isOfRow(review) || only === undefined) return null;
  const { hostname, systemId } = only.system;
  return [hostname, systemId].find((name) => name !== null && isTypable(name) && !/^\d+$/.test(name)) ?? null;
}

/** Why no phrase is asked for; null where one is. */
export type Obstacle =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'lock'; readonly code: string }
  /** `exclude`: so many fewer, and the share is kept. */
  | { readonly kind: 'share'; readonly exclude: number }
  /** Another person is to confirm it, for it is of more systems than this. */
  | { readonly kind: 'secondPerson'; readonly above: number }
  /** The check is done, and could not tell of some that count. `problem`: a token that is refused, before any other. */
  | { readonly kind: 'unchecked'; readonly count: number; readonly problem: Problem };

export function obstacleOf(review: Review): Obstacle | null {
  const { kind, total, rules, lockFault, reviewer } = review;
  const { share, secondPersonAbove: above } = rules.guards;
  const { length } = chosen(review);
  if (length === 0) return { kind: 'nothing' };
  if (lockFault !== null) return { kind: 'lock', code: lockFault };
  const most =
    runRows[kind].guards !== 'loss' || total === null || share >= 100 ? length : Math.floor((total * share) / 100);
  if (length > most) return { kind: 'share', exclude: length - most };
  const isUnchecked = countsOf(review).unread > 0 && isReread(review);
  const problems = isUnchecked ? chosen(review).flatMap(({ judgement }) => judgement.problem ?? []) : [];
  const problem = problems.find(isTokenRefused) ?? problems[0];
  if (problem !== undefined) return { kind: 'unchecked', count: problems.length, problem };
  return reviewer === null && above !== null && length > above ? { kind: 'secondPerson', above } : null;
}

export function isTokenRefused(problem: Problem): boolean {
  return problem.kind === 'refused' && problem.status === 401;
}
