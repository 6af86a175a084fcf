/** An answer as a tree: only the rows in view are drawn, however many there are. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { placed } from '../../../state/kernel/list-cursor.ts';
import { answerHeight } from '../../../state/explorer/answer/answers.ts';
import { type Answer, type AnswerTree } from '../../../state/explorer/answer/model.ts';
import { canOpen, placeOf, type TreeRow } from '../../../state/explorer/answer/tree.ts';
import type { State } from '../../../state/root/state.ts';
import { type Part, Row } from '../../parts/table.tsx';
import { type Clean, clean } from '../../text/clean.ts';
import { clip, fit, width } from '../../text/fit.ts';
import { treeWords } from '../../parts/value-words.ts';

interface TreeViewProps {
  readonly state: State;
  readonly answer: Answer;
  readonly content: AnswerTree;
}

/** Limit on the indent. Deeper levels show their number. */
const mostIndented = 8;

/** The widest column of names, as a share of the line. */
const nameShare = 0.45;

export function TreeView({ state, answer, content }: TreeViewProps): ReactNode {
  const { columns } = state;
  const { rows } = content.tree;
  const height = answerHeight(content, state.rows);
  const { row, top } = placed(answer.list, answer.list.row, rows.length, height);
  if (rows.length === 0) {
    const what = Array.isArray(content.tree.root) ? 'list' : 'object';
    return <Text>{clip(clean(`The answer is an empty ${what}.`), columns)}</Text>;
  }
  const inView = rows.slice(top, top + height);
  const secretNames = answer.secretNames;
  const names = inView.map(nameWords);
  const room = columns - 2;
  const cells = Math.min(Math.floor(room * nameShare), Math.max(...names.map(width))) + 2;
  return inView.map((one, at) => {
    const hasCursor = top + at === row;
    const place = placeOf(one, content.tree, content.name, secretNames);
    const about = { ...place, isRevealed: hasCursor && answer.isRevealed, now: state.now };
    const { text, tone, note } = treeWords(one.value, one.isOpen, about);
    const parts: Part[] = [
      { text: clean(' '), tone: 'plain' },
      { text: fit(clip(names[at] ?? clean(''), cells - 2), cells), tone: 'accent' },
      ...valueParts({ text, tone }, note, Math.max(0, room - cells)),
    ];
    return <Row key={at} hasCursor={hasCursor} width={columns} parts={parts} />;
  });
}

/** The note is shown if it leaves the value at least half the room. */
function valueParts(value: Part, note: Clean | null, room: number): readonly Part[] {
  const beside = note === null ? '' : `  ${note}`;
  const noteCells = width(clean(beside));
  if (note === null || noteCells > room / 2) return [{ ...value, text: clip(value.text, room) }];
  return [
    { ...value, text: clip(value.text, room - noteCells) },
    { text: clean(beside), tone: 'dim' },
  ];
}

/** `  ▾ senderTags`; a deep row has the number of its level after the indent. */
function nameWords(row: TreeRow): Clean {
  const { depth, name, isOpen } = row;
  const indent = depth <= mostIndented ? '  '.repeat(depth) : `${'  '.repeat(mostIndented)}${depth}· `;
  const sign = canOpen(row) ? (isOpen ? '▾ ' : '▸ ') : '  ';
  return clean(`${indent}${sign}${name === null ? '' : name === '' ? '""' : String(name)}`);
}
