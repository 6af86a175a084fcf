/** How do reads wait with those that failed, and when is a failure forgotten? */
import type { Action } from '../actions.ts';
import type { Effect } from '../effects.ts';
import type { State } from '../state.ts';
import type { Step } from '../kernel/step.ts';
import { deletionKey, holding, isRead, recheckKey, rereadKey, withoutSlot } from './model.ts';

/** The step with its reads held back, if there is a wait; all other effects are carried out. */
export function heldBack([state, ...effects]: Step): Step {
  if (state.requests.wait === null) return [state, ...effects];
  let { wait } = state.requests;
  const rest: Effect[] = [];
  for (const effect of effects) {
    if (isRead(effect)) wait = holding(wait, effect);
    else rest.push(effect);
    if (effect.kind === 'abandonRead') wait = withoutSlot(wait, effect.slot);
  }
  return [wait === state.requests.wait ? state : { ...state, requests: { ...state.requests, wait } }, ...rest];
}

/** The state without its wait, and what was held sent. */
export function resumed(state: State): Step {
  return state.requests.wait === null
    ? [state]
    : [{ ...state, requests: { ...state.requests, wait: null } }, ...state.requests.wait.held];
}

/** The actions that answer reads, by the key of the read; those of a system say which. */
const answers: Readonly<Partial<Record<Action['kind'], string>>> = {
  organisationsArrived: 'organisations',
  organisationsFailed: 'organisations',
  pageArrived: 'page',
  pageFailed: 'page',
  detailsArrived: 'details',
  detailsFailed: 'details',
  checkPageArrived: 'check',
  checkPageFailed: 'check',
  accessChecked: 'access',
  accessCheckFailed: 'access',
};

function answeredKey(action: Action): string | null {
  if (action.kind === 'systemRechecked' || action.kind === 'recheckFailed') return recheckKey(action.systemId);
  if (action.kind === 'systemDeleted' || action.kind === 'deletionFailed') return deletionKey(action.systemId);
  if (action.kind === 'systemReread' || action.kind === 'rereadFailed') return rereadKey(action.systemId);
  return answers[action.kind] ?? null;
}

/** What is told of a read, its answer or its failure, begins its count of failures anew. */
export function withoutFailures(state: State, action: Action): State {
  if (state.requests.failures.size === 0) return state;
  const key = answeredKey(action);
  if (key === null || !state.requests.failures.has(key)) return state;
  const failures = new Map(state.requests.failures);
  failures.delete(key);
  return { ...state, requests: { ...state.requests, failures } };
}
