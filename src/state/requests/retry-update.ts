/** What becomes of a read that failed, before its screen hears of it: it may wait and be sent again. */
import type { Problem } from '../../api/problem.ts';
import { slowedDown, steppedBack } from '../deletion/operations.ts';
import { known } from '../kernel/loadable.ts';
import type { Step } from '../kernel/step.ts';
import type { Action, Read, State } from '../state.ts';
import { holding } from './hold.ts';
import type { Wait } from './feature.ts';
import { newTokenAsked } from './operations.ts';
import { readDefinitions } from './reads.ts';
import { pauseBefore } from './retry.ts';

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
  const found = readDefinitions.flatMap(({ retries, answers }): Failed[] => {
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
  const { wait } = state.requests;
  if (wait?.until.kind === 'token' || (wait?.until.kind === 'time' && wait.until.seconds >= seconds)) {
    return [withWait(state, holding(wait, read))];
  }
  const slowed = wait === null ? slowedDown(state, problem) : state;
  const next: Wait<Read> = { id: state.nextId, until: { kind: 'time', seconds }, problem, held: wait?.held ?? [] };
  const ms = seconds * 1000;
  return [
    { ...withWait(slowed, holding(next, read)), nextId: state.nextId + 1 },
    { kind: 'startTimer', timer: 'wait', ms, jitterMs: Math.min(1000, ms * jitterShare) },
  ];
}

/** Before anything was read, signing in says it; after that, a new token is asked for over the screen. */
function afterRefusedToken(state: State, action: Action, problem: Problem, read: Read | null): Step | null {
  const isFirst = known(state.organisations.list) === null && state.organisation === null;
  if (isFirst || state.screen.kind === 'signIn' || read === null) return null;
  const asking = newTokenAsked(steppedBack(state, action), problem);
  const { wait } = asking.requests;
  return [wait === null ? asking : withWait(asking, holding(wait, read))];
}

function withWait(state: State, wait: Wait<Read>): State {
  return { ...state, requests: { ...state.requests, wait } };
}
