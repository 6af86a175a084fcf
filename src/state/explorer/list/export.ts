/** The list of operations as files, and the texts to copy from the operation under the cursor. */
import type { CopyText } from '../../fleet/export/feature.ts';
import { safeJson } from '../../kernel/spelling.ts';
import type { Of } from '../../root/feature.ts';
import type { Effect, State } from '../../root/state.ts';
import { bodyOf } from '../../../api/openapi/bodies.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import { definedClass } from '../../change/request/request-class.ts';
import { curlTemplateOf } from '../curl.ts';
import { definitionOf } from '../definition/reading.ts';
import { operationAtCursor } from './listing.ts';

const columns = {
  tag: ({ tag }) => tag ?? '',
  method: ({ method }) => method,
  path: ({ path }) => path,
  'what it does': ({ summary }) => summary,
  'operation id': ({ operationId }) => operationId ?? '',
  kind: ({ weight }) => weight,
  deprecated: ({ isDeprecated }) => (isDeprecated ? 'yes' : 'no'),
  'cannot be used because': ({ unusable }) => unusable ?? '',
} satisfies Readonly<Record<string, (operation: DefinedOperation) => string>>;

export function operationsJson(operations: readonly DefinedOperation[]): string {
  return `${safeJson(operations.map(operationRecord))}\n`;
}

/** An operation without its document. */
export function operationRecord(operation: DefinedOperation) {
  const { tag, method, path, summary, operationId, weight, isDeprecated, unusable } = operation;
  const { kind: itsClass } = definedClass(operation);
  return { tag, method, path, summary, operationId, weight, class: itsClass, isDeprecated, unusable };
}

export function operationsExport(operations: readonly DefinedOperation[]): Of<Effect, 'exportOperations'> {
  const texts = Object.values(columns);
  const rows = operations.map((operation) => texts.map((textOf) => textOf(operation)));
  const files = [
    { kind: 'csv', columns: Object.keys(columns), rows },
    { kind: 'json', text: operationsJson(operations) },
  ] as const;
  return { kind: 'exportOperations', what: { name: 'operations', files } };
}

/** Empty when the cursor is not on an operation. */
export function copyTexts(state: State): readonly CopyText[] {
  const operation = operationAtCursor(state);
  if (operation === undefined) return [];
  const { operationId } = operation;
  return [
    { what: 'path', lines: [operation.path] },
    ...(operationId === null ? [] : [{ what: 'operation id', lines: [operationId] }]),
    { what: 'curl, with names in the places of values', lines: [curlTemplate(state, operation)] },
  ];
}

function curlTemplate(state: State, operation: DefinedOperation): string {
  const definition = definitionOf(state);
  const known =
    definition === null ? {} : { parameters: parametersOf(definition, operation), body: bodyOf(definition, operation) };
  return curlTemplateOf(operation, state.session.baseUrl ?? '', known);
}
