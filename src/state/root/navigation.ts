/** Routes keys and texts to the overlay, the prompt or the screen, whichever is in front. */
import { fromFeatures } from './registry.ts';
import { type Field, type List, type Question, type ScreenBehaviour, onScreen, type Step } from './feature.ts';
import { maxTypedLength } from '../kernel/form.ts';
import { type Motion, movePosition, placeCursor } from '../kernel/list-view.ts';
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

/** True for actions that change nothing; a letter after one of them stays text. */
export function isHarmless({ kind }: Action): boolean {
  return harmless().has(kind);
}

function inFront({ overlay, prompt, screen }: State): AnyScreen {
  return overlay ?? prompt ?? screen;
}

/** The field that receives printable keys; null when keys are commands. */
export function fieldOf(state: State): Field | null {
  const front = inFront(state);
  return behaviours()[front.kind].field?.(state, front) ?? null;
}

export function textField(state: State): TextFieldName | null {
  return fieldOf(state)?.name ?? null;
}

/** Text of the open field; the token's text is not in the state. */
export function fieldText(state: State): string {
  return fieldOf(state)?.text ?? '';
}

export function maxLengthIn(state: State): number {
  return fieldOf(state)?.maxLength ?? maxTypedLength;
}

export function isSecretField(state: State): boolean {
  const field = fieldOf(state);
  return field !== null && (field.isToken === true || field.isSecret === true);
}

function questionOf(state: State, one: AnyScreen): Question | null {
  const asked = behaviours()[one.kind].asks?.(state, one) ?? null;
  const field = asked === null && one === inFront(state) ? fieldOf(state) : null;
  return field?.confirms === 'phrase' ? { kind: 'phrase', typed: field.text } : asked;
}

/** The question that keys would answer, because nothing covers it. */
export function questionInFront(state: State): Question | null {
  return questionOf(state, inFront(state));
}

/** The question in front, and that of the screen even when it is covered. */
export function questionsAsked(state: State): readonly Question[] {
  const front = inFront(state);
  const screens = front === state.screen ? [front] : [front, state.screen];
  return screens.flatMap((one) => questionOf(state, one) ?? []);
}

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

/** Esc: closes what lies over the screen, unless that defines its own behaviour. */
export function back(state: State): Step | Action {
  const front = inFront(state);
  const own = behaviours()[front.kind].back?.(state, front);
  if (own !== undefined) return own;
  if (state.overlay !== null) return [{ ...state, overlay: null }];
  return [state.prompt === null ? state : { ...state, prompt: null }];
}

/** Does esc do something on the screen other than end a pause of the requests? */
export function staysInPause(state: State): boolean {
  return behaviours()[state.screen.kind].staysInPause?.(state) === true;
}

/** The list in which keys move; null when there is none. */
export function listOf(state: State): List | null {
  const front = state.overlay ?? state.screen;
  return behaviours()[front.kind].list?.(state, front) ?? null;
}

export function moveList(state: State, { motion, extent }: { motion: Motion; extent?: List['extent'] }): Step {
  const list = listOf(state);
  if (list === null) return [state];
  if ('moved' in list) return list.moved(motion);
  const shown = extent ?? list.extent;
  return shown === null ? [state] : [list.withPosition(movePosition(list.at, motion, shown.length, shown.height))];
}

/** Keeps the cursor in view. Features place the cursors of lists that are not on the screen. */
export function resize(state: State): State {
  const list = listOf(state);
  if (list === null || 'moved' in list || list.extent === null) return state;
  const { at, extent } = list;
  return list.withPosition(placeCursor(at, at.row, extent.length, extent.height));
}

function isOverlay({ kind }: Screen): boolean {
  return behaviours()[kind].isOverlay === true;
}

/** All open screens: the visible one, and those beneath it. */
export function openScreens({ screen, trail }: State): readonly Screen[] {
  return isOverlay(screen) ? [...trail, screen] : [screen];
}

/** Maximum number of stacked screens, so that endless navigation cannot fill the memory. */
const maxSteps = 8;

export function onScreenAbove(state: State, screen: Screen): State {
  const before = openScreens(state);
  const trail = [...before.slice(0, 1), ...before.slice(1).slice(-maxSteps)];
  return { ...onScreen(state, screen), trail };
}

export function onScreenBeneath(state: State): State {
  const beneath = state.trail.at(-1);
  return beneath === undefined ? state : { ...onScreen(state, beneath), trail: state.trail.slice(0, -1) };
}
