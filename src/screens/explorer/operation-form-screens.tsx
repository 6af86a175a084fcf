/** The screens of an operation's form, and their keys. */
import type { Json } from '../../api/exact-json.ts';
import type { DefinedOperation, Definition, Shape } from '../../api/openapi/definition.ts';
import { descriptionBeside } from '../../api/openapi/prose.ts';
import {
  fieldAtCursor,
  type FormScreen,
  type FormState,
  isAtSend,
  isForm,
  isOutdated,
  isText,
  shownShape,
} from '../../state/explorer/form/forms.ts';
import { partsOf, shapeIn, shapeWords } from '../../state/explorer/form/shapes.ts';
import { type Clean, clean } from '../text/clean.ts';
import { brief, clip, fit, quoteText, quotedLines, type QuoteMarks, width, wrapText } from '../text/fit.ts';
import { count } from '../text/quantities.ts';
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { bodyRows } from '../../state/kernel/list-view.ts';
import { choiceHeight, type ChoiceRow, choiceRows } from '../../state/explorer/form/entering.ts';
import { scalarWords } from '../../state/explorer/form/typed-value.ts';
import type { OperationChoice } from '../../state/explorer/form/feature.ts';
import type { State } from '../../state/root/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { Sentence } from '../parts/text-lines.tsx';
import { Field } from '../parts/field.tsx';
import { CursorRows, type Part, plain, ScrolledLines } from '../parts/table.tsx';
import {
  type Extent,
  type ScreenDefinitions,
  textExtent,
  type ViewProps,
  bind,
  type BindingGroup,
  listKeysWithoutPages,
} from '../screen-definition.ts';
import { OperationScreenView, titleOf } from './form-view.tsx';
import { isRead } from '../../state/explorer/form/sending.ts';

// An operation and its answers: its description, its statuses, and the shape of each answer as a tree.

/** Maximum depth of the tree; deeper fields rarely help. */
const maxDepth = 4;
const maxLines = 600;
const maxLinesOfAnswer = 200;

/** A choice may have 100,000 values: the first ones decide the width of its names. */
const maxMeasured = 200;

interface Drawn {
  readonly columns: number;
  readonly by: QuoteMarks;
  readonly lines: readonly Clean[];
}

const knownLines = new WeakMap<DefinedOperation, Drawn>();

/** Cached for each width, because a tree resolves many shapes. */
function answerLines({ definition, operation }: FormScreen, columns: number, isReadAloud: boolean): readonly Clean[] {
  const known = knownLines.get(operation);
  const by = isReadAloud ? 'readAloud' : 'drawn';
  if (known?.columns === columns && known.by === by) return known.lines;
  const lines = linesOf(definition, operation, columns, by);
  knownLines.set(operation, { columns, by, lines });
  return lines;
}

function linesOf(
  definition: Definition,
  operation: DefinedOperation,
  columns: number,
  by: QuoteMarks,
): readonly Clean[] {
  const lines: Clean[] = [];
  const say = (text: string): void => void lines.push(clip(clean(text), columns));
  say(`${brief(operation.method)} ${operation.path}`);
  if (operation.operationId !== null) say(`id ${quoteText(operation.operationId)}`);
  lines.push(...quotedLines(operation.summary, columns, { by }));
  lines.push(...quotedLines(descriptionBeside(operation), columns, { by }));
  const { responses } = partsOf(definition, operation);
  if (responses.length === 0) say('The definition names no answers.');
  for (const { status, description, bodies } of responses) {
    if (lines.length >= maxLines) break;
    say(' ');
    say(
      `${brief(status)}  ${bodies.length === 0 ? 'nothing comes back' : bodies.map(({ type }) => brief(type)).join(', ')}`,
    );
    lines.push(...quotedLines(description, columns, { max: 10, by }));
    const [body] = bodies;
    if (body === undefined) continue;
    const tree = treeOf(definition, body.schema, columns);
    lines.push(...tree.slice(0, maxLinesOfAnswer));
    if (tree.length > maxLinesOfAnswer) say('  and more');
  }
  return lines.slice(0, maxLines);
}

