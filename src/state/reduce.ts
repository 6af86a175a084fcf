/** Answers one action with the next state and the effects to carry out, by the registry of features. */
import { features } from './features.ts';
import { andThen, type Step, withoutSaid } from './kernel/step.ts';
import { back, edited, listMoved, promptAccepted, resized } from './navigation.ts';
import { isLeavable, waitGivenUp } from './requests/give-up.ts';
import { heldBack, withoutFailures } from './requests/hold.ts';
import { afterFailedRead } from './requests/retry-update.ts';
import type { Action, RootAction, State, Timer } from './state.ts';

type Handler = (state: State, action: Action, before: State) => Step;
type Handlers = Readonly<Partial<Record<Action['kind'], Handler>>>;

const all = Object.values(features);
/** The compiler has checked that each kind is there with a handler of its own. */
const updates = Object.assign({}, ...all.map(({ update }) => update)) as Handlers;
const timers = Object.assign({}, ...all.map((feature) => feature.timers)) as Readonly<
  Record<Timer, (state: State) => Step>
>;

/** While reads wait, those that are asked for wait with them. */
export function reduce(state: State, action: Action): Step {
  // The answer to a question about another service, profile or account.
  if (action.session !== undefined && action.session !== state.session.number) return [state];
  return heldBack(
    all.reduce<Step>(
      (step, { after }) => (after === undefined ? step : andThen(step, (next) => after(next, state))),
      answered(state, action),
    ),
  );
}

function answered(state: State, action: Action): Step {
  if (action.kind === 'wentBack' && isLeavable(state)) return waitLeft(state);
  // Who leaves says so first: what is not done yet stays open for the next start.
  if (action.kind === 'quitConfirmed' || action.kind === 'endingAsked')
    return andThen(updated(state, action), waitLeft);
  if (action.kind === 'interrupted' && isLeavable(state)) {
    return andThen(waitLeft(state), (left) => updated(left, action));
  }
  if (action.kind === 'marksGivenUp') {
    const { overlay } = state;
    if (overlay?.kind !== 'marksLost') return [state];
    return andThen(updated(state, action), (next) => reduce(next, overlay.by));
  }
  return afterFailedRead(state, action) ?? updated(withoutFailures(state, action), action);
}

/** What the feature does that the action is of, then what the others do about it. */
function updated(state: State, action: Action): Step {
  const own = updates[action.kind]?.(state, action, state) ?? rootUpdated(state, action as RootAction);
  return all.reduce<Step>((step, feature) => {
    const react = (feature.reacts as Handlers | undefined)?.[action.kind];
    return react === undefined ? step : andThen(step, (next) => react(next, action, state));
  }, own);
}

function rootUpdated(state: State, action: RootAction): Step {
  switch (action.kind) {
    case 'resized':
      return [resized({ ...state, columns: action.columns, rows: action.rows })];
    case 'moved':
      return listMoved(state, action);
    case 'wentBack': {
      const left = back(state);
      return 'kind' in left ? reduce(state, left) : left;
    }
    case 'textEdited':
      return edited(withoutSaid(state), action.text);
    case 'promptAccepted':
      return promptAccepted(state);
    case 'timerEnded':
      return timers[action.timer](state);
    case 'paletteChosen':
      return reduce({ ...state, overlay: null }, action.action);
    case 'keyPressed':
      return reduce(withoutSaid(state), action.action);
  }
}

/** What was held is not sent: every screen hears why it has no answer. */
function waitLeft(state: State): Step {
  const [step, told] = waitGivenUp(state);
  return told.reduce<Step>((before, action) => andThen(before, (next) => updated(next, action)), step);
}
