/** Text that was typed and left with esc: its field has it again the next time. */
import { fieldOf } from './navigation.ts';
import { andThen, type Step } from './step.ts';
import { holdsToken } from '../kernel/typed.ts';
import type { Action, State } from './state.ts';

/** Searches in a list of keys are no text of their own, and a phrase must be typed each time. */
function openField(state: State): State['drafts']['open'] {
  const field = fieldOf(state);
  return field?.isKept === true ? { name: field.name, text: field.text } : null;
}

/** After any action: a field that was left keeps its text, and one that was opened has what was typed in it before. */
export function draftsKept([state, ...effects]: Step, before: State, action: Action): Step {
  const field = openField(state);
  const { open, texts } = state.drafts;
  if (field?.name === open?.name) return [state, ...effects];
  const closed = open === null ? texts : afterClosing(texts, open, openField(before)?.text ?? '', action);
  const next: State = { ...state, drafts: { texts: closed, open: field } };
  const draft = field === null ? undefined : closed.get(field.name);
  if (draft === undefined || draft === field?.text) return [next, ...effects];
  return andThen([next, ...effects], (opened) => fieldOf(opened)?.edited(draft) ?? [opened]);
}

function afterClosing(
  texts: State['drafts']['texts'],
  { name, text: first }: NonNullable<State['drafts']['open']>,
  typed: string,
  action: Action,
): State['drafts']['texts'] {
  const { kind } = action.kind === 'keyPressed' ? action.action : action;
  const isLeft = kind === 'wentBack' && typed.trim() !== '' && typed !== first && !holdsToken(typed);
  if (isLeft) return new Map(texts).set(name, typed);
  if (!texts.has(name)) return texts;
  const rest = new Map(texts);
  rest.delete(name);
  return rest;
}