function treeOf(definition: Definition, schema: Json, columns: number): readonly Clean[] {
  const lines: Clean[] = [];
  const label = (indent: number, name: string): Clean => {
    const maxCells = Math.floor(columns / 2);
    const text = clip(clean('  '.repeat(indent + 1) + name), maxCells);
    return fit(text, Math.max(Math.min(24, maxCells), width(text)));
  };
  const say = (name: Clean, words: string): void => {
    const [first = clean(''), ...rest] = wrapText(clean(words), Math.max(8, columns - width(name) - 2));
    const hang = ' '.repeat(width(name) + 2);
    lines.push(clean(`${name}  ${first}`), ...rest.map((line) => clean(hang + line)));
  };
  const visit = (shape: Shape, level: number): void => {
    if (level > maxDepth || lines.length > maxLinesOfAnswer) return;
    if (shape.kind === 'list') visit(shapeIn(definition, shape.items, '', true), level);
    if (shape.kind === 'choice') {
      for (const { name, schema: below } of shape.variants) {
        if (lines.length > maxLinesOfAnswer) return;
        say(label(level, 'either'), brief(name));
        visit(shapeIn(definition, below, '', true), level + 1);
      }
    }
    if (shape.kind !== 'object') return;
    for (const { name, schema: below } of shape.fields) {
      if (lines.length > maxLinesOfAnswer) return;
      const field = shapeIn(definition, below, name, true);
      const words = `${brief(shapeWords(definition, field, true))}${field.isNullable ? ' or null' : ''}`;
      say(label(level, name), words);
      visit(field, level + 1);
    }
    if (shape.more > 0) lines.push(clean(`${'  '.repeat(level + 1)}and ${count(shape.more)} more`));
  };
  const root = shapeIn(definition, schema, '', true);
  lines.push(clip(clean(`  ${brief(shapeWords(definition, root, true))}`), columns));
  visit(root, 1);
  return lines;
}

// Overlays of a form: a choice, the answers of the operation, and a confirmation before sending.

