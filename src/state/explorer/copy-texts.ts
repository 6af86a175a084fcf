/** What can be copied of the operation under the cursor. */
import { memoize } from '../kernel/memoize.ts';
import type { State } from '../root/state.ts';
import { curlTemplateOf } from './call/curl.ts';
import { shellWord } from './call/shell-text.ts';
import { bodyOf } from '../../api/openapi/bodies.ts';
import type { DefinedOperation } from '../../api/openapi/definition.ts';
import { parametersOf } from '../../api/openapi/parameters.ts';
import { definitionOf } from './definition/reading.ts';
import { operationAtCursor } from './list/listing.ts';

interface CopyText {
  readonly what: string;
  /** One line, whatever is in it. */
  readonly text: string;
}

/** None where the cursor is on no operation. */
export const copyTexts = memoize((state: State): readonly CopyText[] => {
  const operation = operationAtCursor(state);
  if (operation === undefined) return [];
  const { operationId } = operation;
  return [
    { what: 'path', text: operation.path },
    ...(operationId === null ? [] : [{ what: 'operation id', text: operationId }]),
    { what: 'curl, with names in the places of values', text: curlTemplate(state, operation) },
    { what: 'rollcall api', text: apiTemplateOf(operation) },
  ];
});

function curlTemplate(state: State, operation: DefinedOperation): string {
  const definition = definitionOf(state);
  const known =
    definition === null ? {} : { parameters: parametersOf(definition, operation), body: bodyOf(definition, operation) };
  return curlTemplateOf(operation, state.session.baseUrl ?? '', known);
}

/** The organisation is `--org`, or the last one. */
function apiTemplateOf({ method, path }: DefinedOperation): string {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = '']) => (name === 'orgId' ? [] : [name]));
  const fields = [...new Set(names)].map((name) => `${name}={${name}}`);
  return ['rollcall', 'api', method, path, ...fields].map(shellWord).join(' ');
}
