/** Giving up a wait: what was held is not sent, and every screen hears why it has no answer. */
import { runStopped } from '../deletion/operations.ts';
import { rereadingGivenUp } from '../review/operations.ts';
import type { Action, State } from '../state.ts';
import type { Step } from '../kernel/step.ts';
import { readDefinition } from './reads.ts';
import { noRequests } from './feature.ts';

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
