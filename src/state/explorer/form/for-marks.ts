/** The place of the marked systems in an operation: its path, or a list in its body. */
import { isReadMethod } from '../../../api/methods.ts';
import { parameterKey } from '../../../api/calls/call.ts';
import { bodyOf } from '../../../api/openapi/bodies.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import { pathForm } from '../../../api/openapi/path-form.ts';
import { memoize } from '../../kernel/memoize.ts';
import { shapeIn } from './shapes.ts';
import type { FieldPath } from './values.ts';

/** Place for the marked systems in an operation. */
export type ForMarks =
  | { readonly kind: 'path'; readonly parameter: string }
  /** `most`: the longest list that the definition allows; null where it does not say. */
  | { readonly kind: 'list'; readonly field: string; readonly most: number | null };

const systemsPath = '/org/{}/systems/{}';
const listNames = /^(?:systems?_?ids?|systems)$/i;

/** Null where the operation has no place for several systems, or only reads. */
export function forMarks(definition: Definition, operation: DefinedOperation): ForMarks | null {
  return marksIn(definition)(operation).value;
}

const marksIn = memoize((definition: Definition) =>
  memoize((operation: DefinedOperation) => ({ value: placeOf(definition, operation) })),
);

function placeOf(definition: Definition, operation: DefinedOperation): ForMarks | null {
  const { method, path } = operation;
  if (isReadMethod(method)) return null;
  const form = pathForm(path);
  if (form === systemsPath || form.startsWith(`${systemsPath}/`)) {
    const [, name = ''] = /^\{([^{}]+)\}$/.exec(path.split('/')[4] ?? '') ?? [];
    return name === '' ? null : { kind: 'path', parameter: parameterKey({ name, in: 'path' }) };
  }
  if (!form.startsWith('/org/{}/')) return null;
  const body = bodyOf(definition, operation);
  const shape = body === null || body.unusable !== null ? null : shapeIn(definition, body.schema, '');
  if (shape?.kind !== 'object') return null;
  for (const { name, schema } of shape.fields) {
    const list = shapeIn(definition, schema, name);
    if (listNames.test(name) && list.kind === 'list') return { kind: 'list', field: name, most: list.maxItems };
  }
  return null;
}

/** Is this the place of the marked systems, which no key sets? */
export function isMarksPlace(place: ForMarks | null, path: FieldPath): boolean {
  if (place === null) return false;
  if (place.kind === 'path') return path.length === 1 && path[0] === place.parameter;
  return path.length === 2 && path[0] === 'body' && path[1] === place.field;
}
