/** What the definition says of the operation that the words mean. */
import { type Json, parseExactly } from '../../../api/exact-json.ts';
import { scalarText } from '../../../api/calls/value-text.ts';
import { targetCall, targetOf } from '../../../api/calls/target.ts';
import { bodyOf, responsesOf } from '../../../api/openapi/bodies.ts';
import type { Definition, Shape } from '../../../api/openapi/definition.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import { secretsIn } from '../../../state/explorer/form/secrets.ts';
import { nothingSet } from '../../../state/explorer/form/values.ts';
import { shapeOf, bodyNamesOf } from '../../../api/openapi/shape.ts';
import { operationMeant } from './operation-meant.ts';
import type { Known } from './plan.ts';
import type { ApiWords } from './words.ts';

/** Null where the definition has no such operation. */
export function knownOperation(definition: Definition, words: Pick<ApiWords, 'method' | 'path'>): Known | null {
  const operation = operationMeant(definition.operations, words);
  if (operation === null) return null;
  const body = bodyOf(definition, operation);
  const shape = body === null ? null : shapeOf(definition, body.schema);
  const object = shape?.kind === 'object' ? shape : null;
  const names = bodyNamesOf(definition, body);
  return {
    operation,
    parameters: parametersOf(definition, operation),
    body,
    requiredFields: names.required,
    bodyFields: names.fields,
    typed(name, text) {
      const field = object?.fields.find((one) => one.name === name);
      return field === undefined ? text : typedText(shapeOf(definition, field.schema, { name }), text);
    },
    secretsIn: (values) => secretsIn({ definition, operation, values: { ...nothingSet, ...values } }),
    targetOf(call) {
      const target = targetOf(definition, operation);
      return target === null ? null : targetCall(target, call);
    },
    isPageExpected: responsesOf(definition, operation).some(({ bodies }) =>
      bodies.some(({ type }) => /html/i.test(type)),
    ),
  };
}

/** The text itself, where it is no value of that type: the service says what is wrong with it. */
export function typedText(shape: Shape, text: string): Json {
  if (shape.kind === 'number') return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? parseExactly(text) : text;
  if (shape.kind === 'yesNo') return text === 'true' ? true : text === 'false' ? false : text;
  if (shape.kind === 'enum') return shape.values.find((value) => scalarText(value) === text) ?? text;
  return text;
}
