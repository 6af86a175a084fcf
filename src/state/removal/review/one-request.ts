/** Confirms one request for many systems: each system is re-read just before it. */
import type { People } from '../../change/run.ts';
import { type Edit, type EditCall, editCall, editCallForAll } from '../../change/edit.ts';
import { sentAfterReview, whyNotSent } from '../../change/request/update.ts';
import { personOf } from '../../session/session.ts';
import { groupDigits } from '../../kernel/spelling.ts';
import { onScreenBeneath } from '../../root/navigation.ts';
import { onScreen, withNotice, type Step, type Of, type Reads } from '../../root/feature.ts';
import { changeMarks } from '../../fleet/marks/feature.ts';
import { withoutMarks } from '../../fleet/marks/marks.ts';
import type { State } from '../../root/state.ts';
import { itemAtCursor, obstacleOf, phraseOf, requestRereads, renewRows, clearPhrase, leaveReview } from './opening.ts';
import { areConfirmed, beginLastCheck } from './check.ts';
import { chosenItems, readConfirmed, maxReread, type Review, type RowTarget } from './review.ts';
import type { Call } from '../../../api/calls/call.ts';
import { targetCall, targetOf } from '../../../api/calls/operations-at.ts';
import { pathForm } from '../../../api/openapi/path-form.ts';
import { readTarget } from '../../change/request/record-and-send.ts';
import type { ReviewRead } from './feature.ts';

/** Empty: the same person reviews and confirms. */
export function peopleIn({ session, now }: State, { reviewer }: Review): { readonly people?: People } {
  if (reviewer === null) return {};
  const { by, at, file } = reviewer;
  return {
    people: { reviewed: { by, at, file }, confirmed: { by: personOf(session), at: new Date(now).toISOString() } },
  };
}

/**
 * One request names all systems that count. Each is re-read just before it, as in a run; that limits the number of
 * systems.
 */
export function sendTogether(state: State, review: Review, edit: Edit): Step {
  if (review.reread === null || chosenItems(review).length > maxReread || edit.plan === null)
    return [
      block(state, `Nothing was sent: at most ${groupDigits(maxReread)} systems can be checked for one request.`),
    ];
  const built = requestOf(state, review, edit);
  const why = built.ok ? whyNotSent(state, built.call) : `Nothing was sent. ${built.message}`;
  if (why !== null) return [block(state, why)];
  const text = 'Checks every system once more, then sends the request. esc stops that.';
  return requestRereads({ ...state, notice: { kind: 'said', text } }, beginLastCheck(review));
}

/**
 * Maximum time from the first re-read to the request, in milliseconds: the allowance of a run, plus the time for the
 * other re-reads.
 */
function freshMs(systems: number): number {
  return Math.min(60_000, 2000 + 150 * systems);
}

function requestOf({ session }: State, review: Review, edit: Edit): EditCall {
  const where = { baseUrl: session.baseUrl ?? '', orgId: review.organisation.orgId };
  return editCallForAll(edit, where, readConfirmed(review).planned);
}

/** Sends the request if exactly the confirmed systems still count; otherwise the phrase must be typed again. */
export function finishLastCheck(state: State, { confirmed, ...rest }: Review): Step {
  const review: Review = { ...rest, confirmed: null };
  const next = renewRows({ ...state, review });
  const { edit } = review;
  if (confirmed === null || edit?.plan == null || !areConfirmed({ ...rest, confirmed }) || obstacleOf(review) !== null)
    return [block(next, 'Nothing was sent: systems changed since you typed. Look again, then type the phrase.')];
  // You left the phrase meanwhile.
  if (!review.isInField || review.typed !== phraseOf(review)) return [withNotice(next, 'Nothing was sent.')];
  const built = requestOf(next, review, edit);
  if (!built.ok) return [block(next, `Nothing was sent. ${built.message}`)];
  const why = whyNotSent(next, built.call);
  if (why !== null) return [block(next, why)];
  const judged = { kind: 'many', reasons: [], phrase: phraseOf(review) } as const;
  return sentAfterReview(leaveReview(whereItBegan(unmarkExcluded(next))), {
    ...{ call: built.call, operation: edit.plan.operation, judged, ...peopleIn(next, review) },
    leavesBy: confirmed.askedAt + freshMs(confirmed.systemIds.length),
  });
}

