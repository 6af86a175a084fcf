/** The way from the description of a new key to the form with all fields of its schema. */
import { said, type Step, refused } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import { definitionNeeded } from '../definition/reading.ts';
import { withKeys } from './switching.ts';

const alone = 'enter creates the key by its description alone.';

export function newKeyFieldsWanted(state: State): Step {
  if (descriptionTyped(state) === null) return [state];
  if (state.definition.definition !== null) return formOpened(state, state.definition.definition);
  return definitionNeeded(withKeys(said(state, 'Reading what a key can have…'), { isFormWanted: true }));
}

/** After any action: opens the form when the definition arrives, if the person still waits for it. */
export function newKeyFormFollowed(state: State, before: State): Step {
  if (!state.serviceKeys.isFormWanted || state.definition === before.definition) return [state];
  const { definition, failure, reading } = state.definition;
  const over = withKeys(state, { isFormWanted: false });
  if (descriptionTyped(state) === null) return [over];
  if (definition !== null) return formOpened(over, definition);
  if (failure === null || reading !== null) return [state];
  return [refused(over, `The definition cannot be read: ${alone}`)];
}

function formOpened(state: State, definition: Definition): Step {
  const operation = creationIn(definition);
  const description = descriptionTyped(state)?.trim() ?? '';
  if (operation === null) return [refused(state, `The definition names no other fields: ${alone}`)];
  return [
    { ...state, notice: null },
    { kind: 'openKeyForm', operation, description },
  ];
}

/** Null unless there is exactly one such operation. */
function creationIn({ operations }: Definition): DefinedOperation | null {
  const found = operations.filter(
    ({ method, path }) => method === 'POST' && /^\/org\/\{[^{}]*\}\/enrolment-keys$/.test(path),
  );
  const [operation] = found;
  return operation === undefined || found.length > 1 || operation.unusable !== null ? null : operation;
}

/** Null when no description is being typed. */
function descriptionTyped({ screen }: State): string | null {
  return screen.kind === 'newKey' && screen.creation.kind === 'describing' ? screen.creation.typed : null;
}
