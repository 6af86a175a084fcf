/** Answers one action with the next state and the effects to carry out, by the registry of features. */
import { features } from './features.ts';
import { andThen, type Step, withoutSaid } from './kernel/step.ts';
import { back, edited, listMoved, promptAccepted, resized } from './navigation.ts';
import { afterFailedRead, heldBack, isLeavable, waitGivenUp, withoutFailures } from './requests/reads.ts';
import type { Action, RootAction, State, Timer } from './state.ts';

type Handler = (state: State, action: Action, before: State) => Step;
type Handlers = Readonly<Partial<Record<Action['kind'], Handler>>>;

const all = Object.values(features);
// Casts: the type of the registry has each handler under its own kind, which a look-up by any kind cannot say.
const updates = Object.assign({}, ...all.map(({ update }) => update)) as Handlers;
const reactions = all.map(({ reacts }) => (reacts ?? {}) as Handlers);
const timers = Object.assign({}, ...all.map((feature) => feature.timers)) as Readonly<
  Record<Timer, (state: State) => Step>
>;

/** An answer of an earlier session is dropped. While reads wait, those that are asked for wait with them. */
export function reduce(state: State, action: Action): Step {
  if (action.session !== undefined && action.session !== state.session.number) return [state];
  const step = all.reduce<Step>(
    (before, { after }) => (after === undefined ? before : andThen(before, (next) => after(next, state))),
    answered(state, action),
  );
  return heldBack(step);
}

/** What is more than a look-up: actions that give up a wait, one that brings another about, and reads that failed. */
function answered(state: State, action: Action): Step {
  const { kind } = action;
  if (kind === 'wentBack' && isLeavable(state)) return waitLeft(state);
  if (kind === 'interrupted' && isLeavable(state)) return andThen(waitLeft(state), (left) => updated(left, action));
  // Who leaves says so first: what is not done yet stays open for the next start.
  if (kind === 'quitConfirmed' || kind === 'endingAsked') return andThen(updated(state, action), waitLeft);
  if (kind === 'marksGivenUp') {
    const { overlay } = state;
    if (overlay?.kind !== 'marksLost') return [state];
    return andThen(updated(state, action), (next) => reduce(next, overlay.by));
  }
  return afterFailedRead(state, action) ?? updated(withoutFailures(state, action), action);
}

/** What the feature does that the action is of, then what the others do about it. */
function updated(state: State, action: Action): Step {
  const own = updates[action.kind]?.(state, action, state) ?? rootUpdated(state, action as RootAction);
  return reactions.reduce<Step>((step, { [action.kind]: react }) => {
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
