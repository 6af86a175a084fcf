/**
 * Current value of what an operation sets for the row under the cursor, where that is not the system's own record: read once
 * the cursor rests, by the operation of the definition that reads it.
 */
import type { Call } from '../../../api/calls/call.ts';
import { targetCall, targetOf } from '../../../api/calls/target.ts';
import { pathForm } from '../../../api/openapi/path-form.ts';
import { editCall } from '../../change/edit.ts';
import { readTarget } from '../../change/request/record-and-send.ts';
import type { Of, Reads } from '../../root/feature.ts';
import type { Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import type { ReviewRead } from './feature.ts';
import type { RowTarget } from './review.ts';
import { itemAtCursor } from './rows.ts';

/** Scrolling reads nothing. */
const restMs = 300;

const systemPath = '/org/{}/systems/{}';

/** The call that reads it; null where nothing does, or the record of the system tells it. */
export function rowTargetCall({ review, definition: { definition }, session }: State): Call | null {
  const item = review === null ? undefined : itemAtCursor(review);
  if (definition === null || item === undefined || review?.edit?.plan == null) return null;
  const { edit, organisation } = review;
  const target = edit.plan === null || edit.listField !== null ? null : targetOf(definition, edit.plan.operation);
  if (target === null || pathForm(target.operation.path) === systemPath) return null;
  const built = editCall(edit, { baseUrl: session.baseUrl ?? '', orgId: organisation.orgId }, item.system);
  return built.ok ? targetCall(target, built.call) : null;
}

/** After any action: another row under the cursor begins its rest. */
export function rowTargetSynced(state: State, before: State): Step {
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

/** The cursor has rested on the row. */
export function rowTargetRested(state: State): Step {
  const { review } = state;
  if (review?.target?.value !== undefined || review?.target == null) return [state];
  return [state, { kind: 'readRowTarget', review: review.id, call: review.target.call }];
}

/** An answer to another row is dropped. */
export function rowTargetAnswered(
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
