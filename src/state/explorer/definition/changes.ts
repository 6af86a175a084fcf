/** Differences between a newer definition and an earlier one. */
import { ExactNumber, isJsonObject, isList, type Json } from '../../../api/exact-json.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';

export type ListedOperation = Pick<DefinedOperation, 'id' | 'method' | 'path' | 'summary'>;

export interface DefinitionChanges {
  /** Counts of operations before and after. */
  readonly before: number;
  readonly after: number;
  /** Without their descriptions, which would hold the whole text of the definition before. */
  readonly gone: readonly ListedOperation[];
  readonly added: readonly DefinedOperation[];
  /** The newer version of each. */
  readonly changed: readonly DefinedOperation[];
}

/** Compares the operations and their surroundings; references are not followed. */
export function changesBetween(before: Definition, after: Definition): DefinitionChanges {
  const earlier = new Map(before.operations.map((operation) => [operation.id, operation]));
  const now = new Set(after.operations.map(({ id }) => id));
  return {
    before: before.operations.length,
    after: after.operations.length,
    gone: before.operations.flatMap(({ id, method, path, summary }) =>
      now.has(id) ? [] : [{ id, method, path, summary }],
    ),
    added: after.operations.filter(({ id }) => !earlier.has(id)),
    changed: after.operations.filter((operation) => {
      const old = earlier.get(operation.id);
      return old !== undefined && !isSameOperation(old, operation);
    }),
  };
}

/** `1 gone, 2 new, 1 changed`; empty where the operations are the same. */
export function changeWords({ gone, added, changed }: DefinitionChanges): string {
  const counted = [
    [gone.length, 'gone'],
    [added.length, 'new'],
    [changed.length, 'changed'],
  ] as const;
  return counted
    .filter(([n]) => n > 0)
    .map(([n, what]) => `${n} ${what}`)
    .join(', ');
}

/** `82 → 81 operations: 1 gone, 1 changed.` */
export function changeSentence(changes: DefinitionChanges): string {
  const words = changeWords(changes);
  if (words === '') return 'The definition changed; its operations did not.';
  return `${changes.before} → ${changes.after} operations: ${words}.`;
}

function isSameOperation(one: DefinedOperation, other: DefinedOperation): boolean {
  const [text, later] = [one.text ?? null, other.text ?? null];
  // Most operations stay as they are, and few of them are parsed.
  if (text !== null && later !== null && Buffer.compare(text, later) === 0) return true;
  const [pathItem, laterItem] = [one.pathItem, other.pathItem];
  return (
    isSameJson(one.source, other.source) && isSameJson(pathItem['parameters'] ?? null, laterItem['parameters'] ?? null)
  );
}

/** Without recursion: documents may be thousands of levels deep. */
export function isSameJson(one: Json, other: Json): boolean {
  const pairs: (readonly [Json, Json])[] = [[one, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (a instanceof ExactNumber && b instanceof ExactNumber && a.digits === b.digits) continue;
    const inside = isJsonObject(a) && isJsonObject(b) ? fieldsOf(a, b) : itemsOf(a, b);
    if (inside === null) return false;
    for (const next of inside) pairs.push(next);
  }
  return true;
}

type Pairs = readonly (readonly [Json, Json])[];

/** Null when the names differ. */
function fieldsOf(a: Readonly<Record<string, Json>>, b: Readonly<Record<string, Json>>): Pairs | null {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length || !names.every((name) => Object.hasOwn(b, name))) return null;
  return names.map((name) => [a[name] ?? null, b[name] ?? null]);
}

function itemsOf(a: Json, b: Json): Pairs | null {
  if (!isList(a) || !isList(b) || a.length !== b.length) return null;
  return a.map((item, at) => [item, b[at] ?? null]);
}
