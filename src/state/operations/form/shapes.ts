/** The shapes of a form, each read once: a shape costs a walk through the definition. */
import type { Json } from '../../../api/exact-json.ts';
import { memoize } from '../../kernel/memoize.ts';
import type {
  DefinedOperation,
  DefinedResponse,
  Definition,
  Parameter,
  RequestBody,
  Shape,
} from '../definition/definition.ts';
import { bodyOf, responsesOf } from '../definition/bodies.ts';
import { parametersOf } from '../definition/parameters.ts';
import { shapeOf } from '../shape/shape.ts';

const shapesIn = memoize<Definition, WeakMap<object, Map<string, Shape>>>(() => new WeakMap());
const answersIn = memoize<Definition, WeakMap<object, Map<string, Shape>>>(() => new WeakMap());

/** `name`: of the field, which may say that its value is a secret. */
export function shapeIn(definition: Definition, schema: Json, name: string): Shape {
  return known(shapesIn(definition), definition, schema, { name });
}

/** Of an answer, which has fields that nobody sends. */
export function answerShapeIn(definition: Definition, schema: Json, name: string): Shape {
  return known(answersIn(definition), definition, schema, { name, isAnswer: true });
}

function known(
  shapes: WeakMap<object, Map<string, Shape>>,
  definition: Definition,
  schema: Json,
  about: { readonly name: string; readonly isAnswer?: boolean },
): Shape {
  if (typeof schema !== 'object' || schema === null) return shapeOf(definition, schema, about);
  const byName = shapes.get(schema) ?? new Map<string, Shape>();
  shapes.set(schema, byName);
  const shape = byName.get(about.name) ?? shapeOf(definition, schema, about);
  byName.set(about.name, shape);
  return shape;
}

/** What an operation takes and answers. */
export interface OperationParts {
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | null;
  readonly responses: readonly DefinedResponse[];
}

const partsIn = memoize<Definition, WeakMap<DefinedOperation, OperationParts>>(() => new WeakMap());

export function partsOf(definition: Definition, operation: DefinedOperation): OperationParts {
  const all = partsIn(definition);
  const parts = all.get(operation) ?? {
    parameters: parametersOf(definition, operation),
    body: bodyOf(definition, operation),
    responses: responsesOf(definition, operation),
  };
  all.set(operation, parts);
  return parts;
}
