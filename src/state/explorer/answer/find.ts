/** Finds a text in the names and values of a tree, in closed rows too. */
import { type Json, scalarText } from '../../../api/exact-json.ts';
import { inPlainSpelling } from '../../kernel/hidden-characters.ts';
import { isSecret } from '../../../api/secrets.ts';
import { childNodes, namesTo, placeOf, type TreeNode } from './tree.ts';

export interface Found {
  readonly node: TreeNode;
  /** Number of the match, from 1, and the count of all matches. */
  readonly number: number;
  readonly total: number;
}

/** The first match behind a node, else the first of all; null when there is none. */
export function found(
  root: Json,
  text: string,
  after: TreeNode | null,
  secretNames: ReadonlySet<string> = new Set(),
): Found | null {
  const wanted = inPlainSpelling(text);
  if (wanted === '') return null;
  const from = after === null ? null : namesTo(after);
  let isBehind = from === null;
  let total = 0;
  let first: Omit<Found, 'total'> | null = null;
  let next: Omit<Found, 'total'> | null = null;
  const left = childNodes(root, null).toReversed();
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (isMatch(node, root, wanted, secretNames)) {
      total += 1;
      const match = { node, number: total };
      first ??= match;
      if (isBehind) next ??= match;
    }
    if (!isBehind && from !== null && isAt(node, from)) isBehind = true;
    const children = childNodes(node.value, node);
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at];
      if (child !== undefined) left.push(child);
    }
  }
  const match = next ?? first;
  return match === null ? null : { ...match, total };
}

function isMatch(node: TreeNode, root: Json, wanted: string, secretNames: ReadonlySet<string>): boolean {
  const { name, value } = node;
  if (typeof name === 'string' && inPlainSpelling(name).includes(wanted)) return true;
  const text = scalarText(value);
  // A search must not reveal a hidden text.
  if (text === null || isSecret(value, placeOf(node, { root }, '', secretNames))) return false;
  return inPlainSpelling(text).includes(wanted);
}

function isAt(node: TreeNode, names: readonly (string | number)[]): boolean {
  let depth = names.length - 1;
  for (let one: TreeNode | null = node; one !== null; one = one.parent) {
    if (depth < 0 || one.name !== names[depth]) return false;
    depth -= 1;
  }
  return depth === -1;
}
