/** Cache of the shapes of forms: reading a shape means a walk through the definition. */
import type { Json } from '../../../api/exact-json.ts';
import { memoize } from '../../kernel/memoize.ts';
import type {
  DefinedOperation,
  DefinedResponse,
  Definition,
  Parameter,
  RequestBody,
  Shape,
} from '../../../api/openapi/definition.ts';
import { bodyOf, responsesOf } from '../../../api/openapi/bodies.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import { shapeOf } from '../../../api/openapi/shape.ts';

/** Shapes by their schema, and by the name and the use of their field. */
interface KnownShapes {
  bySchema: WeakMap<object, Map<string, Shape>>;
  size: number;
}

/** Limit on cached shapes, enough for a few forms. Beyond it all are dropped at once. */
const mostKnown = 2000;

const shapesIn = memoize<Definition, KnownShapes>(() => ({ bySchema: new WeakMap(), size: 0 }));

/** `name`: the field's, which may mark its value as a secret. `isAnswer`: with the fields that are never sent. */
export function shapeIn(definition: Definition, schema: Json, name: string, isAnswer = false): Shape {
  if (typeof schema !== 'object' || schema === null) return shapeOf(definition, schema, { name, isAnswer });
  const key = `${isAnswer ? 'answer' : 'field'} ${name}`;
  const shapes = shapesIn(definition);
  const known = shapes.bySchema.get(schema)?.get(key);
  if (known !== undefined) return known;
  if (shapes.size === mostKnown) Object.assign(shapes, { bySchema: new WeakMap(), size: 0 });
  const shape = shapeOf(definition, schema, { name, isAnswer });
  const byName = shapes.bySchema.get(schema) ?? new Map<string, Shape>();
  shapes.bySchema.set(schema, byName.set(key, shape));
  shapes.size++;
  return shape;
}

/** The parameters, body and answers of an operation. */
export interface OperationParts {
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | null;
  readonly responses: readonly DefinedResponse[];
}

const partsIn = memoize<Definition, WeakMap<DefinedOperation, Map<string, OperationParts>>>(() => new WeakMap());

/** `bodyType`: the chosen media type of the body; null: the best one. */
export function partsOf(
  definition: Definition,
  operation: DefinedOperation,
  bodyType: string | null = null,
): OperationParts {
  const all = partsIn(definition);
  const byType = all.get(operation) ?? new Map<string, OperationParts>();
  all.set(operation, byType);
  const parts = byType.get(bodyType ?? '') ?? {
    parameters: parametersOf(definition, operation),
    body: bodyOf(definition, operation, bodyType),
    responses: responsesOf(definition, operation),
  };
  byType.set(bodyType ?? '', parts);
  return parts;
}
