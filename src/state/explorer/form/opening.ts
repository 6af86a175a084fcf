/** Opening a form, clearing it, and undoing its last change. */
import type { JsonObject } from '../../../api/exact-json.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import { onScreenAbove } from '../../root/navigation.ts';
import { said, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { orgPlaceholder } from '../../../api/openapi/path-form.ts';
import { type CallValues, parameterKey } from '../../../api/calls/call.ts';
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
import { fieldsIn } from './form-lines.ts';
import { partsOf, shapeIn } from './shapes.ts';
import { typedValue } from './typed/typed-value.ts';
import { bodyPath, nothingSet, withValueAt } from './values.ts';

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
    ...{ kind: 'operation', definition, operation, marks, known, list: atTop },
    ...{ typing: null, now: null, faults: [] },
  };
  const above: FormState = { ...onScreenAbove(state, screen), screen };
  const form = formOf(state, { id: formId(screen) });
  const parameters = new Map([...form.values.parameters, ...known]);
  const values = Object.entries(body).reduce<CallValues>(
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
  const first = missing === -1 ? fields.findIndex(({ role }) => role === 'value') : missing;
  const shown = withCursor(filled, Math.max(0, first));
  return ownPlaceSaid(shown, operation);
}

function knownIn(
  definition: Definition,
  operation: DefinedOperation,
  row: Readonly<Record<string, string>>,
): CallValues['parameters'] {
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

/** Puts back what the last change replaced; once more, makes that change again. */
export function changeUndone(state: FormState): Step {
  const { before, values } = shownForm(state);
  if (before === null) return [said(state, 'There is no change to undo.')];
  return [said(withForm(state, { values: before, before: values }), 'Undone. u makes it again.')];
}

/** Values from the row stay: nobody typed them. */
export function formCleared(state: FormState): Step {
  const { values } = shownForm(state);
  const { known: parameters } = state.screen;
  if (values.body === undefined && values.parameters.size <= parameters.size) return [said(state, 'Nothing is set.')];
  const cleared = withForm(state, { invalidJson: new Map() });
  return [said(withValues(cleared, { ...nothingSet, parameters }), 'Cleared. u undoes.')];
}
