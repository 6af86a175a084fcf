/** The names in a body, as far as the definition tells them. */
import type { Definition, RequestBody } from '../definition/definition.ts';
import { shapeOf } from './shape.ts';

export interface BodyNames {
  /** Null where any name may be a field. */
  readonly fields: readonly string[] | null;
  /** Those that it must have. */
  readonly required: readonly string[];
}

export function bodyNamesOf(definition: Definition, body: RequestBody | null): BodyNames {
  const shape = body === null ? null : shapeOf(definition, body.schema);
  if (shape?.kind !== 'object') return { fields: null, required: [] };
  const { fields, more, others } = shape;
  return {
    fields: more === 0 && others === null ? fields.map(({ name }) => name) : null,
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}
