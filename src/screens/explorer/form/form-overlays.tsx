/** Overlays of a form: a choice, the answers of the operation, copying, and a question before sending. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { bodyRows } from '../../../state/kernel/layout.ts';
import { choiceHeight, type ChoiceRow, choiceRows } from '../../../state/explorer/form/choices.ts';
import { type FormState, isForm, shownShape } from '../../../state/explorer/form/forms.ts';
import { scalarWords } from '../../../state/explorer/form/typed/typed-value.ts';
import type { OperationChoice } from '../../../state/explorer/form/feature.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { Field } from '../../parts/field.tsx';
import { CursorRows, type Part, plain, ScrolledLines } from '../../parts/table.tsx';
import { type Extent, textExtent, type ViewProps } from '../../screen-definition.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { brief, clip, fit, width } from '../../text/fit.ts';
import { count } from '../../text/quantities.ts';
import { answerLines } from './answer-lines.ts';
import { titleOf } from './form-view.tsx';

export function ChoiceView({ state, screen: choice }: ViewProps<'operationChoice'>): ReactNode {
  if (!isForm(state)) return null;
  const { columns, screen } = state;
  const rows = choiceRows(state, choice);
  const cells = Math.min(Math.floor(columns / 2), Math.max(4, ...rows.slice(0, 200).map((row) => width(nameOf(row)))));
  return (
    <ScreenFrame state={state} title={titleOf(screen)} facts={choiceFacts(state, choice)}>
      {choice.typed !== null && (
        <Field label={clean('filter, or another value:')} value={choice.typed} columns={columns} />
      )}
      {rows.length === 0 && <Text>{clip(clean('There is nothing to choose. esc goes back.'), columns)}</Text>}
      <CursorRows
        items={rows}
        at={choice.list}
        height={choiceHeight(state.rows)}
        width={columns}
        partsOf={(row) => rowParts(row, cells, columns)}
      />
    </ScreenFrame>
  );
}

function choiceFacts(state: FormState, { path }: OperationChoice): Clean {
  const shape = shownShape(state, path);
  const name = brief(String(path.at(-1)).replace(/^(?:path|query|header) /, ''));
  if (shape.kind !== 'enum') return clean(name);
  const { values, total } = shape;
  const of = total > values.length ? `the first ${count(values.length)} of ${count(total)}` : count(total);
  const facts = `${name} · ${of} ${total === 1 ? 'value' : 'values'}`;
  return clean(total > values.length ? `${facts}; f takes others` : facts);
}

function nameOf({ value, isTyped }: ChoiceRow): Clean {
  const words = scalarWords(value);
  return clean(isTyped === true ? `"${brief(words)}"` : value === '' ? '""' : words);
}

function rowParts(row: ChoiceRow, cells: number, columns: number): readonly Part[] {
  const isTyped = row.isTyped === true;
  const note = clip(clean(isTyped ? '! not one of the values; it can be sent' : ''), columns - cells - 4);
  return [plain(fit(nameOf(row), cells)), { text: clean(`  ${note}`), tone: isTyped ? 'warning' : 'dim' }];
}

export function AnswersView({ state, screen: overlay }: ViewProps<'operationAnswers'>): ReactNode {
  if (!isForm(state)) return null;
  const { columns, rows, screen } = state;
  const lines = answerLines(screen, columns, state.session.isPlain);
  const height = bodyRows(rows);
  const top = Math.max(0, Math.min(overlay.list.row, lines.length - height));
  const last = Math.min(lines.length, top + height);
  const facts =
    lines.length <= height ? 'What it is and answers' : `lines ${top + 1}–${last} of ${count(lines.length)}`;
  return (
    <ScreenFrame state={state} title={titleOf(screen)} facts={clean(facts)}>
      <ScrolledLines lines={lines} at={overlay.list} height={height} />
    </ScreenFrame>
  );
}

export function answersExtent(state: State): Extent {
  return textExtent(state, isForm(state) ? answerLines(state.screen, state.columns, state.session.isPlain) : []);
}

/** Asks before a read whose words suggest a loss. */
export function AskedView({ state, screen: { call, word } }: ViewProps<'operationAsked'>): ReactNode {
  const { columns } = state;
  const sentences = [
    `This ${call.method} says "${brief(word)}" in its path, id or summary. A ${call.method} should change nothing;`,
    'the service decides what it does. y sends it once; esc does not.',
  ];
  return (
    <ScreenFrame state={state} title={clean('Send it?')} facts={clean('Nothing has been sent.')}>
      <Sentence text={clean(sentences.join(' '))} columns={columns} tone="warning" />
      <Sentence text={clean(`${call.method} ${call.url}`)} columns={columns} />
    </ScreenFrame>
  );
}
