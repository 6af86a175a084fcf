/** Overlays of a form: a choice, the answers of the operation, copying, and a question before sending. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { bodyRows } from '../../../state/kernel/layout.ts';
import { choiceHeight, type ChoiceRow, choiceRows } from '../../../state/explorer/form/choices.ts';
import { type FormScreen, type FormState, isForm, shownShape } from '../../../state/explorer/form/forms.ts';
import type { Choice } from '../../../state/explorer/form/form-tree.ts';
import { shapeIn } from '../../../state/explorer/form/shapes.ts';
import { shapeWords } from '../../../state/explorer/form/shape-words.ts';
import { scalarWords } from '../../../state/explorer/form/typed/typed-value.ts';
import type { OperationChoice } from '../../../state/explorer/form/feature.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { Field } from '../../parts/field.tsx';
import { useTones } from '../../parts/root-context.ts';
import { CursorRows, type Part, plain, ScrolledLines } from '../../parts/table.tsx';
import { type Extent, textExtent, type ViewProps } from '../../screen-definition.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { brief, clip, fit, width } from '../../text/fit.ts';
import { count } from '../../text/quantities.ts';
import { answerLines } from './answer-lines.ts';
import { titleOf } from './form-view.tsx';

export function ChoiceView({ state, screen: choice }: ViewProps<'operationChoice'>): ReactNode {
  const tones = useTones();
  if (!isForm(state)) return null;
  const { columns, screen } = state;
  const rows = choiceRows(state, choice);
  const cells = Math.min(Math.floor(columns / 2), Math.max(4, ...rows.slice(0, 200).map((row) => width(nameOf(row)))));
  return (
    <ScreenFrame state={state} title={titleOf(screen)} facts={choiceFacts(state, choice, rows)}>
      {choice.typed !== null && (
        <Field
          label={clean(choice.depth === null ? 'filter, or another value:' : 'filter:')}
          value={choice.typed}
          columns={columns}
        />
      )}
      {rows.length === 0 && <Text>{clip(clean('There is nothing to choose. esc goes back.'), columns)}</Text>}
      <CursorRows
        items={rows}
        at={choice.list}
        height={choiceHeight(state.rows)}
        width={columns}
        partsOf={(row) => rowParts(row, screen, cells, columns)}
      />
      {choice.depth !== null && (
        <Text {...tones.dim}>
          {clip(clean('  What you set of another shape is kept until you leave the form.'), columns)}
        </Text>
      )}
    </ScreenFrame>
  );
}

function choiceFacts(state: FormState, { path, depth, typed }: OperationChoice, rows: readonly ChoiceRow[]): Clean {
  const { shape, choices } = shownShape(state, path);
  const name = brief(String(path.at(-1)).replace(/^(?:path|query|header) /, ''));
  if (depth !== null) {
    const found = (typed ?? '') === '' ? null : rows.filter(({ kind }) => kind === 'variant').length;
    return clean(`${name} · ${shapesWords(choices[depth]?.shape, found)}`);
  }
  if (shape.kind !== 'enum') return clean(name);
  const { values, total } = shape;
  const of = total > values.length ? `the first ${count(values.length)} of ${count(total)}` : count(total);
  const facts = `${name} · ${of} ${total === 1 ? 'value' : 'values'}`;
  return clean(total > values.length ? `${facts}; f takes others` : facts);
}

/** `found`: the shapes that match the filter; null without one. */
function shapesWords(shape: Choice['shape'] | undefined, found: number | null): string {
  const { total, variants } = shape ?? { total: 0, variants: [] };
  if (found !== null) return `${count(found)} of ${count(variants.length)} shapes`;
  if (total === variants.length) return `one of ${count(total)} shapes`;
  return `one of the first ${count(variants.length)} of ${count(total)} shapes; JSON takes others`;
}

function nameOf(row: ChoiceRow): Clean {
  switch (row.kind) {
    case 'value':
      return clean(row.value === '' ? '""' : scalarWords(row.value));
    case 'typed':
      return clean(`"${brief(row.text)}"`);
    case 'variant':
      return clean(row.variant.name);
    case 'json':
      return clean('as JSON');
  }
}

function rowParts(row: ChoiceRow, screen: FormScreen, cells: number, columns: number): readonly Part[] {
  const name = fit(nameOf(row), cells);
  const note = clip(clean(noteOf(row, screen)), columns - cells - 4);
  return [plain(name), { text: clean(`  ${note}`), tone: row.kind === 'typed' ? 'warning' : 'dim' }];
}

function noteOf(row: ChoiceRow, { definition }: FormScreen): string {
  switch (row.kind) {
    case 'value':
      return '';
    case 'typed':
      return '! not one of the values; it can be sent';
    case 'variant': {
      const shape = shapeIn(definition, row.variant.schema, '');
      return shape.kind === 'object'
        ? shape.fields
            .slice(0, 8)
            .map(({ name }) => brief(name))
            .join(', ')
        : brief(shapeWords(definition, shape));
    }
    case 'json':
      return 'anything, in $EDITOR';
  }
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
