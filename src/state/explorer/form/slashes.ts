/** The question how the slashes of a value in the path are sent: encoded, as one step of it, or as they are. */
import type { Json } from '../../../api/exact-json.ts';
import { buildCall } from '../../../api/calls/build-call.ts';
import type { CallFault } from '../../../api/calls/call.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import type { State } from '../../root/state.ts';
import type { Step } from '../../root/step.ts';
import { type FormState, planOf, shownForm, withCursorAt, withoutTyping, withValues } from './forms.ts';
import { type FieldPath, withValueAt } from './values.ts';

/** The answers, the safer one first: whether the slashes are sent as they are. */
export const slashAnswers = [false, true] as const;

/** Asks about a value of the path before it is set; null where there is nothing to ask. */
export function slashesAsked(state: FormState, path: FieldPath, value: Json): State | null {
  if (path.length > 1 || state.screen.marks !== null) return null;
  const plan = planOf(state);
  const parameters = new Map(plan.values.parameters).set(path[0], value);
  const built = buildCall({ ...plan, values: { parameters, body: plan.values.body } });
  const fault = built.ok ? undefined : built.faults.find(({ key }) => key === path[0]);
  return fault === undefined ? null : faultAsked(state, fault, value);
}

/** Asks where that is all that a value lacks; null where it is not. */
export function faultAsked(state: FormState, { key, slashed }: CallFault, value: Json | undefined): State | null {
  if (slashed === undefined || value === undefined || state.screen.marks !== null) return null;
  const overlay = { kind: 'operationSlashes', path: [key], value, text: slashed, list: atTop } as const;
  return { ...state, overlay, notice: null };
}

export function slashesChosen(state: FormState): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'operationSlashes') return [state];
  const { path, value, text, list } = overlay;
  const closed: FormState = { ...state, overlay: null };
  const open = state.screen.typing === null ? closed : withoutTyping(closed);
  const { values } = shownForm(open);
  const areKept = slashAnswers[list.row] ?? false;
  const slashes = new Map(values.slashes).set(path[0], { text, areKept });
  return [withCursorAt(withValues(open, { ...withValueAt(values, path, value), slashes }), path)];
}
