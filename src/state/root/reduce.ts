/** Answers one action with the next state and the effects to carry out, by the registry of features. */
import './features.ts';
import { draftsKept } from './drafts.ts';
import { fromFeatures } from './registry.ts';
import { pausesOnBack } from '../removal/deletion/public.ts';
import type { Of } from './feature.ts';
import { andThen, type Step, withoutSaid } from './step.ts';
import { back, edited, listMoved, promptAccepted, resized } from './navigation.ts';
import { uncovered } from '../session/backoff/public.ts';
import {
  afterFailedRead,
  withReadsQueued,
  isLeavable,
  backoffGivenUp,
  withoutFailures,
} from '../session/backoff/reads.ts';
import type { Action, RootAction, State, Timer } from './state.ts';

type Handler = (state: State, action: Action, before: State) => Step;
type Handlers = Readonly<Record<Action['kind'], Handler>>;

const root: { readonly [K in RootAction['kind']]: (state: State, action: Of<RootAction, K>) => Step } = {
  resized: (state, { columns, rows }) => [resized({ ...state, columns, rows })],
  moved: listMoved,
  wentBack(state) {
    const left = back(state);
    return 'kind' in left ? reduce(state, left) : left;
  },
  textEdited: (state, { text }) => edited(withoutSaid(state), text),
  promptAccepted,
  timerEnded: (state, { timer }) => timers()[timer](state),
  paletteChosen: (state, { action }) => reduce({ ...state, overlay: null }, action),
  keyPressed: (state, { action }) => reduce(withoutSaid(state), action),
};

// Casts: the type of the registry has each handler under its own kind, which a look-up by any kind cannot say.
const updates = fromFeatures((all) => Object.assign({}, root, ...all.map(({ update }) => update)) as Handlers);
const reactions = fromFeatures((all) => all.map(({ reacts }) => (reacts ?? {}) as Partial<Handlers>));
const timers = fromFeatures(
  (all) =>
    Object.assign({}, ...all.map((feature) => feature.timers)) as Readonly<Record<Timer, (state: State) => Step>>,
);
const afterwards = fromFeatures((all) => all.flatMap(({ after }) => (after === undefined ? [] : [after])));

/** An answer of an earlier session is dropped. While reads wait, those that are asked for wait with them. */
export function reduce(state: State, action: Action): Step {
  if (action.session !== undefined && action.session !== state.session.number) return [state];
  const step = afterwards().reduce<Step>(
    (before, after) => andThen(before, (next) => after(next, state)),
    answered(state, action),
  );
  const [next, ...effects] = draftsKept(step, state, action);
  return withReadsQueued([uncovered(next), ...effects]);
}

/** What is more than a look-up: actions that give up a pause, one that brings another about, and reads that failed. */
function answered(state: State, action: Action): Step {
  const { kind } = action;
  if (kind === 'wentBack' && isLeavable(state) && !pausesOnBack(state)) return waitLeft(state);
  if ((kind === 'interrupted' || kind === 'deletionStopped') && isLeavable(state))
    return andThen(waitLeft(state), (left) => updated(left, action));
  // Who leaves says so first: what is not done yet stays open for the next start.
  if (kind === 'quitConfirmed' || kind === 'endingAsked') return andThen(updated(state, action), waitLeft);
  return afterFailedRead(state, action) ?? updated(withoutFailures(state, action), action);
}

/** What the feature does that the action is of, then what the others do about it. */
function updated(state: State, action: Action): Step {
  const own = updates()[action.kind](state, action, state);
  return reactions().reduce<Step>((step, { [action.kind]: react }) => {
    return react === undefined ? step : andThen(step, (next) => react(next, action, state));
  }, own);
}

/** The queued reads are not sent: every screen hears why it has no answer. */
function waitLeft(state: State): Step {
  const [step, told] = backoffGivenUp(state);
  return told.reduce<Step>((before, action) => andThen(before, (next) => updated(next, action)), step);
}
