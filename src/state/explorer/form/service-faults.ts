/** Faults that a service found in a call, at the fields that it names: `$.autoExpire.action`, `PerPage`, `tags[0]`. */
import { type FieldFault } from './feature.ts';
import { parameterKey } from '../../../api/calls/call.ts';
import { type FormContext, settledAt } from './form-tree.ts';
import { partsOf } from './shapes.ts';
import { bodyPath, type FieldPath } from './values.ts';

/** Limit on faults. A service may send any number. */
const mostFaults = 100;

/** Faults by field; a fault without a field stays with the answer. */
export function serviceFaults(
  context: FormContext,
  errors: Readonly<Record<string, readonly string[]>>,
): readonly FieldFault[] {
  return Object.entries(errors)
    .slice(0, mostFaults)
    .flatMap(([name, says]) => {
      const path = placeOf(context, stepsOf(name));
      return path === null ? [] : [{ path, says: says.slice(0, 3).join(' ') }];
    });
}

function stepsOf(name: string): readonly string[] {
  return name
    .slice(0, 500)
    .replace(/^\$\.?/, '')
    .split(/[.[\]]+/)
    .filter((step) => step !== '');
}

/** The deepest known place: an unknown field belongs to the field around it. */
function placeOf(context: FormContext, steps: readonly string[]): FieldPath | null {
  const [first] = steps;
  if (first === undefined) return null;
  const { parameters, body } = partsOf(context.definition, context.operation);
  const parameter = steps.length === 1 ? parameters.find(({ name }) => isSame(name, first)) : undefined;
  if (parameter !== undefined) return [parameterKey(parameter)];
  if (body === null) return null;
  // Some services begin with the name of their own variable.
  return placeBelow(context, steps) ?? placeBelow(context, steps.slice(1));
}

function placeBelow(context: FormContext, steps: readonly string[]): FieldPath | null {
  let path: FieldPath = bodyPath;
  for (const step of steps) {
    const { shape } = settledAt(context, path);
    const field = shape.kind === 'object' ? shape.fields.find(({ name }) => isSame(name, step)) : undefined;
    if (field !== undefined) path = [...path, field.name];
    else if (shape.kind === 'list' && /^\d{1,6}$/.test(step)) path = [...path, Number(step)];
    else break;
  }
  return path.length === 1 ? null : path;
}

function isSame(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}
