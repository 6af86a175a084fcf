/** Texts to copy from the operation under the cursor. */
import type { CopyText } from '../fleet/export/feature.ts';
import type { State } from '../root/state.ts';
import { curlTemplateOf, shellWord } from './call/curl.ts';
import { bodyOf } from '../../api/openapi/bodies.ts';
import type { DefinedOperation } from '../../api/openapi/definition.ts';
import { parametersOf } from '../../api/openapi/parameters.ts';
import { definitionOf } from './definition/reading.ts';
import { operationAtCursor } from './list/listing.ts';

/** Empty when the cursor is not on an operation. */
export function copyTexts(state: State): readonly CopyText[] {
  const operation = operationAtCursor(state);
  if (operation === undefined) return [];
  const { operationId } = operation;
  return [
    { what: 'path', lines: [operation.path] },
    ...(operationId === null ? [] : [{ what: 'operation id', lines: [operationId] }]),
    { what: 'curl, with names in the places of values', lines: [curlTemplate(state, operation)] },
    { what: 'rollcall api', lines: [apiTemplateOf(operation)] },
  ];
}

function curlTemplate(state: State, operation: DefinedOperation): string {
  const definition = definitionOf(state);
  const known =
    definition === null ? {} : { parameters: parametersOf(definition, operation), body: bodyOf(definition, operation) };
  return curlTemplateOf(operation, state.session.baseUrl ?? '', known);
}

/** The organisation comes from `--org`, or is the last one. */
function apiTemplateOf({ method, path }: DefinedOperation): string {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = '']) => (name === 'orgId' ? [] : [name]));
  const fields = [...new Set(names)].map((name) => `${name}={${name}}`);
  return ['rollcall', 'api', method, path, ...fields].map(shellWord).join(' ');
}
