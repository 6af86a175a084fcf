/** Faults in a form: found by the service in its call, or by a look at the shapes of its fields. */
import { isJsonObject, isList, type Json } from '../../../api/exact-json.ts';
import { type FieldFault } from './feature.ts';
import { bodyTypeIn, parameterKey, type ShapeFault } from '../../../api/calls/call.ts';
import { type FormContext, shapeAt } from './form-lines.ts';
import { partsOf } from './shapes.ts';
import { validate } from './typed/validate.ts';
import { bodyPath, type FieldPath, valueAt } from './values.ts';

/** Limit on faults. A service may send any number. */
const mostFaults = 100;

/** The service's faults by field (`$.autoExpire.action`, `PerPage`, `tags[0]`); others stay with the answer. */
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
  const { parameters, body } = partsOf(context.definition, context.operation, bodyTypeIn(context.values));
  const parameter = steps.length === 1 ? parameters.find(({ name }) => isSame(name, first)) : undefined;
  if (parameter !== undefined) return [parameterKey(parameter)];
  if (body === null) return null;
  // Some services begin with the name of their own variable.
  return placeBelow(context, steps) ?? placeBelow(context, steps.slice(1));
}

function placeBelow(context: FormContext, steps: readonly string[]): FieldPath | null {
  let path: FieldPath = bodyPath;
  for (const step of steps) {
    const shape = shapeAt(context, path);
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

/** Limit on the faults, and on the values that are checked. */
const mostShapeFaults = 20;
const mostLooked = 500;

/** The faults at a place and in it, in words: with the way to the value that has it. */
export function faultsWithin(faults: readonly FieldFault[], path: FieldPath): readonly string[] {
  return faults.flatMap(({ path: at, says }) => {
    if (!path.every((step, n) => at[n] === step)) return [];
    const below = at.slice(path.length);
    return [below.length === 0 ? says : `${stepsName(below)}: ${says}`];
  });
}

/** The fields that do not fit their shapes, and are sent all the same. `within`: a place; by default, all of them. */
export function shapeFaultsIn(context: FormContext, within?: FieldPath): readonly ShapeFault[] {
  const { parameters } = partsOf(context.definition, context.operation);
  const faults: ShapeFault[] = [];
  const all = [...parameters.map((one): FieldPath => [parameterKey(one)]), bodyPath];
  const left: FieldPath[] = within === undefined ? all.reverse() : [within];
  for (let looked = 0; looked < mostLooked && faults.length < mostShapeFaults; looked += 1) {
    const path = left.pop();
    if (path === undefined) break;
    const value = valueAt(context.values, path);
    if (value === undefined) continue;
    const says = validate(shapeAt(context, path), value);
    if (says !== null) faults.push({ field: nameOf(path), says });
    for (const step of stepsBelow(value).toReversed()) left.push([...path, step]);
  }
  return faults;
}

function stepsBelow(value: Json): readonly (string | number)[] {
  if (isList(value)) return value.slice(0, mostLooked).map((_, at) => at);
  return isJsonObject(value) ? Object.keys(value).slice(0, mostLooked) : [];
}

/** `autoExpire.action`, `tags.2`; the body as a whole is `body`. */
function nameOf([root, ...below]: FieldPath): string {
  if (root !== 'body') return root.replace(/^(?:path|query|header) /, '');
  return below.length === 0 ? 'body' : stepsName(below);
}

function stepsName(steps: readonly (string | number)[]): string {
  return steps.map((step) => (typeof step === 'number' ? step + 1 : step)).join('.');
}
