/** Simulates a run: a service and a disk that answer in any order, and a user who interferes. */
import fc from 'fast-check';
import type { Problem } from '../../../../src/api/problem.ts';
import { type RunKind, runRows } from '../../../../src/state/change/run-kinds.ts';
import { reduce } from '../../../../src/state/root/reduce.ts';
import type { Effect, Action, State } from '../../../../src/state/root/state.ts';
import { isChange } from './story.ts';
import { aPage, aSystem, daysAgo, now, refused, systemNotFound, systemsOf } from '../../../support/make.ts';

/** End of the request that is picked among those under way; or a step of the person. */
export interface Event {
  readonly pick: number;
  readonly what: Answer | Person;
}

const unusual = ['done', 'fails', 'cameBack', 'gone', 'slower', 'broken', 'lost', 'forbidden', 'oddly'] as const;

/** `done`: the system is so already. `oddly`: as no service should, and this computer may: too late, in another shape, or with what contradicts the rest. */
export type Answer = (typeof unusual)[number] | 'fine' | 'unauthorised';

type Person = 'esc' | 'resume' | 'stop' | 'ctrl-c' | 'quit' | 'ending' | 'leaves';

/** Mostly all is well. */
export const anyEvents: fc.Arbitrary<Event[]> = fc.array(
  fc.record({
    pick: fc.nat({ max: 20 }),
    what: fc.oneof(
      { weight: 20, arbitrary: fc.constant('fine' as const) },
      { weight: 3, arbitrary: fc.constantFrom(...unusual) },
      { weight: 1, arbitrary: fc.constantFrom('unauthorised', 'ctrl-c', 'quit', 'ending', 'leaves') },
      { weight: 2, arbitrary: fc.constantFrom('esc', 'resume', 'stop') },
    ),
  }),
  { maxLength: 60 },
);

/** One action, the state that it led to, and what was asked for. */
export interface Moment {
  readonly action: Action;
  readonly state: State;
  readonly effects: readonly Effect[];
}

/** Goes on until nothing is under way any more; after the last event all is well. */
export function simulated(start: State, first: Action, events: readonly Event[]): Moment[] {
  const moments: Moment[] = [];
  let state = start;
  let underWay: Request[] = [];
  const happen = (action: Action): void => {
    const [next, ...effects] = reduce(state, action);
    state = next;
    underWay = [...underWay, ...effects.filter(isRequest)];
    moments.push({ action, state, effects });
  };
  happen(first);
  const left = [...events];
  const isPaused = (): boolean => state.deletion?.isPaused === true;
  const isPending = (): boolean => underWay.length > 0 || state.requests.backoff !== null;
  for (let event = left.shift(); isPending() || isPaused(); event = left.shift()) {
    const { pick, what } = event ?? { pick: 0, what: 'fine' };
    if (what === 'esc') happen({ kind: 'wentBack' });
    else if (what === 'resume') happen({ kind: 'deletionResumed' });
    else if (what === 'stop') happen({ kind: 'deletionStopped' });
    else if (what === 'ctrl-c') happen({ kind: 'interrupted' });
    else if (what === 'quit') happen({ kind: 'quitConfirmed' });
    else if (what === 'ending') happen({ kind: 'endingAsked', isAgain: false });
    else if (what === 'leaves') {
      // Where a field for a token takes the keys, `q` is a letter.
      if (state.overlay === null) happen({ kind: 'quitRequested' });
    } else if (!isPending()) happen({ kind: 'deletionResumed' });
    else if (underWay.length === 0) happen(endOfWait(state));
    else {
      const at = pick % underWay.length;
      const [request] = underWay.splice(at, 1);
      if (request !== undefined) happen(answerTo(request, what, state.deletion?.kind ?? 'delete'));
    }
  }
  return moments;
}

/** A change that did not leave, or that the service refused before it did anything: the token, or too fast a pace. */
export function isUntouched(action: Action): action is Action & { kind: 'changeFailed' | 'rereadTooOld' } {
  if (action.kind === 'rereadTooOld') return true;
  if (action.kind !== 'changeFailed' || action.problem.kind !== 'refused') return false;
  return action.problem.status === 401 || action.problem.status === 429;
}

/** The pending answer arrives: the time passes, or the user enters a new token. */
function endOfWait({ requests: { backoff } }: State): Action {
  return backoff?.until.kind === 'token'
    ? { kind: 'newTokenAccepted', session: 0, organisations: null }
    : { kind: 'timerEnded', timer: 'backoff' };
}

const requests = [
  ...(['openJournal', 'recheckSystem', 'checkAccess', 'readCheckPage'] as const),
  ...(['recordIntent', 'changeSystem'] as const),
] as const;

export type Request = Extract<Effect, { kind: (typeof requests)[number] }>;

export function isRequest(effect: Effect): effect is Request {
  return requests.some((kind) => kind === effect.kind);
}

export function answerTo(request: Request, what: Answer, does: RunKind): Action {
  const { run } = request;
  if (request.kind === 'openJournal') {
    if (what === 'fails') return { kind: 'journalFailed', run, code: 'EROFS', now };
    return { kind: 'journalOpened', run, path: '/runs/1.jsonl', now };
  }
  if (request.kind === 'readCheckPage') {
    const failure = problemOf(what);
    if (failure !== null) return { kind: 'checkPageFailed', run, problem: failure };
    // Some are listed, whatever became of them.
    const page = aPage(what === 'cameBack' ? [] : systemsOf(5), what === 'oddly' ? { total: 9 } : {});
    return { kind: 'checkPageArrived', run, page, now };
  }
  if (request.kind === 'checkAccess') {
    const failure = problemOf(what);
    if (failure !== null) return { kind: 'accessCheckFailed', run, problem: failure, now };
    return { kind: 'accessChecked', run, hasAccess: what !== 'cameBack', now };
  }
  const { systemId } = request;
  if (request.kind === 'recordIntent') {
    if (what === 'fails') return { kind: 'intentFailed', run, systemId, code: 'ENOSPC', now };
    return { kind: 'intentRecorded', run, systemId };
  }
  if (isChange(request) && what === 'oddly') return { kind: 'rereadTooOld', run, systemId, now };
  const problem = problemOf(what);
  if (isChange(request)) {
    if (problem !== null) return { kind: 'changeFailed', run, systemId, problem, now };
    return { kind: 'systemChanged', run, systemId, accepted: what === 'cameBack', now };
  }
  if (problem !== null) return { kind: 'recheckFailed', run, systemId, problem, now };
  const isEnabled = what === 'oddly' ? null : (does === 'enable') === (what === 'done');
  const isEdited = runRows[does].request === null && what === 'done';
  const system = aSystem({
    ...{ systemId, lastSeen: daysAgo(what === 'cameBack' ? 0 : 200), isEnabled },
    ...(isEdited && { description: 'moved' }),
  });
  return { kind: 'systemRechecked', run, systemId, system, record: { systemId }, askedAt: 0, now };
}

export function problemOf(what: Answer): Problem | null {
  if (what === 'gone') return systemNotFound;
  if (what === 'unauthorised') return refused(401);
  if (what === 'slower') return refused(429, { retryAfter: 7 });
  if (what === 'broken') return refused(500);
  if (what === 'fails') return refused(409);
  if (what === 'forbidden') return refused(403);
  return what === 'lost' ? { operation: 'delete system', kind: 'lost', code: 'ECONNRESET' } : null;
}
