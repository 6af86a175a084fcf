/** What is under way and must not be lost: how it ended is said only once. */
import { isKeyUnderWay } from '../../account/enrolment-keys/selectors.ts';
import { isGoing } from '../../change/run.ts';
import type { State } from '../../root/state.ts';

/** A request that changes something is being sent: its outcome must be known. */
export function isRequestUnderWay({ request: { current } }: State): boolean {
  return current !== null && (current.stage.kind === 'saving' || current.stage.kind === 'sending');
}

/** The program is being left, and nothing else is waited for. */
export function isLeft(state: State): boolean {
  return state.program.isLeaving && !isGoing(state.deletion) && !isAnswerAwaited(state);
}

/** A run apart: does the program wait for an answer before it ends? */
export function isAnswerAwaited(state: State): boolean {
  return isKeyUnderWay(state) || isRequestUnderWay(state);
}
