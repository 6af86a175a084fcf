/** Reads wait with those that failed, until the wait is over or given up; a failure is forgotten once its read is answered. */
import { runStopped } from '../deletion/operations.ts';
import { rereadingGivenUp } from '../review/operations.ts';
import type { Step } from '../kernel/step.ts';
import type { Action, Effect, Read, Slot, State } from '../state.ts';
import { noRequests, type Wait } from './feature.ts';
import { isRead, readDefinition, readDefinitions, readKey } from './reads.ts';

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

/** Adds a read to those that wait, in the place of another one of its key. */
export function holding(wait: Wait<Read>, read: Read): Wait<Read> {
  const key = readKey(read);
  return { ...wait, held: [...wait.held.filter((other) => readKey(other) !== key), read] };
}

/** Without the read of a slot that is abandoned. */
function withoutSlot(wait: Wait<Read>, slot: Slot): Wait<Read> {
  return { ...wait, held: wait.held.filter((read) => readDefinition(read).slot !== slot) };
}

/** What is told of a read, its answer or its failure, begins its count of failures anew. */
export function withoutFailures(state: State, action: Action): State {
  if (state.requests.failures.size === 0) return state;
  const failures = new Map(state.requests.failures);
  for (const { answers } of readDefinitions) {
    const answer = answers[action.kind] as ((action: Action) => string) | undefined;
    if (answer !== undefined) failures.delete(answer(action));
  }
  return failures.size === state.requests.failures.size
    ? state
    : { ...state, requests: { ...state.requests, failures } };
}

/** Does going back mean to wait no longer? Not where it closes something that lies over the screen first. */
export function isLeavable({ requests: { wait }, overlay, prompt }: State): boolean {
  return wait !== null && (overlay?.kind === 'token' || (overlay === null && prompt === null));
}

/** The step, and what is told of each read that was held. */
export function waitGivenUp(state: State): readonly [Step, readonly Action[]] {
  const { overlay } = state;
  const { wait } = state.requests;
  if (wait === null) return [[state], []];
  const left: State = {
    ...rereadingGivenUp(state, wait.held, wait.problem),
    requests: noRequests,
    overlay: overlay?.kind === 'token' ? null : overlay,
  };
  const stopped = runStopped(left, wait.until.kind === 'token' ? 'token' : 'asked');
  return [stopped, wait.held.map((read) => readDefinition(read).givenUp(read, wait.problem, state))];
}
