/** What becomes of a read that failed, before the screen that asked for it hears of it? It may wait and be sent again. */
import type { Problem } from '../../api/problem.ts';
import type { Action } from '../actions.ts';
import { currentScan, pageRead } from '../list/listing.ts';
import { known } from '../kernel/loadable.ts';
import { asksForPatience, pauseBefore } from './retry.ts';
import { atStage, isGoing, slowed } from '../deletion/run.ts';
import { accessCheck } from '../deletion/access.ts';
import { checkPageRead } from '../deletion/check-update.ts';
import type { State } from '../state.ts';
import type { Step } from '../kernel/step.ts';
import { deletionKey, holding, type Read, readKey, type Wait } from './model.ts';

/** The failures of requests; a deletion among them is not repeated, but its system may be read again. */
type FailedAction = Extract<
  Action,
  {
    kind:
      | 'organisationsFailed'
      | 'pageFailed'
      | 'detailsFailed'
      | 'rereadFailed'
      | 'recheckFailed'
      | 'accessCheckFailed'
      | 'checkPageFailed'
      | 'deletionFailed';
  }
>;

/** A longer pause is longer by up to this share of it, so that those who wait together do not come back together. */
const jitterShare = 0.25;

/** The step where the read waits, for a while or for a token; null where the failure is told as it is. */
export function afterFailedRead(state: State, action: Action): Step | null {
  if (!isFailed(action)) return null;
  const { problem } = action;
  const read = readAgain(state, action);
  if (problem.kind === 'refused' && problem.status === 401) return afterRefusedToken(state, action, read);
  if (read === null) return null;
  const key = action.kind === 'deletionFailed' ? deletionKey(action.systemId) : readKey(read);
  const failures = state.requests.failures.get(key) ?? 0;
  const seconds = pauseBefore(problem, failures);
  if (seconds === null) return null;
  const requests = { ...state.requests, failures: new Map(state.requests.failures).set(key, failures + 1) };
  const next = { ...stepBack(state, action), requests };
  return paused(next, problem, read, seconds);
}

function isFailed(action: Action): action is FailedAction {
  const kinds: readonly Action['kind'][] = [
    'organisationsFailed',
    'pageFailed',
    'detailsFailed',
    'rereadFailed',
    'recheckFailed',
    'accessCheckFailed',
    'checkPageFailed',
    'deletionFailed',
  ];
  return kinds.includes(action.kind);
}

/** The read that would be sent again; null where nobody waits for it any more, or where it must not be repeated. */
function readAgain(state: State, action: FailedAction): Read | null {
  switch (action.kind) {
    case 'organisationsFailed': {
      const { baseUrl, signIn, number: session } = state.session;
      if (baseUrl === null) return null;
      if (state.screen.kind === 'signIn') return signIn.isTrying ? { kind: 'tryToken', session, baseUrl } : null;
      return state.organisations.list.kind === 'loading' ? { kind: 'listOrganisations', session, baseUrl } : null;
    }
    case 'pageFailed': {
      const scan = currentScan(state.list.listing);
      return scan?.id === action.scan && scan.inFlight ? pageRead(scan) : null;
    }
    case 'detailsFailed': {
      const { organisation, screen } = state;
      const isAwaited = screen.kind === 'details' && screen.systemId === action.systemId;
      if (!isAwaited || screen.system.kind !== 'loading' || organisation === null) return null;
      return { kind: 'readSystem', orgId: organisation.orgId, systemId: action.systemId };
    }
    case 'rereadFailed': {
      const { review: id, systemId } = action;
      if (state.review?.id !== id || state.screen.kind !== 'review') return null;
      return { kind: 'rereadSystem', review: id, orgId: state.review.organisation.orgId, systemId };
    }
    case 'accessCheckFailed':
      return isGoing(state.deletion) && state.deletion.id === action.run ? accessCheck(state.deletion) : null;
    case 'checkPageFailed': {
      const { deletion: run } = state;
      return run?.id === action.run && run.check?.kind === 'reading' ? checkPageRead(run.id, run.check.scan) : null;
    }
    case 'recheckFailed':
      return recheck(state, action);
    case 'deletionFailed': {
      // Nothing was deleted: the service said so before it acted. The system is read again first, as before any deletion.
      const { problem } = action;
      const isUntouched = problem.kind === 'refused' && (problem.status === 429 || problem.status === 401);
      return isUntouched ? recheck(state, action) : null;
    }
  }
}

function recheck(
  { deletion: run }: State,
  { run: id, systemId }: { readonly run: number; readonly systemId: string },
): Read | null {
  if (!isGoing(run) || run.id !== id) return null;
  const read = { kind: 'recheckSystem', run: id, orgId: run.organisation.orgId, systemId } as const;
  if (run.check?.kind === 'looking') return run.check.asked.has(systemId) ? read : null;
  const work = run.inFlight.get(systemId);
  // What may have been deleted is looked at also while the run stops.
  if (work === undefined || (run.stop !== null && work.stage !== 'settling')) return null;
  return read;
}

/** A system whose deletion was put off is read again before the next attempt. */
function stepBack(state: State, action: FailedAction): State {
  if (action.kind !== 'deletionFailed' || state.deletion === null) return state;
  return { ...state, deletion: atStage(state.deletion, action.systemId, 'reading') };
}

/** Everything waits as long as the longest pause that is asked for; those at work are halved where the pace was too fast. */
function paused(state: State, problem: Problem, read: Read, seconds: number): Step {
  const { wait } = state.requests;
  if (wait?.until.kind === 'token' || (wait?.until.kind === 'time' && wait.until.seconds >= seconds)) {
    return [{ ...state, requests: { ...state.requests, wait: holding(wait, read) } }];
  }
  const run =
    state.deletion !== null && asksForPatience(problem) && wait === null ? slowed(state.deletion) : state.deletion;
  const next: Wait = { id: state.nextId, until: { kind: 'time', seconds }, problem, held: wait?.held ?? [] };
  const ms = seconds * 1000;
  return [
    { ...state, deletion: run, nextId: state.nextId + 1, requests: { ...state.requests, wait: holding(next, read) } },
    { kind: 'startTimer', timer: 'wait', ms, jitterMs: Math.min(1000, ms * jitterShare) },
  ];
}

/** Before anything was read, signing in says it; after that, a new token is asked for over the screen. */
function afterRefusedToken(state: State, action: FailedAction, read: Read | null): Step | null {
  const isFirst = known(state.organisations.list) === null && state.organisation === null;
  if (isFirst || state.screen.kind === 'signIn' || read === null) return null;
  return [newTokenAsked(stepBack(state, action), action.problem, read)];
}

/** Asks for another token over the screen. Until it is there, or the person gives up, no read is sent. */
export function newTokenAsked(state: State, problem: Problem, read: Read | null): State {
  const { overlay } = state;
  const { wait } = state.requests;
  const begun: Wait = { id: state.nextId, until: { kind: 'token' }, problem, held: wait?.held ?? [] };
  const asking = wait?.until.kind === 'token' ? wait : begun;
  return {
    ...state,
    nextId: state.nextId + 1,
    overlay: overlay?.kind === 'token' ? overlay : { kind: 'token', says: null, problem: null, isTrying: false },
    requests: { ...state.requests, wait: read === null ? asking : holding(asking, read) },
  };
}
