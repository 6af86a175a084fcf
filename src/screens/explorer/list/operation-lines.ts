/** Text about operations that cannot be used, line by line, with the reasons. */
import { definitionOf } from '../../../state/explorer/definition/reading.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import type { State } from '../../../state/root/state.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { clip, wrapped } from '../../text/fit.ts';

const indent = '  ';

export function unusableLines(state: State, ids: readonly string[]): readonly Clean[] {
  const wanted = new Set(ids);
  const operations = definitionOf(state)?.operations.filter(({ id }) => wanted.has(id)) ?? [];
  return operations.flatMap((operation) => [
    titleLine(state, operation),
    ...wrapped(clean(operation.unusable ?? ''), state.columns - indent.length).map((line) => clean(indent + line)),
  ]);
}

function titleLine({ columns }: State, { method, path, summary }: DefinedOperation): Clean {
  return clip(clean(`${method} ${path}${summary === '' ? '' : ` · ${summary}`}`), columns);
}
