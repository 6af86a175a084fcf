/** The fields of an answer that the definition calls secrets. */
import type { Definition, DefinedOperation } from '../../../api/openapi/definition.ts';
import { responsesOf } from '../../../api/openapi/bodies.ts';
import { shapeOf } from '../../../api/openapi/shape.ts';
import type { Json } from '../../../api/exact-json.ts';
import { secretNameAmong } from '../../../api/secrets.ts';

/** Limit on fields read from the definition. */
const mostFields = 100;

/** Names the secrets of the rows when the operation answers a list, else of the answer itself; none without a definition. */
export function secretFieldsOf(definition: Definition | null, operation: DefinedOperation): ReadonlySet<string> {
  if (definition === null) return new Set();
  const success = responsesOf(definition, operation).find(({ status }) => status.startsWith('2'));
  const schema = success?.bodies[0]?.schema;
  if (schema === undefined) return new Set();
  return secretsAmong(definition, rowSchema(definition, schema) ?? schema);
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

function secretsAmong(definition: Definition, schema: Json): ReadonlySet<string> {
  const shape = shapeOf(definition, schema, { isAnswer: true });
  if (shape.kind !== 'object') return new Set();
  const names = shape.fields.map(({ name }) => name);
  const secrets = shape.fields.slice(0, mostFields).filter(({ name, schema: own }) => {
    return shapeOf(definition, own, { name: secretNameAmong(name, names), isAnswer: true }).isSecret;
  });
  return new Set(secrets.map(({ name }) => name));
}