function ChoiceView({ state, screen: choice }: ViewProps<'operationChoice'>): ReactNode {
  if (!isForm(state)) return null;
  const { columns, screen } = state;
  const rows = choiceRows(state, choice);
  const cells = Math.min(
    Math.floor(columns / 2),
    Math.max(4, ...rows.slice(0, maxMeasured).map((row) => width(nameOf(row)))),
  );
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

function AnswersView({ state, screen: overlay }: ViewProps<'operationAnswers'>): ReactNode {
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

function answersExtent(state: State): Extent {
  return textExtent(state, isForm(state) ? answerLines(state.screen, state.columns, state.session.isPlain) : []);
}

/** Asks before a read whose name suggests that it deletes something. */
function AskedView({ state, screen: { call, word } }: ViewProps<'operationAsked'>): ReactNode {
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

// Keys of a form and of its overlays.

function hintIf(asks: (state: FormState) => boolean, yes: string | null, no: string | null) {
  return (state: State): string | null => (isForm(state) && asks(state) ? yes : no);
}

function isJsonLine(state: FormState): boolean {
  const field = fieldAtCursor(state);
  return field?.role === 'value' && !isText(state, field.path);
}

function hasWritableBody({ screen: { definition, operation } }: FormState): boolean {
  const { body } = partsOf(definition, operation);
  return body?.unusable === null && !body.isFile;
}

const setKey = bind(
  ['enter'],
  'set this field',
  { kind: 'operationFieldEntered', isInPlace: false },
  {
    hint: (state) => (!isForm(state) || isAtSend(state) ? null : isJsonLine(state) ? '$EDITOR' : 'set'),
  },
);

const sendKey = bind(['enter'], 'on Send: send it; a change is shown first', 'operationSendRequested', {
  hint: (state) =>
    isForm(state) && state.screen.marks !== null
      ? 'review'
      : hintIf(({ screen }) => isRead(screen.operation), 'send', 'request')(state),
});

const formKeys: BindingGroup = {
  title: 'One operation',
  bindings: [
    setKey,
    sendKey,
    bind(['s'], 'go to Send, the last line', 'operationSendReached', { hint: hintIf(isAtSend, null, 'go to Send') }),
    bind(
      ['l', 'right'],
      'set it, JSON in its line, too',
      { kind: 'operationFieldEntered', isInPlace: true },
      {
        hint: (state) => (isForm(state) && isJsonLine(state) ? 'in its line' : null),
      },
    ),
    bind(['-'], 'leave this field out', 'operationFieldUnset', { hint: hintIf(isAtSend, null, 'leave out') }),
    bind(['N'], 'send null in this field', 'operationFieldNulled'),
    bind(['space'], 'yes or no, or the next value', 'operationFieldTurned'),
    bind(['b'], 'write the body as JSON in $EDITOR', 'operationJsonOpened', {
      hint: hintIf(hasWritableBody, 'JSON', null),
    }),
    bind(['i'], 'what it is and answers', 'operationAnswersOpened', { hint: 'answers' }),
    bind(['y'], 'copy: curl, address, body', 'operationCopyOpened', { hint: 'copy' }),
    bind(['u'], 'undo the last change, or make it again', 'operationChangeUndone'),
    bind(['U'], 'clear the form', 'operationFormCleared'),
    bind(['r'], 'follow a definition that has changed', 'operationRefreshed', {
      hint: hintIf(isOutdated, 'refresh', null),
    }),
  ],
};

function refuseWithoutMarks(state: State): string | null {
  return isForm(state) && state.screen.marks === null ? 'this form is for one request' : null;
}

const typingKeys: BindingGroup = {
  title: 'A field of an operation',
  bindings: [
    bind(['enter'], 'set the field', 'operationTypingAccepted', { hint: 'set' }),
    bind(['tab'], 'a field of the system: {hostname}', 'operationTextCompleted', {
      hint: hintIf(({ screen }) => screen.marks?.kind === 'path', '{field}', null),
      refusal: refuseWithoutMarks,
    }),
    bind(['ctrl-o'], 'write it in $EDITOR, with line breaks', 'operationTextOpened', { hint: '$EDITOR' }),
    bind(['esc'], 'leave the field as it was', 'wentBack', { hint: 'cancel' }),
  ],
};

const choiceKeys: BindingGroup = {
  title: 'A choice',
  bindings: [
    bind(['enter', 'l', 'right', 'space'], 'choose it', 'operationChosen', { hint: 'choose' }),
    bind(['f', '/'], 'filter, or type another value', 'operationChoiceFiltered', { hint: 'filter' }),
    bind(['esc', 'h', 'left', 'q'], 'leave it as it was', 'overlayClosed', { hint: 'cancel' }),
  ],
};

const choiceFilterKeys: BindingGroup = {
  title: 'A choice, filtered',
  bindings: [
    bind(['enter'], 'choose it', 'operationChosen', { hint: 'choose' }),
    bind(['down'], 'move down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'move up', { kind: 'moved', motion: 'up' }),
    bind(['esc'], 'show all', 'wentBack', { hint: 'show all' }),
  ],
};

const answersKeys: BindingGroup = {
  title: 'What an operation answers',
  bindings: [bind(['esc', 'h', 'left', 'q', 'i', 'enter'], 'back to the form', 'overlayClosed', { hint: 'back' })],
};

const askedKeys: BindingGroup = {
  title: 'A read that may do more',
  bindings: [
    bind(['y'], 'send it', 'operationSendConfirmed', { hint: 'send it' }),
    bind(['esc', 'h', 'left', 'n', 'q'], 'send nothing', 'overlayClosed', { hint: 'send nothing' }),
  ],
};

/** Enter sends only when the cursor is on the line *Send*. */
function keysInForm(state: State): readonly BindingGroup[] {
  if (isForm(state) && state.screen.typing !== null) return [typingKeys];
  const idleKey = isForm(state) && isAtSend(state) ? setKey : sendKey;
  return [{ ...formKeys, bindings: formKeys.bindings.filter((binding) => binding !== idleKey) }, listKeysWithoutPages];
}

export const operationFormScreens: ScreenDefinitions<
  'operation' | 'operationChoice' | 'operationAnswers' | 'operationAsked'
> = {
  operation: {
    View: OperationScreenView,
    keys: [formKeys, listKeysWithoutPages],
    fieldKeys: [typingKeys],
    inForce: keysInForm,
    backHint: 'back',
  },
  operationChoice: { View: ChoiceView, keys: [choiceKeys, listKeysWithoutPages], fieldKeys: [choiceFilterKeys] },
  operationAnswers: { View: AnswersView, keys: [answersKeys, listKeysWithoutPages], extent: answersExtent },
  operationAsked: { View: AskedView, keys: [askedKeys] },
};
