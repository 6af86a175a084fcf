/** The header by which a service knows a request that comes again: rollcall makes its value, a new one for each request. */
import { andThen, type Step } from '../../kernel/step.ts';
import type { State } from '../../state.ts';
import { parameterKey } from '../call/call.ts';
import type { DefinedOperation, Definition } from '../definition/definition.ts';
import { formOf, type FormScreen, withForm } from './forms.ts';
import { partsOf } from './shapes.ts';
import { valueAt, withValueAt } from './values.ts';

/** The key of the parameter, where the operation changes something and declares it; else null. */
export function idempotencyParameter(definition: Definition, operation: DefinedOperation): string | null {
  if (operation.method === 'GET' || operation.method === 'HEAD') return null;
  const { parameters } = partsOf(definition, operation);
  const found = parameters.find(
    (parameter) =>
      parameter.in === 'header' && parameter.unusable === null && /^idempotency-key$/i.test(parameter.name),
  );
  return found === undefined ? null : parameterKey(found);
}

/** Asks for a value where none is set. */
export function idempotencyWanted(state: State, screen: FormScreen): Step {
  const parameter = idempotencyParameter(screen.definition, screen.operation);
  if (parameter === null || valueAt(formOf(state, screen.operation).values, [parameter]) !== undefined) return [state];
  return [state, { kind: 'makeIdempotencyKey', id: screen.operation.id, parameter }];
}

/** After a step that opened or cleared the form. */
export function withIdempotency(step: Step, screenOf: (state: State) => FormScreen | null): Step {
  return andThen(step, (state) => {
    const screen = screenOf(state);
    return screen === null ? [state] : idempotencyWanted(state, screen);
  });
}

/** A value that was typed meanwhile stays. To take it back is no change of the form: `u` passes over it. */
export function idempotencyMade(state: State, screen: FormScreen, parameter: string, made: string): State {
  const form = formOf(state, screen.operation);
  if (valueAt(form.values, [parameter]) !== undefined) return state;
  const values = withValueAt(form.values, [parameter], made);
  return withForm(state, screen, { ...form, values, idempotency: { parameter, made, sentWith: null } });
}
