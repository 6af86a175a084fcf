/** The list of operations as files. */
import { safeJson } from '../../kernel/hidden-characters.ts';
import type { Of } from '../../root/feature.ts';
import type { Effect } from '../../root/state.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { definedClass } from '../../change/request/request-class.ts';

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
