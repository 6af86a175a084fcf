/** The defined fields of an answer: its columns and its secrets. */
import type { Definition, DefinedOperation, Shape } from '../../../api/openapi/definition.ts';
import { responsesOf } from '../../../api/openapi/bodies.ts';
import { shapeOf } from '../../../api/openapi/shape.ts';
import type { Json } from '../../../api/exact-json.ts';
import { secretNameAmong } from '../../../api/secrets.ts';
import type { DefinedField } from '../../kernel/json-columns.ts';

/** Limit on fields read from the definition. The rows give any other column. */
const mostFields = 100;

/** Fields of the rows when the operation answers a list, else of the answer itself; empty without a definition. */
export function definedFields(definition: Definition | null, operation: DefinedOperation): readonly DefinedField[] {
  if (definition === null) return [];
  const success = responsesOf(definition, operation).find(({ status }) => status.startsWith('2'));
  const schema = success?.bodies[0]?.schema;
  if (schema === undefined) return [];
  const rows = rowSchema(definition, schema);
  return fieldsIn(definition, rows ?? schema);
}

/** Schema of a row: from a list, an envelope's `items`, or the only list among the fields. */
function rowSchema(definition: Definition, schema: Json): Json | null {
  const shape = shapeOf(definition, schema, { isAnswer: true });
  if (shape.kind === 'list') return shape.items;
  if (shape.kind !== 'object') return null;
  const lists = shape.fields.slice(0, mostFields).flatMap((field) => {
    const inside = shapeOf(definition, field.schema, { name: field.name, isAnswer: true });
    return inside.kind === 'list' ? [{ name: field.name, items: inside.items }] : [];
  });
  const items = lists.find(({ name }) => name === 'items') ?? (lists.length === 1 ? lists[0] : undefined);
  return items?.items ?? null;
}

function fieldsIn(definition: Definition, schema: Json): readonly DefinedField[] {
  const shape = shapeOf(definition, schema, { isAnswer: true });
  if (shape.kind !== 'object') return [];
  const names = shape.fields.map(({ name }) => name);
  return shape.fields.slice(0, mostFields).map(({ name, schema: own }) => {
    const inside = shapeOf(definition, own, { name: secretNameAmong(name, names), isAnswer: true });
    return { name, kind: kindOf(inside), isSecret: inside.isSecret };
  });
}

function kindOf(shape: Shape): DefinedField['kind'] {
  switch (shape.kind) {
    case 'number':
      return 'number';
    case 'enum':
    case 'yesNo':
      return 'state';
    case 'object':
    case 'list':
      return 'nested';
    case 'text':
      return shape.format === 'date-time' ? 'time' : 'text';
    case 'choice':
    case 'free':
      return null;
  }
}
