/** The definition's facts about the operation that the words mean. */
import { typedValue } from '../../../state/explorer/form/typed/typed-value.ts';
import { targetCall, targetOf } from '../../../api/calls/target.ts';
import { bodyOf, responsesOf } from '../../../api/openapi/bodies.ts';
import type { Definition } from '../../../api/openapi/definition.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import { secretsIn } from '../../../state/explorer/form/secrets.ts';
import { nothingSet } from '../../../state/explorer/form/values.ts';
import { shapeOf, bodyNamesOf } from '../../../api/openapi/shape.ts';
import { operationMeant } from './operation-meant.ts';
import type { Known } from './plan.ts';
import type { ApiWords } from './words.ts';

/** Null where the definition has no such operation. `now`: the start of times such as `in 8h`. */
export function knownOperation(
  definition: Definition,
  words: Pick<ApiWords, 'method' | 'path'>,
  now: number,
): Known | null {
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
      return field === undefined ? text : typedValue(shapeOf(definition, field.schema, { name }), text, now);
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
