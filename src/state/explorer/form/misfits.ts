/** The fields of a form that do not fit their shapes, and are sent all the same. */
import { isJsonObject, type Json, isList } from '../../../api/exact-json.ts';
import { type FormContext, settledAt } from './form-tree.ts';
import { partsOf } from './shapes.ts';
import { validate } from './typed/validate.ts';
import { parameterKey } from '../../../api/calls/call.ts';
import { bodyPath, type FieldPath, valueAt } from './values.ts';

/** A field that does not fit. Name and sentence are raw. */
export interface Misfit {
  readonly field: string;
  readonly says: string;
}

/** Limit on the faults, and on the values that are checked. */
const mostFaults = 20;
const mostLooked = 500;

export function misfitsIn(context: FormContext): readonly Misfit[] {
  const { parameters } = partsOf(context.definition, context.operation);
  const faults: Misfit[] = [];
  const left: FieldPath[] = [...parameters.map((one): FieldPath => [parameterKey(one)]), bodyPath].reverse();
  for (let looked = 0; looked < mostLooked && faults.length < mostFaults; looked += 1) {
    const path = left.pop();
    if (path === undefined) break;
    const value = valueAt(context.values, path);
    if (value === undefined) continue;
    const says = validate(settledAt(context, path).shape, value);
    if (says !== null) faults.push({ field: nameOf(path), says });
    left.push(
      ...stepsIn(value)
        .map((step): FieldPath => [...path, step])
        .reverse(),
    );
  }
  return faults;
}

function stepsIn(value: Json): readonly (string | number)[] {
  if (isList(value)) return value.slice(0, mostLooked).map((_, at) => at);
  return isJsonObject(value) ? Object.keys(value).slice(0, mostLooked) : [];
}

/** `autoExpire.action`, `tags.2`; the body as a whole is `body`. */
function nameOf([root, ...below]: FieldPath): string {
  if (root !== 'body') return root.replace(/^(?:path|query|header) /, '');
  return below.length === 0 ? 'body' : below.map((step) => (typeof step === 'number' ? step + 1 : step)).join('.');
}
