/** Where keys and texts go: to the overlay, the prompt or the screen, whichever is in front. */
import { fromFeatures } from './registry.ts';
import type { Field, List, Question, ScreenBehaviour } from './feature.ts';
import { maxTypedLength } from '../kernel/form.ts';
import { type Motion, moved, placed } from '../kernel/list-view.ts';
import { onScreen, type Step } from './step.ts';
import type { Action, TextFieldName, Overlay, Prompt, Screen, State } from './state.ts';

type AnyScreen = Screen | Overlay | Prompt;

const behaviours = fromFeatures(
  (features) =>
    Object.assign({}, ...features.map(({ screens }) => screens)) as Readonly<
      Record<AnyScreen['kind'], ScreenBehaviour<AnyScreen>>
    >,
);

const harmless = fromFeatures(
  (features): ReadonlySet<string> => new Set(['moved', ...features.flatMap((feature) => feature.harmless ?? [])]),
);

/** Does it change nothing, and make no letter after it a command? */
export function isHarmless({ kind }: Action): boolean {
  return harmless().has(kind);
}

function inFront({ overlay, prompt, screen }: State): AnyScreen {
  return overlay ?? prompt ?? screen;
}

/** The field that takes printable keys; null: keys are commands. */
export function fieldOf(state: State): Field | null {
  const front = inFront(state);
  return behaviours()[front.kind].field?.(state, front) ?? null;
}

export function textField(state: State): TextFieldName | null {
  return fieldOf(state)?.name ?? null;
}

/** The text of the open field; the token's is not in the state. */
export function fieldText(state: State): string {
  return fieldOf(state)?.text ?? '';
}

/** How many characters the open field takes. */
export function maxLengthIn(state: State): number {
  return fieldOf(state)?.maxLength ?? maxTypedLength;
}

/** Is the open field shown as dots? */
export function isSecretField(state: State): boolean {
  const field = fieldOf(state);
  return field !== null && (field.isToken === true || field.isSecret === true);
}

function questionOf(state: State, one: AnyScreen): Question | null {
  const asked = behaviours()[one.kind].asks?.(state, one) ?? null;
  const field = asked === null && one === inFront(state) ? fieldOf(state) : null;
  return field?.confirms === 'phrase' ? { kind: 'phrase', typed: field.text } : asked;
}

/** The question that keys would answer: nothing lies over it. */
export function questionInFront(state: State): Question | null {
  return questionOf(state, inFront(state));
}

/** The questions that are asked: that in front, and that of the screen, whatever lies over it. */
export function questionsAsked(state: State): readonly Question[] {
  const front = inFront(state);
  const screens = front === state.screen ? [front] : [front, state.screen];
  return screens.flatMap((one) => questionOf(state, one) ?? []);
}

/** Is this printable key a command in the open field, and not text? */
export function isCommandInField(state: State, key: string, before: string): boolean {
  return fieldOf(state)?.isCommand?.(key, before) === true;
}

export function editText(state: State, text: string): Step {
  return fieldOf(state)?.edited(text) ?? [state];
}

export function acceptPrompt(state: State): Step {
  const { prompt } = state;
  if (prompt === null) return [state];
  return behaviours()[prompt.kind].accepted?.(state, prompt) ?? [{ ...state, prompt: null }];
}

/** Where esc leads: what lies over the screen closes, unless it says otherwise. */
export function back(state: State): Step | Action {
  const front = inFront(state);
  const own = behaviours()[front.kind].back?.(state, front);
  if (own !== undefined) return own;
  if (state.overlay !== null) return [{ ...state, overlay: null }];
  return [state.prompt === null ? state : { ...state, prompt: null }];
}

/** Does esc do something on the screen that does not give up a pause of the requests? */
export function staysInPause(state: State): boolean {
  return behaviours()[state.screen.kind].staysInPause?.(state) === true;
}

/** The list in which keys move; null where there is none. */
export function listOf(state: State): List | null {
  const front = state.overlay ?? state.screen;
  return behaviours()[front.kind].list?.(state, front) ?? null;
}

export function moveList(state: State, { motion, extent }: { motion: Motion; extent?: List['extent'] }): Step {
  const list = listOf(state);
  if (list === null) return [state];
  if ('moved' in list) return list.moved(motion);
  const shown = extent ?? list.extent;
  return shown === null ? [state] : [list.withPosition(moved(list.at, motion, shown.length, shown.height))];
}

/** The list on the screen with its cursor in view; what other features keep, they place themselves. */
export function resize(state: State): State {
  const list = listOf(state);
  if (list === null || 'moved' in list || list.extent === null) return state;
  const { at, extent } = list;
  return list.withPosition(placed(at, at.row, extent.length, extent.height));
}

function isOverlay({ kind }: Screen): boolean {
  return behaviours()[kind].isOverlay === true;
}

/** The screens that are there: the one that is shown, and those beneath it. */
export function openScreens({ screen, trail }: State): readonly Screen[] {
  return isOverlay(screen) ? [...trail, screen] : [screen];
}

/** Most screens above the first that lead back. The limit keeps endless navigation from filling memory. */
const maxSteps = 8;

/** The state on a screen over the one that is shown. */
export function onScreenAbove(state: State, screen: Screen): State {
  const before = openScreens(state);
  const trail = [...before.slice(0, 1), ...before.slice(1).slice(-maxSteps)];
  return { ...onScreen(state, screen), trail };
}

/** The state on the screen beneath, as it was left. */
export function onScreenBeneath(state: State): State {
  const beneath = state.trail.at(-1);
  return beneath === undefined ? state : { ...onScreen(state, beneath), trail: state.trail.slice(0, -1) };
}
