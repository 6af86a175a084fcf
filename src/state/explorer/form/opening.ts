/** Opening a form, and undoing its changes. */
import type { JsonObject } from '../../../api/exact-json.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import { onScreenAbove } from '../../root/navigation.ts';
import { said, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { orgPlaceholder } from '../../../api/openapi/path-form.ts';
import { parameterKey } from '../../../api/calls/call.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import {
  entriesShown,
  formId,
  formOf,
  type FormScreen,
  type FormState,
  shownForm,
  valueOf,
  withCursor,
  withForm,
  withValues,
} from './forms.ts';
import { ownPlaceSaid } from '../definition/reading.ts';
import { idempotencyParameter } from './idempotency.ts';
import type { ForMarks } from './for-marks.ts';
import { fieldsIn } from './form-tree.ts';
import { partsOf, shapeIn } from './shapes.ts';
import { typedValue } from './typed/typed-value.ts';
import { bodyPath, type FormValues, nothingSet, withValueAt } from './values.ts';

/** The form with its earlier values, the values from its row, and the given fields of its body. */
export function formOpened(
  state: State,
  operation: DefinedOperation,
  row: Readonly<Record<string, string>>,
  body: JsonObject = {},
  marks: ForMarks | null = null,
): State {
  const { definition } = state.definition;
  if (definition === null) return state;
  const known = knownIn(definition, operation, row);
  const screen: FormScreen = {
    ...{ kind: 'operation', definition, operation, marks, known, path: null, above: [], list: atTop },
    ...{ typing: null, now: null, faults: [] },
  };
  const above: FormState = { ...onScreenAbove(state, screen), screen };
  const form = formOf(state, { id: formId(screen) });
  const parameters = new Map([...form.values.parameters, ...known]);
  const values = Object.entries(body).reduce<FormValues>(
    (some, [name, value]) => withValueAt(some, [...bodyPath, name], value),
    { ...form.values, parameters },
  );
  const isFilled = known.size > 0 || Object.keys(body).length > 0;
  const filled = isFilled ? withForm(above, { values }) : above;
  const fields = fieldsIn(entriesShown(filled));
  const made = idempotencyParameter(definition, operation);
  const missing = fields.findIndex(
    ({ path, isRequired }) => isRequired && path[0] !== made && valueOf(filled, path) === undefined,
  );
  const first = missing === -1 ? fields.findIndex(({ role }) => role === 'value' || role === 'shape') : missing;
  const shown = withCursor(filled, Math.max(0, first));
  return ownPlaceSaid(shown, operation);
}

function knownIn(
  definition: Definition,
  operation: DefinedOperation,
  row: Readonly<Record<string, string>>,
): FormValues['parameters'] {
  const organisation = orgPlaceholder(operation.path);
  const { parameters } = partsOf(definition, operation);
  return new Map(
    parameters.flatMap((parameter) => {
      const { name, schema } = parameter;
      const text = Object.hasOwn(row, name) ? row[name] : undefined;
      if (parameter.in !== 'path' || name === organisation || text === undefined) return [];
      return [[parameterKey(parameter), typedValue(shapeIn(definition, schema, name), text)] as const];
    }),
  );
}

export function changeUndone(state: FormState): Step {
  const { past, values, future } = shownForm(state);
  const last = past.at(-1);
  if (last === undefined) return [said(state, 'There is no change to undo.')];
  const undone = { values: last, past: past.slice(0, -1), future: [...future, values] };
  return [said(withForm(state, undone), 'Undone. ctrl-r redoes.')];
}

export function changeRedone(state: FormState): Step {
  const { past, values, future } = shownForm(state);
  const next = future.at(-1);
  if (next === undefined) return [said(state, 'There is no change to redo.')];
  const redone = { values: next, past: [...past, values], future: future.slice(0, -1) };
  return [said(withForm(state, redone), 'Redone. u undoes.')];
}

/** Values from the row stay: nobody typed them. */
export function formCleared(state: FormState): Step {
  const { values } = shownForm(state);
  const { known: parameters } = state.screen;
  if (values.body === undefined && values.parameters.size <= parameters.size) return [said(state, 'Nothing is set.')];
  return [said(withValues(state, { ...nothingSet, parameters }), 'Cleared. u undoes.')];
}
