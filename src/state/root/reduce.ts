/** Computes the next state and the effects of one action, by the registry of features. */
import './features.ts';
import { fromFeatures } from './registry.ts';
import { type Of, andThen, type Step, withoutSaid } from './feature.ts';
import { back, editText, moveList, acceptPrompt, resize } from './navigation.ts';
import type { Action, RootAction, State, Timer } from './state.ts';

type Handler = (state: State, action: Action, before: State) => Step;
type Handlers = Readonly<Record<Action['kind'], Handler>>;

const root: { readonly [K in RootAction['kind']]: (state: State, action: Of<RootAction, K>) => Step } = {
  resized: (state, { columns, rows }) => [resize({ ...state, columns, rows })],
  moved: moveList,
  wentBack(state) {
    const left = back(state);
    return 'kind' in left ? reduce(state, left) : left;
  },
  textEdited: (state, { text }) => editText(withoutSaid(state), text),
  promptAccepted: acceptPrompt,
  timerEnded: (state, { timer }) => timers()[timer](state),
  paletteChosen: (state, { action }) => reduce({ ...state, overlay: null }, action),
  keyPressed: (state, { action }) => reduce(withoutSaid(state), action),
};

// Casts: the type of the registry has each handler under its own kind, which a lookup by any kind cannot express.
const updates = fromFeatures((all) => Object.assign({}, root, ...all.map(({ update }) => update)) as Handlers);
const reactions = fromFeatures((all) => all.map(({ reacts }) => Object.assign({}, ...[reacts]) as Partial<Handlers>));
const timers = fromFeatures(
  (all) =>
    Object.assign({}, ...all.map((feature) => feature.timers)) as Readonly<Record<Timer, (state: State) => Step>>,
);
const interceptors = fromFeatures((all) => all.flatMap(({ intercept }) => intercept ?? []));
const effectFilters = fromFeatures((all) => all.flatMap(({ filterEffects }) => filterEffects ?? []));
const afterAny = fromFeatures((all) => all.flatMap(({ after }) => after ?? []));

/** Drops answers of an earlier session. During a pause, new reads are queued. */
export function reduce(state: State, action: Action): Step {
  if (action.session !== undefined && action.session !== state.session.number) return [state];
  const own = interceptors().reduce<Step | null>((taken, take) => taken ?? take(state, action, applyAction), null);
  const step = afterAny().reduce<Step>(
    (before, after) => andThen(before, (next) => after(next, state)),
    own ?? applyAction(state, action),
  );
  return effectFilters().reduce<Step>((next, hold) => hold(next), step);
}

function applyAction(state: State, action: Action): Step {
  const own = updates()[action.kind](state, action, state);
  return reactions().reduce<Step>((step, { [action.kind]: react }) => {
    return react === undefined ? step : andThen(step, (next) => react(next, action, state));
  }, own);
}
