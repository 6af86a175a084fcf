/** Reads: their definitions, and how those that failed wait to be sent again, with all that are asked for meanwhile. */
import type { Problem } from '../../../api/problem.ts';
import { runStopped, slowedDown, steppedBack } from '../../removal/deletion/public.ts';
import { fromFeatures } from '../../root/registry.ts';
import type { ReadDefinition } from '../../root/feature.ts';
import { known } from '../../kernel/loadable.ts';
import type { Step } from '../../root/step.ts';
import { rereadingGivenUp } from '../../removal/review/public.ts';
import type { Action, Effect, Read, State } from '../../root/state.ts';
import { noRequests, type Backoff } from './feature.ts';
import { newTokenAsked } from './public.ts';
import { pauseBefore } from './retry.ts';

const definitions = fromFeatures(
  (features) =>
    Object.assign({}, ...features.map(({ reads }) => reads)) as Readonly<Record<Read['kind'], ReadDefinition<Read>>>,
);

const readDefinitions = fromFeatures((): readonly ReadDefinition<Read>[] => Object.values(definitions()));

export function isRead(effect: Effect): effect is Read {
  return effect.kind in definitions();
}

export function readDefinition({ kind }: Read): ReadDefinition<Read> {
  return definitions()[kind];
}

function readKey(read: Read): string {
  return definitions()[read.kind].key(read);
}

/** The step with its reads queued, if there is a pause; all other effects are carried out. */
export function withReadsQueued([state, ...effects]: Step): Step {
  if (state.requests.backoff === null) return [state, ...effects];
  let { backoff } = state.requests;
  const rest: Effect[] = [];
  for (const effect of effects) {
    if (isRead(effect)) backoff = queueing(backoff, effect);
    else rest.push(effect);
    if (effect.kind === 'abandonRead') {
      backoff = { ...backoff, queued: backoff.queued.filter((read) => readDefinition(read).slot !== effect.slot) };
    }
  }
  return [backoff === state.requests.backoff ? state : withBackoff(state, backoff), ...rest];
}

/** Queues a read, in the place of another one of its key. */
function queueing(backoff: Backoff<Read>, read: Read): Backoff<Read> {
  const key = readKey(read);
  return { ...backoff, queued: [...backoff.queued.filter((other) => readKey(other) !== key), read] };
}

/** What is told of a read, its answer or its failure, resets its count of failures. */
export function withoutFailures(state: State, action: Action): State {
  if (state.requests.failures.size === 0) return state;
  const failures = new Map(state.requests.failures);
  for (const { answers } of readDefinitions()) {
    const answer = answers[action.kind] as ((action: Action) => string) | undefined;
    if (answer !== undefined) failures.delete(answer(action));
  }
  return failures.size === state.requests.failures.size
    ? state
    : { ...state, requests: { ...state.requests, failures } };
}

/** Does going back mean to wait no longer? Not where it closes something that lies over the screen first. */
export function isLeavable({ requests: { backoff }, overlay, prompt }: State): boolean {
  return backoff !== null && (overlay?.kind === 'token' || (overlay === null && prompt === null));
}

/** The step, and what is told of each queued read. */
export function backoffGivenUp(state: State): readonly [Step, readonly Action[]] {
  const { overlay } = state;
  const { backoff } = state.requests;
  if (backoff === null) return [[state], []];
  const left: State = {
    ...rereadingGivenUp(state, backoff.queued, backoff.problem),
    requests: noRequests,
    overlay: overlay?.kind === 'token' ? null : overlay,
  };
  const stopped = runStopped(left, backoff.until.kind === 'token' ? 'token' : 'asked');
  return [stopped, backoff.queued.map((read) => readDefinition(read).givenUp(read, backoff.problem, state))];
}

/** A longer pause is longer by up to this share of it, so that those who wait together do not come back together. */
const jitterShare = 0.25;

interface Failed {
  readonly problem: Problem;
  /** The read that would be sent again; null where nobody waits for it any more, or where it must not be repeated. */
  readonly read: Read | null;
  /** Under which its failures are counted. */
  readonly key: string;
}

/** The step where the read waits, for a while or for a token; null where the failure is told as it is. */
export function afterFailedRead(state: State, action: Action): Step | null {
  const failed = failedRead(state, action);
  if (failed === null) return null;
  const { problem, read, key } = failed;
  if (problem.kind === 'refused' && problem.status === 401) return afterRefusedToken(state, action, problem, read);
  if (read === null) return null;
  const failures = state.requests.failures.get(key) ?? 0;
  const seconds = pauseBefore(problem, failures);
  if (seconds === null) return null;
  const requests = { ...state.requests, failures: new Map(state.requests.failures).set(key, failures + 1) };
  return paused({ ...steppedBack(state, action), requests }, problem, read, seconds);
}

/** Null where the action is no failure of a read. */
function failedRead(state: State, action: Action): Failed | null {
  if (!('problem' in action) || action.problem === null) return null;
  const { problem } = action;
  const found = readDefinitions().flatMap(({ retries, answers }): Failed[] => {
    const retry = retries[action.kind] as ((state: State, action: Action) => Read | null) | undefined;
    const key = answers[action.kind] as ((action: Action) => string) | undefined;
    return retry === undefined ? [] : [{ problem, read: retry(state, action), key: key?.(action) ?? '' }];
  });
  const key = found.find((one) => one.key !== '')?.key ?? '';
  const failed = found.find(({ read }) => read !== null) ?? found[0];
  return failed === undefined ? null : { ...failed, key };
}

/** Everything waits as long as the longest pause that is asked for; those at work are halved where the pace was too fast. */
function paused(state: State, problem: Problem, read: Read, seconds: number): Step {
  const { backoff } = state.requests;
  if (backoff?.until.kind === 'token' || (backoff?.until.kind === 'time' && backoff.until.seconds >= seconds)) {
    return [withBackoff(state, queueing(backoff, read))];
  }
  const slowed = backoff === null ? slowedDown(state, problem) : state;
  const next: Backoff<Read> = {
    id: state.nextId,
    until: { kind: 'time', seconds },
    problem,
    queued: backoff?.queued ?? [],
  };
  const ms = seconds * 1000;
  return [
    { ...withBackoff(slowed, queueing(next, read)), nextId: state.nextId + 1 },
    { kind: 'startTimer', timer: 'backoff', ms, jitterMs: Math.min(1000, ms * jitterShare) },
  ];
}

/** Before anything was read, signing in says it; after that, a new token is asked for over the screen. */
function afterRefusedToken(state: State, action: Action, problem: Problem, read: Read | null): Step | null {
  const isFirst = known(state.organisations.list) === null && state.organisation === null;
  if (isFirst || state.screen.kind === 'signIn' || read === null) return null;
  const asking = newTokenAsked(steppedBack(state, action), problem);
  const { backoff } = asking.requests;
  return [backoff === null ? asking : withBackoff(asking, queueing(backoff, read))];
}

function withBackoff(state: State, backoff: Backoff<Read>): State {
  return { ...state, requests: { ...state.requests, backoff } };
}
