/** The listed operations and their order: by tag as in the document, filtered, or only the ones for a row. */
import { isJsonObject, type Json } from '../../../api/exact-json.ts';
import { sentMethods } from '../../../api/methods.ts';
import { cursorOf, defineList, type ListColumn, viewIn } from '../../fleet/lists/define-list.ts';
import { operationRows } from '../../kernel/layout.ts';
import { memoize } from '../../kernel/memoize.ts';
import type { State } from '../../root/state.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import { definitionOf } from '../definition/reading.ts';
import type { OperationsRow } from './feature.ts';
import { readOperationsFilter, type Searchable } from './filter.ts';
import { forMarks } from '../form/for-marks.ts';
import { isOfRow } from './row.ts';
import { folded } from '../../kernel/spelling.ts';

/** Every operation of a definition, with its searchable texts; made once for each definition. */
interface Index {
  /** In the order of tags. */
  readonly all: readonly Searchable[];
  readonly reads: number;
  readonly unusable: readonly string[];
}

const noOperations: Index = { all: [], reads: 0, unusable: [] };

export function indexOf(state: State): Index {
  const definition = definitionOf(state);
  return definition === null ? noOperations : indexed(definition);
}

/** The index of a given definition. */
export const indexed = memoize((definition: Definition): Index => {
  const { operations } = definition;
  return {
    all: byTag(definition).map((operation) => searchable(operation)),
    reads: operations.filter(({ weight }) => weight === 'read').length,
    unusable: operations.filter(({ unusable }) => unusable !== null).map(({ id }) => id),
  };
});

function searchable(operation: DefinedOperation): Searchable {
  const { tag: group, method, path, summary, operationId } = operation;
  const tag = group ?? '';
  const text = folded(`${method}\n${path}\n${tag}\n${summary}\n${operationId ?? ''}`);
  return { operation, tag, method, path, text };
}

/** Operations by tag: first the document's tags, then tags that only operations name; each in the document's order. */
function byTag({ document, operations }: Definition): readonly DefinedOperation[] {
  const groups = new Map<string | null, DefinedOperation[]>();
  for (const name of namedTags(document.root['tags'])) groups.set(name, []);
  for (const operation of operations) {
    const group = groups.get(operation.tag);
    if (group === undefined) groups.set(operation.tag, [operation]);
    else group.push(operation);
  }
  const untagged = groups.get(null) ?? [];
  groups.delete(null);
  return [...groups.values(), untagged].flat();
}

function namedTags(tags: Json | undefined): readonly string[] {
  if (!Array.isArray(tags)) return [];
  return (tags as readonly Json[]).flatMap((tag) => {
    const name = isJsonObject(tag) ? tag['name'] : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

function methodRank({ method }: DefinedOperation): number {
  const rank = sentMethods.findIndex((one) => one === method);
  return rank === -1 ? sentMethods.length : rank;
}

function methodKey({ operation }: Searchable): string {
  return `${String(methodRank(operation)).padStart(2, '0')} ${operation.method}`;
}

const operationColumns: readonly ListColumn<Searchable>[] = [
  { id: 'path', sortedBy: (row) => `${row.path}\0${methodKey(row)}` },
  { id: 'method', sortedBy: (row) => `${methodKey(row)}\0${row.path}` },
  {
    id: 'last use',
    sortedBy: ({ operation }, { operations: { used } }) => lastUse(used, operation.id),
    isFalling: true,
  },
];

function lastUse(used: readonly string[], id: string): number | null {
  const at = used.indexOf(id);
  return at === -1 ? null : at;
}

/** The operations, or those for a row or for the marks; filtered and sorted. */
export const operationList = defineList<Searchable>({
  rows(state) {
    const { definition } = state.definition;
    if (definition === null) return noOperations.all;
    const row = rowOf(state);
    return row === null ? indexed(definition).all : forRowIn(definition)(row);
  },
  key: ({ operation }) => operation.id,
  columns: operationColumns,
  read: readOperationsFilter,
  sortsBy: ({ operations: { used } }) => [used],
  view: viewIn('operations'),
  at: cursorOf('operations'),
  height: operationRows,
  linesBelow: (state) => (hasUnusableRow(state) ? 1 : 0),
});

const operationsOf = memoize((rows: readonly Searchable[]) => rows.map(({ operation }) => operation));

/** The shown operations. */
export function operationsShown(state: State): readonly DefinedOperation[] {
  return operationsOf(operationList.shown(state));
}

const forRowIn = memoize((definition: Definition) =>
  memoize((row: OperationsRow): readonly Searchable[] =>
    indexed(definition).all.filter(({ operation }) =>
      row.isMarks === true ? forMarks(definition, operation) !== null : isOfRow(operation, row),
    ),
  ),
);

/** The row for which operations are listed; null: all are listed, or another screen is shown. */
function rowOf({ screen }: State): OperationsRow | null {
  return screen.kind === 'operations' ? screen.row : null;
}

/** Does a last line count the unusable operations? */
export function hasUnusableRow(state: State): boolean {
  return rowOf(state) === null && state.operations.view.filter === '' && indexOf(state).unusable.length > 0;
}

/** Operations with a place for the marked systems, where the list of systems is shown, marks are set and the definition is read. */
export function operationsForMarks({ screen, marks, definition: { definition } }: State): readonly DefinedOperation[] {
  const isAsked = screen.kind === 'systems' && marks.marked.size > 0 && definition !== null;
  return isAsked ? placesIn(definition) : [];
}

const placesIn = memoize((definition: Definition) =>
  indexed(definition).all.flatMap(({ operation }) => (forMarks(definition, operation) === null ? [] : [operation])),
);

/** The operation under the cursor; undefined on the last line and in an empty list. */
export function operationAtCursor(state: State): DefinedOperation | undefined {
  return operationList.current(state)?.operation;
}
