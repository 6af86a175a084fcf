/** The phrase of one request for many systems: each of them is read once more right before it. */
import type { People } from '../../change/run.ts';
import { type Edit, type EditCall, editCallForAll } from '../../change/edit.ts';
import { sentAfterReview, whyNotSent } from '../../change/request/settle.ts';
import { personOf } from '../../session/session.ts';
import { grouped } from '../../kernel/spelling.ts';
import { onScreenBeneath } from '../../root/navigation.ts';
import { onScreen, said, type Step } from '../../root/step.ts';
import { marksChanged } from '../../fleet/marks/public.ts';
import { withoutMarks } from '../../fleet/marks/marks.ts';
import type { State } from '../../root/state.ts';
import { reading } from './opening.ts';
import { phraseCleared, reviewLeft } from './public.ts';
import { obstacleOf, phraseOf } from './review-phrase.ts';
import { areConfirmed, lastCheckBegun } from './check.ts';
import { chosen, confirmedIn, mostReread, type Review } from './review.ts';
import { reshown } from './rows.ts';

/** Nobody where one person has reviewed it and confirms it. */
export function peopleIn({ session, now }: State, { reviewer }: Review): { readonly people?: People } {
  if (reviewer === null) return {};
  const { by, at, file } = reviewer;
  return {
    people: { reviewed: { by, at, file }, confirmed: { by: personOf(session), at: new Date(now).toISOString() } },
  };
}

/** One request names all systems that count. Each of them is read once more right before it, as a run does: more no request takes. */
export function sentTogether(state: State, review: Review, edit: Edit): Step {
  if (review.reread === null || chosen(review).length > mostReread || edit.plan === null)
    return [blocked(state, `Nothing was sent: at most ${grouped(mostReread)} systems can be checked for one request.`)];
  const built = requestOf(state, review, edit);
  const why = built.ok ? whyNotSent(state, built.call) : `Nothing was sent. ${built.says}`;
  if (why !== null) return [blocked(state, why)];
  const text = 'Checks every system once more, then sends the request. esc stops that.';
  return reading({ ...state, notice: { kind: 'said', text } }, lastCheckBegun(review));
}

/** A request leaves so long after the first of its systems was read: as in a run, and while the others are read. */
function freshMs(systems: number): number {
  return Math.min(60_000, 2000 + 150 * systems);
}

function requestOf({ session }: State, review: Review, edit: Edit): EditCall {
  const where = { baseUrl: session.baseUrl ?? '', orgId: review.organisation.orgId };
  return editCallForAll(edit, where, confirmedIn(review).planned);
}

/** Sent where exactly the confirmed systems still count; else the phrase is typed again, for what counts now. */
export function lastCheckDone(state: State, { confirmed, ...rest }: Review): Step {
  const review: Review = { ...rest, confirmed: null };
  const next = reshown({ ...state, review });
  const { edit } = review;
  if (confirmed === null || edit?.plan == null || !areConfirmed({ ...rest, confirmed }) || obstacleOf(review) !== null)
    return [blocked(next, 'Nothing was sent: systems changed since you typed. Look again, then type the phrase.')];
  // The phrase was left meanwhile.
  if (!review.isInField || review.typed !== phraseOf(review)) return [said(next, 'Nothing was sent.')];
  const built = requestOf(next, review, edit);
  if (!built.ok) return [blocked(next, `Nothing was sent. ${built.says}`)];
  const why = whyNotSent(next, built.call);
  if (why !== null) return [blocked(next, why)];
  const judged = { kind: 'many', reasons: [], phrase: phraseOf(review) } as const;
  return sentAfterReview(reviewLeft(whereItBegan(excludedUnmarked(next))), {
    ...{ call: built.call, operation: edit.plan.operation, judged, ...peopleIn(next, review) },
    leavesBy: confirmed.askedAt + freshMs(confirmed.systemIds.length),
  });
}

/** Nothing was sent: the phrase is typed again. */
export function blocked(state: State, text: string): State {
  return { ...phraseCleared(state), notice: { kind: 'warning', text } };
}

export function excludedFrom(review: Review | null): ReadonlySet<string> {
  const excluded = review?.items.filter(({ judgement }) => !judgement.isChosen) ?? [];
  return new Set(excluded.map(({ system }) => system.systemId));
}

/** Systems excluded from a confirmed run, or done already, are unmarked. The marks are not of another person's file. */
export function excludedUnmarked(state: State): State {
  if (state.review?.reviewer != null) return state;
  const done = state.review?.items.filter(({ judgement }) => judgement.change?.why === 'already') ?? [];
  const excluded = new Set([...excludedFrom(state.review), ...done.map(({ system }) => system.systemId)]);
  return excluded.size === 0 ? state : marksChanged(state, withoutMarks(state.marks.marked, excluded));
}

/** The form of the operation, where the review was opened from it; else the list. */
export function whereItBegan(state: State): State {
  return state.trail.length > 0 ? onScreenBeneath(state) : onScreen(state, { kind: 'systems' });
}
