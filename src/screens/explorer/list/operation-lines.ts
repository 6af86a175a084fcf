/** Text about several operations, line by line: why they cannot be used, and how they changed. */
import { definitionOf } from '../../../state/explorer/definition/reading.ts';
import { changeSentence, type ListedOperation } from '../../../state/explorer/definition/changes.ts';
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

export function changeLines(state: State): readonly Clean[] {
  const { changes } = state.definition;
  if (changes === null) return [];
  const groups = [
    ['gone', changes.gone],
    ['new', changes.added],
    ['changed', changes.changed],
  ] as const;
  return [
    ...wrapped(clean(changeSentence(changes)), state.columns),
    ...groups.flatMap(([what, operations]) =>
      operations.length === 0 ? [] : [clean(what), ...operations.map((one) => indented(state, one))],
    ),
  ];
}

function indented(state: State, operation: ListedOperation): Clean {
  return clip(clean(indent + titleLine(state, operation)), state.columns);
}

function titleLine({ columns }: State, { method, path, summary }: ListedOperation): Clean {
  return clip(clean(`${method} ${path}${summary === '' ? '' : ` · ${summary}`}`), columns);
}
