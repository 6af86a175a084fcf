/** Where keys and texts go: to the overlay, the prompt or the screen, whichever is in front. */
import { fromFeatures } from './features.ts';
import type { Field, List, ScreenBehaviour } from './feature.ts';
import { longestTyped } from '../kernel/longest.ts';
import { type Motion, moved, placed } from '../kernel/list-cursor.ts';
import type { Step } from './step.ts';
import { listingRestored } from '../fleet/list/public.ts';
import type { Action, FieldName, Overlay, Prompt, Screen, State } from './state.ts';

type AnyScreen = Screen | Overlay | Prompt;

const behaviours = fromFeatures(
  (features) =>
    Object.assign({}, ...features.map(({ screens }) => screens)) as Readonly<
      Record<AnyScreen['kind'], ScreenBehaviour<AnyScreen>>
    >,
);

function inFront({ overlay, prompt, screen }: State): AnyScreen {
  return overlay ?? prompt ?? screen;
}

/** The field that takes printable keys; null: keys are commands. */
export function fieldOf(state: State): Field | null {
  const front = inFront(state);
  return behaviours()[front.kind].field?.(state, front) ?? null;
}

export function textField(state: State): FieldName | null {
  return fieldOf(state)?.name ?? null;
}

/** The text of the open field; the token's is not in the state. */
export function fieldText(state: State): string {
  return fieldOf(state)?.text ?? '';
}

/** How many characters the open field takes. */
export function longestIn(state: State): number {
  return fieldOf(state)?.longest ?? longestTyped;
}

/** Is the open field shown as dots? */
export function isSecretField(state: State): boolean {
  const field = fieldOf(state);
  return field !== null && (field.name === 'token' || field.isSecret === true);
}

/** Is this printable key a command in the open field, and not text? */
export function isCommandInField(state: State, key: string, before: string): boolean {
  return fieldOf(state)?.isCommand?.(key, before) === true;
}

export function edited(state: State, text: string): Step {
  return fieldOf(state)?.edited(text) ?? [state];
}

export function promptAccepted(state: State): Step {
  const { prompt } = state;
  if (prompt === null) return [state];
  return behaviours()[prompt.kind].accepted?.(state, prompt) ?? [{ ...state, prompt: null }];
}

/** Where esc leads: an overlay closes, a prompt gives the list back as it was. */
export function back(state: State): Step | Action {
  const front = inFront(state);
  const own = behaviours()[front.kind].back?.(state, front);
  if (own !== undefined) return own;
  if (state.overlay !== null) return [{ ...state, overlay: null }];
  return state.prompt === null ? [state] : listingRestored(state, state.prompt.before);
}

/** The list in which keys move; null where there is none. */
export function listOf(state: State): List | null {
  const front = state.overlay ?? state.screen;
  return behaviours()[front.kind].list?.(state, front) ?? null;
}

export function listMoved(state: State, { motion, extent }: { motion: Motion; extent?: List['extent'] }): Step {
  const list = listOf(state);
  if (list === null) return [state];
  if ('moved' in list) return list.moved(motion);
  const shown = extent ?? list.extent;
  return shown === null ? [state] : [list.withPosition(moved(list.at, motion, shown.length, shown.height))];
}

/** The list on the screen with its cursor in view; what other features keep, they place themselves. */
export function resized(state: State): State {
  const list = listOf(state);
  if (list === null || 'moved' in list || list.extent === null) return state;
  const { at, extent } = list;
  return list.withPosition(placed(at, at.row, extent.length, extent.height));
}
