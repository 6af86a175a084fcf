/** A tree as its visible rows: opening a row inserts its children, closing removes them. */
import { childCount } from '../../kernel/json-columns.ts';
import { isJsonObject, isList, type Json } from '../../../api/exact-json.ts';
import type { SecretPlace } from '../../../api/secrets.ts';

/** A place in a value. */
export interface TreeNode {
  /** Name of a field, or number from 0 in a list; null: the whole value. */
  readonly name: string | number | null;
  readonly value: Json;
  /** The object or list around it; null at the outermost level. */
  readonly parent: TreeNode | null;
}

export interface TreeRow extends TreeNode {
  readonly depth: number;
  readonly isOpen: boolean;
}

export interface Tree {
  readonly root: Json;
  /** Visible rows: no closed row hides them. */
  readonly rows: readonly TreeRow[];
}

/** Limit on the rows that one key opens. */
export const mostOpenedAtOnce = 2_000;

/** A tree with only the outermost level open; a scalar is one row. */
export function treeOf(root: Json): Tree {
  const rows = childCount(root) === null ? [{ name: null, value: root, parent: null, depth: 0, isOpen: false }] : null;
  return { root, rows: rows ?? childRows(root, null, 0) };
}

export function canOpen({ value }: TreeNode): boolean {
  return (childCount(value) ?? 0) > 0;
}

/** The children of a node, in the order of the answer. */
export function childNodes(value: Json, parent: TreeNode | null): readonly TreeNode[] {
  if (isList(value)) return value.map((one, name) => ({ name, value: one, parent }));
  if (!isJsonObject(value)) return [];
  return Object.keys(value).map((name) => ({ name, value: value[name] ?? null, parent }));
}

function childRows(value: Json, parent: TreeNode | null, depth: number): TreeRow[] {
  return childNodes(value, parent).map((node) => ({ ...node, depth, isOpen: false }));
}

/** Opens a row by one level; a row that cannot be opened stays the same. */
export function opened(tree: Tree, at: number): Tree {
  const row = tree.rows[at];
  if (row === undefined || row.isOpen || !canOpen(row)) return tree;
  const open = { ...row, isOpen: true };
  return spliced(tree, at, 1, [open, ...childRows(row.value, open, row.depth + 1)]);
}

/** Closes a row and all rows below it. */
export function closed(tree: Tree, at: number): Tree {
  const row = tree.rows[at];
  if (row?.isOpen !== true) return tree;
  return spliced(tree, at, endOf(tree, at) - at, [{ ...row, isOpen: false }]);
}

/** Opens all below a row, depth first, up to the limit. `isWhole`: none stayed closed. */
export function openedBelow(tree: Tree, at: number): { readonly tree: Tree; readonly isWhole: boolean } {
  const row = tree.rows[at];
  if (row === undefined) return { tree, isWhole: true };
  const made: TreeRow[] = [];
  // Rows still to write, the last one first.
  const left: TreeRow[] = [{ ...row, isOpen: false }];
  let isWhole = true;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const count = childCount(next.value) ?? 0;
    const hasRoom = made.length + 1 + left.length + count <= mostOpenedAtOnce;
    if (count === 0 || !hasRoom) {
      isWhole &&= count === 0;
      made.push(next);
      continue;
    }
    const open = { ...next, isOpen: true };
    made.push(open);
    const children = childRows(next.value, open, next.depth + 1);
    for (let child = children.pop(); child !== undefined; child = children.pop()) left.push(child);
  }
  return { tree: spliced(tree, at, endOf(tree, at) - at, made), isWhole };
}

/** The row after the last one below this one. */
function endOf({ rows }: Tree, at: number): number {
  const depth = rows[at]?.depth ?? 0;
  let end = at + 1;
  while (end < rows.length && (rows[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

// Without `toSpliced` and its arguments: there may be hundreds of thousands.
function spliced({ root, rows }: Tree, at: number, count: number, put: readonly TreeRow[]): Tree {
  return { root, rows: rows.slice(0, at).concat(put, rows.slice(at + count)) };
}

/** The row of the object or list that this row is in; -1 at the outermost level. */
export function parentRow({ rows }: Tree, at: number): number {
  const depth = rows[at]?.depth ?? 0;
  let parent = at - 1;
  while (parent >= 0 && (rows[parent]?.depth ?? 0) >= depth) parent -= 1;
  return parent;
}

/** The names that lead to a node, from the outermost level on. */
export function namesTo(node: TreeNode): readonly (string | number)[] {
  const names: (string | number)[] = [];
  for (let one: TreeNode | null = node; one !== null; one = one.parent) if (one.name !== null) names.push(one.name);
  return names.reverse();
}

/** A path as programs write it: `gateways[0].key`, `["a b"]`. */
export function pathText(names: readonly (string | number)[]): string {
  return names
    .map((name, at) => {
      if (typeof name === 'number') return `[${name}]`;
      const isPlain = /^[A-Za-z_$][\w$]*$/.test(name);
      return isPlain ? `${at === 0 ? '' : '.'}${name}` : `[${JSON.stringify(name)}]`;
    })
    .join('');
}

/** The field that holds a value; for an item, the field of its list. */
function fieldOf(node: TreeNode | null): TreeNode | null {
  let one = node;
  while (one !== null && typeof one.name === 'number') one = one.parent;
  return typeof one?.name === 'string' ? one : null;
}

/** Place of a node's value. `whole`: the field that holds the tree; `secretNames`: fields with a secret's shape. */
export function placeOf(
  node: TreeNode,
  { root }: Pick<Tree, 'root'>,
  whole: string,
  secretNames: ReadonlySet<string>,
): SecretPlace {
  const field = fieldOf(node);
  if (typeof field?.name !== 'string') return { name: whole, isSecretShape: secretNames.has(whole) };
  const { name, parent } = field;
  const outer = fieldOf(parent)?.name;
  const isSecretShape = secretNames.has(name);
  return {
    name: name,
    owner: parent?.value ?? root,
    outer: typeof outer === 'string' ? outer : whole,
    isSecretShape,
  };
}

/** Opens the rows around a node, and gives the number of its row. */
export function revealed(tree: Tree, node: TreeNode): { readonly tree: Tree; readonly row: number } {
  let [open, row, from] = [tree, -1, 0];
  for (const name of namesTo(node)) {
    if (row >= 0) {
      open = opened(open, row);
      from = row + 1;
    }
    const depth = open.rows[from]?.depth ?? 0;
    row = open.rows.findIndex((one, at) => at >= from && one.depth === depth && one.name === name);
  }
  return { tree: open, row: Math.max(0, row) };
}
