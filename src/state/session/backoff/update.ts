/** Makes reads wait and retry, and sends the queued reads when the pause ends. */
import { makeFailure, type Problem, type Result } from '../../../api/problem.ts';
import { staysInPause } from '../../root/navigation.ts';
import { isRead, readDefinition, readDefinitions, readKey, noRequests } from '../../root/registry.ts';
import { type Applied, type Feature, andThen, type Step } from '../../root/feature.ts';
import { knownOrNull } from '../../kernel/declare.ts';
import type { Action, Effect, Read, State } from '../../root/state.ts';
import { type Backoff, pauseBefore } from './feature.ts';
import type { ReadCall } from '../../../api/calls/call.ts';
import { type Json, jsonIn } from '../../../api/exact-json.ts';
import type { RawResponse } from '../../../api/http/client.ts';
import { envelopeOf, isRepeated, type Paging, pagingAfter, pagingFrom } from '../../../api/paging/envelope.ts';
import { createSessionService } from '../service.ts';

/** Queues the reads of a step during a pause; carries out all other effects. */
function withReadsQueued([state, ...effects]: Step): Step {
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

/** Queues a read, replacing another one with the same key. */
function queueing(backoff: Backoff<Read>, read: Read): Backoff<Read> {
  const key = readKey(read);
  return { ...backoff, queued: [...backoff.queued.filter((other) => readKey(other) !== key), read] };
}

/** A read's answer or reported failure resets its count of failures. */
function withoutFailures(state: State, action: Action): State {
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

/** Does esc end the pause? Not while it first closes something over the screen. */
function isLeavable({ requests: { backoff }, overlay, prompt }: State): boolean {
  return backoff !== null && (overlay?.kind === 'token' || (overlay === null && prompt === null));
}

/** Handles actions that end a pause, and failed reads, which a plain lookup of the handler cannot. */
function aroundPause(state: State, action: Action, carriedOut: Applied): Step {
  const { kind } = action;
  if (kind === 'wentBack' && isLeavable(state) && !staysInPause(state)) return leavePause(state, carriedOut);
  if ((kind === 'interrupted' || kind === 'deletionStopped') && isLeavable(state))
    return andThen(leavePause(state, carriedOut), (left) => carriedOut(left, action));
  // Quitting is carried out first: unfinished work stays open for the next start.
  if (kind === 'quitConfirmed' || kind === 'endingAsked')
    return andThen(carriedOut(state, action), (left) => leavePause(left, carriedOut));
  return afterFailedRead(state, action, carriedOut) ?? carriedOut(withoutFailures(state, action), action);
}

/** Drops the queued reads, and tells every screen why it has no answer. */
function leavePause(state: State, carriedOut: Applied): Step {
  const { backoff } = state.requests;
  if (backoff === null) return [state];
  const { queued, problem, until } = backoff;
  const left: Action = { kind: 'pauseLeft', until: until.kind, problem, queued: queued.map((read) => read.kind) };
  const told = queued.map((read) => readDefinition(read).givenUp(read, problem, state));
  return [left, ...told].reduce<Step>((step, action) => andThen(step, (next) => carriedOut(next, action)), [state]);
}

/** Removes the pause, and the question for a token. */
function withoutPause(state: State): State {
  const { overlay } = state;
  return { ...state, requests: noRequests, overlay: overlay?.kind === 'token' ? null : overlay };
}

/** Random extra share of a longer pause, so that clients that wait together do not return together. */
const jitterShare = 0.25;

interface Failed {
  readonly problem: Problem;
  /** The read to retry; null when it is no longer needed, or must not be repeated. */
  readonly read: Read | null;
  readonly key: string;
  readonly putOff: State;
}

/** The step in which the read waits for a time or a token; null when the failure is reported directly. */
function afterFailedRead(state: State, action: Action, carriedOut: Applied): Step | null {
  const failed = failedRead(state, action);
  if (failed === null) return null;
  const { problem, read, key, putOff } = failed;
  if (problem.kind === 'refused' && problem.status === 401) return afterRefusedToken(putOff, problem, read);
  if (read === null) return null;
  const failures = state.requests.failures.get(key) ?? 0;
  const seconds = pauseBefore(problem, failures);
  if (seconds === null) return null;
  const requests = { ...state.requests, failures: new Map(state.requests.failures).set(key, failures + 1) };
  return pauseReads({ ...putOff, requests }, problem, read, seconds, carriedOut);
}

/** Null when the action is not a failure of a read. */
function failedRead(state: State, action: Action): Failed | null {
  if (!('problem' in action) || action.problem === null) return null;
  const { problem } = action;
  const found = readDefinitions().flatMap(({ retries, answers, putOff }): Failed[] => {
    const retry = retries[action.kind] as ((state: State, action: Action) => Read | null) | undefined;
    const key = answers[action.kind] as ((action: Action) => string) | undefined;
    if (retry === undefined) return [];
    const read = retry(state, action);
    return [{ problem, read, key: key?.(action) ?? '', putOff: putOff?.(state, action) ?? state }];
  });
  const key = found.find((one) => one.key !== '')?.key ?? '';
  const failed = found.find(({ read }) => read !== null) ?? found[0];
  return failed === undefined ? null : { ...failed, key };
}

/** Everything waits for the longest requested pause; the concurrency of a run is halved when its pace was too fast. */
function pauseReads(state: State, problem: Problem, read: Read, seconds: number, carriedOut: Applied): Step {
  const { backoff } = state.requests;
  if (backoff?.until.kind === 'token' || (backoff?.until.kind === 'time' && backoff.until.seconds >= seconds)) {
    return [withBackoff(state, queueing(backoff, read))];
  }
  const begun: Step = backoff === null ? carriedOut(state, { kind: 'pauseBegun', problem }) : [state];
  const next: Backoff<Read> = {
    id: state.nextId,
    until: { kind: 'time', seconds },
    problem,
    queued: backoff?.queued ?? [],
  };
  const ms = seconds * 1000;
  return andThen(begun, (slowed) => [
    { ...withBackoff(slowed, queueing(next, read)), nextId: state.nextId + 1 },
    { kind: 'startTimer', timer: 'backoff', ms, jitterMs: Math.min(1000, ms * jitterShare) },
  ]);
}

/** Before anything was read, the sign-in screen reports it; later, a question over the screen asks for a new token. */
function afterRefusedToken(state: State, problem: Problem, read: Read | null): Step | null {
  const isFirst = knownOrNull(state.organisations.list) === null && state.organisation === null;
  if (isFirst || state.screen.kind === 'signIn' || read === null) return null;
  const asking = askNewToken(state, problem);
  const { backoff } = asking.requests;
  return [backoff === null ? asking : withBackoff(asking, queueing(backoff, read))];
}

function withBackoff(state: State, backoff: Backoff<Read>): State {
  return { ...state, requests: { ...state.requests, backoff } };
}

// Reads any list page by page, for a pipe: a page is requested once the previous one is consumed.

export type ListPage =
  | { readonly kind: 'items'; readonly items: readonly Json[] }
  | { readonly kind: 'no list' }
  /** Complete, but the service gave different totals, or more rows than its total. */
  | { readonly kind: 'moved'; readonly paging: Paging }
  | { readonly kind: 'problem'; readonly problem: Problem; readonly paging: Paging };

/**
 * `send`: sends a request with retries. Ends with the last page, or with an answer that is not a page. `isHeld`: all
 * pages stay in memory.
 */
export async function* listPages(
  call: ReadCall,
  send: (call: ReadCall) => Promise<Result<RawResponse>>,
  isHeld: boolean,
): AsyncGenerator<ListPage, void, void> {
  let paging = pagingFrom(call.url, isHeld, call.pageParameters);
  while (paging.next.kind === 'page') {
    const read = await send({ ...call, url: paging.next.url });
    if (!read.ok) {
      yield { kind: 'problem', problem: read.problem, paging };
      return;
    }
    const { text, headers, bytes } = read.value;
    const page = envelopeOf(jsonIn(text));
    if (page === null) {
      yield { kind: 'no list' };
      return;
    }
    const before = paging;
    paging = pagingAfter(before, page, headers, bytes.byteLength);
    if (!isRepeated(before, paging)) yield { kind: 'items', items: page.items };
  }
  const { next, total, rows, hasMoved } = paging;
  if (next.kind === 'untrusted') {
    const untrusted = { ...next, kind: 'untrustedLink', page: paging.addresses.length } as const;
    yield { kind: 'problem', problem: makeFailure('send request', untrusted).problem, paging };
  } else if (hasMoved || (total !== null && rows > total)) yield { kind: 'moved', paging };
}

// Steps on queued reads, for other features.

export function resumeReads(state: State): Step {
  const { backoff } = state.requests;
  return backoff === null ? [state] : [{ ...state, requests: { ...state.requests, backoff: null } }, ...backoff.queued];
}

/** Restores the overlay beneath the question for a token, once that is answered or left. */
function uncover(state: State): State {
  const { overlay, covered } = state;
  return covered === null || overlay?.kind === 'token'
    ? state
    : { ...state, overlay: overlay ?? covered, covered: null };
}

/** Asks for another token over the screen. No read is sent until you enter one or give up. */
export function askNewToken(state: State, problem: Problem): State {
  const { overlay, nextId } = state;
  const { backoff } = state.requests;
  const asking =
    backoff?.until.kind === 'token'
      ? backoff
      : { id: nextId, until: { kind: 'token' } as const, problem, queued: backoff?.queued ?? [] };
  return {
    ...state,
    nextId: nextId + 1,
    overlay: overlay?.kind === 'token' ? overlay : { kind: 'token', message: null, problem: null, isTrying: false },
    covered: overlay?.kind === 'token' ? state.covered : overlay,
    requests: { ...state.requests, backoff: asking },
  };
}

export const backoff: Feature<'backoff'> = {
  update: {
    pauseBegun: (state) => [state],
    pauseLeft: (state) => [withoutPause(state)],
  },
  intercept: aroundPause,
  after: (state) => [uncover(state)],
  filterEffects: withReadsQueued,
  timers: {
    // Another pause may have replaced this one, and does not end with its timer.
    backoff: (state) => (state.requests.backoff?.until.kind === 'time' ? resumeReads(state) : [state]),
  },
  services({ ports, credentials, clock }) {
    const service = createSessionService(ports, credentials, clock);
    return {
      forEffect: (dispatch) => ({
        client: (token) => service.client(dispatch, token),
        useService: (baseUrl) => {
          service.use(baseUrl, dispatch);
        },
      }),
      forget() {
        clock.forget();
        service.forget();
      },
    };
  },
};
