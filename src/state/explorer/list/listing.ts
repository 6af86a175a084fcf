/** The listed operations and their order: by tag as in the document, filtered, or only the ones for a row. */
import { isJsonObject, type Json } from '../../../api/exact-json.ts';
import { sentMethods } from '../../../api/methods.ts';
import { memoize } from '../../kernel/memoize.ts';
import type { State } from '../../root/state.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import { definitionOf } from '../definition/reading.ts';
import type { OperationsRow, OperationsSort, OperationsState } from './feature.ts';
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

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

type Compare = (one: DefinedOperation, other: DefinedOperation) => number;

const byPath: Compare = (one, other) => compareTexts(one.path, other.path) || methodRank(one) - methodRank(other);

function comparing(sort: OperationsSort, used: readonly string[]): Compare | null {
  if (sort === 'tag') return null;
  if (sort === 'path') return byPath;
  if (sort === 'method') {
    return (one, other) =>
      methodRank(one) - methodRank(other) || compareTexts(one.method, other.method) || byPath(one, other);
  }
  const last = new Map(used.map((id, at) => [id, at]));
  return (one, other) => (last.get(other.id) ?? -1) - (last.get(one.id) ?? -1);
}

/** The shown operations. */
export function operationsShown(state: State): readonly DefinedOperation[] {
  const { definition } = state.definition;
  if (definition === null) return [];
  const row = rowOf(state);
  const shown = sortedOf(definition)(state.operations);
  return row === null ? shown : forRowIn(definition)(shown)(row);
}

const forRowIn = memoize((definition: Definition) =>
  memoize((shown: readonly DefinedOperation[]) =>
    memoize((row: OperationsRow): readonly DefinedOperation[] =>
      shown.filter((operation) =>
        row.isMarks === true ? forMarks(definition, operation) !== null : isOfRow(operation, row),
      ),
    ),
  ),
);

/** The row for which operations are listed; null: all are listed, or another screen is shown. */
function rowOf({ screen }: State): OperationsRow | null {
  return screen.kind === 'operations' ? screen.row : null;
}

/** Cached: most keys change neither. */
const sortedOf = memoize((definition: Definition) =>
  memoize(({ filter, sort, used }: OperationsState): readonly DefinedOperation[] => {
    // A filter with a mistake is not applied: the last valid one stays in force.
    const { test } = readOperationsFilter(filter);
    const shown = indexed(definition)
      .all.filter((one) => test === null || test(one))
      .map(({ operation }) => operation);
    const compare = comparing(sort, used);
    return compare === null ? shown : shown.sort(compare);
  }),
);

/** Does a last line count the unusable operations? */
export function hasUnusableRow(state: State): boolean {
  return rowOf(state) === null && state.operations.filter === '' && indexOf(state).unusable.length > 0;
}

/** Rows of the list, including that line. */
export function rowCount(state: State): number {
  return operationsShown(state).length + (hasUnusableRow(state) ? 1 : 0);
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
  return state.screen.kind === 'operations' ? operationsShown(state)[state.screen.list.row] : undefined;
}