/** Nothing was sent: asks for the phrase again. */
export function block(state: State, text: string): State {
  return { ...clearPhrase(state), notice: { kind: 'warning', text } };
}

export function readExcluded(review: Review | null): ReadonlySet<string> {
  const excluded = review?.items.filter(({ judgement }) => !judgement.isChosen) ?? [];
  return new Set(excluded.map(({ system }) => system.systemId));
}

/**
 * Unmarks systems that were excluded, or had reached the goal. Marks have nothing to do with another person's file.
 */
export function unmarkExcluded(state: State): State {
  if (state.review?.reviewer != null) return state;
  const done = state.review?.items.filter(({ judgement }) => judgement.change?.why === 'already') ?? [];
  const excluded = new Set([...readExcluded(state.review), ...done.map(({ system }) => system.systemId)]);
  return excluded.size === 0 ? state : changeMarks(state, withoutMarks(state.marks.marked, excluded));
}

/** Returns to the form of the operation if the review was opened from it; else to the list. */
export function whereItBegan(state: State): State {
  return state.trail.length > 0 ? onScreenBeneath(state) : onScreen(state, { kind: 'systems' });
}

// Reads the present value of what an operation sets for the row under the cursor, if the system's own record does not
// have it. Debounced; uses the operation of the definition that reads it.

/** Debounce in milliseconds: scrolling sends no requests. */
const restMs = 300;

const systemPath = '/org/{}/systems/{}';

/** Null: no operation reads the value, or the system's record has it. */
export function rowTargetCall({ review, definition: { definition }, session }: State): Call | null {
  const item = review === null ? undefined : itemAtCursor(review);
  if (definition === null || item === undefined || review?.edit?.plan == null) return null;
  const { edit, organisation } = review;
  const target = edit.plan === null || edit.listField !== null ? null : targetOf(definition, edit.plan.operation);
  if (target === null || pathForm(target.operation.path) === systemPath) return null;
  const built = editCall(edit, { baseUrl: session.baseUrl ?? '', orgId: organisation.orgId }, item.system);
  return built.ok ? targetCall(target, built.call) : null;
}

/** Restarts the debounce when the cursor moves to another row. */
export function syncRowTarget(state: State, before: State): Step {
  const { review } = state;
  if (review === null || review === before.review) return [state];
  const call = rowTargetCall(state);
  if (call === null || call.url === review.target?.call.url) return [state];
  return [
    { ...state, review: { ...review, target: { call, value: undefined, problem: null } } },
    { kind: 'abandonRead', slot: 'rowTarget' },
    { kind: 'startTimer', timer: 'rowTarget', ms: restMs },
  ];
}

export function restRowTarget(state: State): Step {
  const { review } = state;
  if (review?.target?.value !== undefined || review?.target == null) return [state];
  return [state, { kind: 'readRowTarget', review: review.id, call: review.target.call }];
}

/** Ignores an answer for another row. */
export function receiveRowTarget(
  state: State,
  url: string,
  answer: Pick<RowTarget, 'value'> | Pick<RowTarget, 'problem'>,
): State {
  const { review } = state;
  if (review?.target?.call.url !== url) return state;
  return { ...state, review: { ...review, target: { ...review.target, problem: null, ...answer } } };
}

const key = ({ url }: { readonly url: string }): string => `row target ${url}`;

export const readRowTarget: Reads<'review'>['readRowTarget'] = {
  slot: 'rowTarget',
  key: ({ call }) => key(call),
  async send({ call }, { client, signal }) {
    const answer = await readTarget(client(), call, signal);
    return answer.ok
      ? { kind: 'rowTargetRead', url: call.url, value: answer.value.value }
      : { kind: 'rowTargetFailed', url: call.url, problem: answer.problem };
  },
  answers: { rowTargetRead: key, rowTargetFailed: key },
  retries: {
    rowTargetFailed({ screen, review }, { url }): Of<ReviewRead, 'readRowTarget'> | null {
      const isWaitedFor = screen.kind === 'review' && review?.target?.call.url === url;
      return isWaitedFor ? { kind: 'readRowTarget', review: review.id, call: review.target.call } : null;
    },
  },
  givenUp: ({ call }, problem) => ({
    kind: 'rowTargetFailed',
    url: call.url,
    problem: { ...problem, operation: 'send request' },
  }),
};
