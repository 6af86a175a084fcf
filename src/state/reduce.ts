/** What is the next state, and what is to be done? The whole program's answer to one action. */
import type { Action } from './actions.ts';
import { afterFailedRead } from './requests/retry-update.ts';
import { markingGivenUp } from './marks/update.ts';
import { withoutSaid } from './program/update.ts';
import { disarmed, isQuietAwaited, quietAwaited } from './review/update.ts';
import { toSlice } from './slices.ts';
import type { State } from './state.ts';
import { andThen, type Step } from './kernel/step.ts';
import { isLeavable, waitLeft } from './requests/give-up.ts';
import { heldBack, withoutFailures } from './requests/hold.ts';

/** While reads wait, those that are asked for wait with them. */
export function reduce(state: State, action: Action): Step {
  return heldBack(markingGivenUp(state, answered(state, action)));
}

function answered(state: State, action: Action): Step {
  // The answer to a question about another service, profile or account.
  if ('session' in action && action.session !== state.session.number) return [state];
  if (action.kind === 'paletteChosen') return reduce({ ...state, overlay: null }, action.action);
  if (action.kind === 'marksGivenUp') {
    const { overlay } = state;
    if (overlay?.kind !== 'marksLost') return [state];
    return andThen(toSlice(state, action), (next) => reduce(next, overlay.by));
  }
  if (action.kind === 'keyPressed') {
    // To look through the list is not to type ahead.
    const isLooking = action.action.kind === 'moved';
    return andThen(reduce(withoutSaid(state), action.action), (next) => [
      next,
      ...(isLooking ? [] : quietAwaited(next)),
    ]);
  }
  if (action.kind === 'keyRefused' || action.kind === 'keyUnknown') {
    const isSwallowed = isQuietAwaited(state) && state.overlay === null;
    const told: Step = isSwallowed ? [swallowed(state)] : toSlice(disarmed(state), action);
    return andThen(told, (next) => [next, ...quietAwaited(next)]);
  }
  if (action.kind === 'wentBack' && isLeavable(state)) return waitLeft(state);
  // Who leaves says so first: what is not done yet stays open for the next start.
  if (action.kind === 'quitConfirmed' || action.kind === 'endingAsked')
    return andThen(toSlice(state, action), waitLeft);
  if (action.kind === 'interrupted' && isLeavable(state)) {
    return andThen(waitLeft(state), (left) => toSlice(left, action));
  }
  return afterFailedRead(state, action) ?? toSlice(withoutFailures(state, action), action);
}

/** What is typed on after a key that was refused does not hide why. */
function swallowed(state: State): State {
  const text = 'Typed too early: ignored. Pause for a moment, then type the phrase.';
  return state.notice?.kind === 'refused' ? state : { ...state, notice: { kind: 'refused', text } };
}
