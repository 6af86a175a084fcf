/** Keys in a tree: open, close, find. */
import { grouped } from '../../kernel/spelling.ts';
import { placed } from '../../kernel/list-cursor.ts';
import { said, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { answerHeight, answerShown, partOpened, treeRowUnderCursor, withAnswer } from './answers.ts';
import { found } from './find.ts';
import { type Answer, type AnswerTree } from './model.ts';
import { isSecret } from '../../../api/secrets.ts';
import {
  canOpen,
  closed,
  mostOpenedAtOnce,
  namesTo,
  opened,
  openedBelow,
  parentRow,
  pathText,
  placeOf,
  revealed,
  type Tree,
} from './tree.ts';

type TreeAnswer = Answer & { readonly content: AnswerTree };

function treeShown(state: State): TreeAnswer | null {
  const answer = answerShown(state);
  return answer?.content?.kind === 'tree' ? { ...answer, content: answer.content } : null;
}

/** The tree with the cursor in a row of it. */
function withTree(state: State, answer: TreeAnswer, tree: Tree, row = answer.list.row): State {
  const content = { ...answer.content, tree };
  const list = placed(answer.list, row, tree.rows.length, answerHeight(content, state.rows));
  return withAnswer(state, { ...answer, content, list, isRevealed: false });
}

/** Limit on a text in its row. A longer one opens as lines. */
const longText = 40;

export function treeRowOpened(state: State): Step {
  const answer = treeShown(state);
  const row = treeRowUnderCursor(answer);
  if (answer === null || row === null) return [state];
  const { tree, name } = answer.content;
  if (typeof row.value === 'string' && (row.value.length > longText || row.value.includes('\n'))) {
    const place = placeOf(row, tree, name, answer.secretNames);
    if (isSecret(row.value, place)) return [said(state, 'This is a secret. v shows it.')];
    const title = row.name === null ? 'text' : pathText(namesTo(row));
    const text = { kind: 'text', text: row.value, format: 'text/plain', name: place.name } as const;
    return [partOpened(state, answer, { title, row: null }, text)];
  }
  if (row.isOpen) return [withTree(state, answer, tree, answer.list.row + 1)];
  if (!canOpen(row)) return [said(state, 'There is nothing below this row.')];
  return [withTree(state, answer, opened(tree, answer.list.row))];
}

/** Null when there is nothing to close and the screen should be left. */
export function treeRowClosed(state: State): State | null {
  const answer = treeShown(state);
  const row = treeRowUnderCursor(answer);
  if (answer === null || row === null) return null;
  const { tree } = answer.content;
  if (row.isOpen) return withTree(state, answer, closed(tree, answer.list.row));
  const parent = parentRow(tree, answer.list.row);
  return parent < 0 ? null : withTree(state, answer, tree, parent);
}

export function allToggled(state: State): Step {
  const answer = treeShown(state);
  const row = treeRowUnderCursor(answer);
  if (answer === null || row === null) return [state];
  const { tree } = answer.content;
  if (row.isOpen) return [withTree(state, answer, closed(tree, answer.list.row))];
  const { tree: whole, isWhole } = openedBelow(tree, answer.list.row);
  const next = withTree(state, answer, whole);
  if (isWhole) return [next];
  return [said(next, `space opens ${grouped(mostOpenedAtOnce)} rows at most. The others stay closed.`)];
}

/** The next match, counted from the cursor. */
export function foundNext(state: State, text: string): Step {
  const answer = treeShown(state);
  if (answer === null || text.trim() === '') return [state];
  const { content } = answer;
  const match = found(content.tree.root, text, treeRowUnderCursor(answer), answer.secretNames);
  const sought = { ...answer, content: { ...content, find: text } };
  if (match === null) return [said(withAnswer(state, sought), 'Nothing here has this text in its name or value.')];
  const { tree, row } = revealed(content.tree, match.node);
  const words = `Match ${grouped(match.number)} of ${grouped(match.total)}. n finds the next.`;
  return [said(withTree(state, sought, tree, row), words)];
}
