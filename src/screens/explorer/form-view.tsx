/** The form of one operation: a head, and a line for each field. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { descriptionBeside } from '../../api/openapi/prose.ts';
import { bodyRows } from '../../state/kernel/list-view.ts';
import {
  entriesShown,
  footRows,
  type FormScreen,
  type FormState,
  isOutdated,
  isSecretTyped,
  shownShape,
} from '../../state/explorer/form/forms.ts';
import { bodyHeading, type Entry, type FieldEntry, fieldsIn } from '../../state/explorer/form/form-lines.ts';
import { partsOf } from '../../state/explorer/form/shapes.ts';
import type { State } from '../../state/root/state.ts';
import { ScreenFrame, type Title } from '../frame/screen-frame.tsx';
import { Field } from '../parts/field.tsx';
import { type Tone, PlainContext, useTones } from '../parts/root-context.ts';
import { CURSOR, type Part, PartsLine, plain, Row } from '../parts/table.tsx';
import type { ViewProps } from '../screen-definition.ts';
import { type Clean, clean } from '../text/clean.ts';
import {
  brief,
  clip,
  fit,
  quoteText,
  quotedLines,
  type QuoteMarks,
  statusLine,
  type StatusPart,
  width,
} from '../text/fit.ts';
import { plural } from '../text/quantities.ts';
import {
  fieldWords,
  type FieldWords,
  markedWords,
  noteOf,
  type NowColumn,
  nowColumn,
  nowSays,
  nowTitle,
  setWords,
  typingWords,
} from './field-words.ts';

/** Minimum width for notes; below it, only the foot shows the note of the field at the cursor. */
const wideColumns = 60;
const maxLabel = 40;
/** Limit on measured labels: a list may have any number of items. */
const maxMeasured = 500;
/** Cells of the cursor, the sign of a required field, and blanks. */
const gutter = 4;
const signCells = 3;
const leastValue = 8;

type Line =
  | { readonly kind: 'text'; readonly text: Clean; readonly tone: Tone; readonly isHead?: true }
  | { readonly kind: 'field'; readonly field: FieldEntry };

export function OperationScreenView({ state: all, screen }: ViewProps<'operation'>): ReactNode {
  const state: FormState = { ...all, screen };
  const { columns, rows } = state;
  const entries = entriesShown(state);
  const fields = fieldsIn(entries);
  const foot = footRows(rows);
  const height = Math.max(1, bodyRows(rows) - foot);
  const lines = [...headLines(screen, columns, height, marksFor(state)), ...entries.map(lineOf(screen))];
  const row = Math.min(screen.list.row, fields.length - 1);
  const shown = inView(lines, fields[row], height);
  const isPlain = useContext(PlainContext) !== null;
  const blank = isPlain ? 0 : height - shown.length;
  return (
    <ScreenFrame
      state={state}
      title={titleOf(screen)}
      facts={isOutdated(state) ? outdated : factsOf(state, fields)}
      factsTone={isOutdated(state) ? 'warning' : undefined}
    >
      <FieldLines state={state} lines={shown} fields={fields} at={fields[row]} />
      {Array.from({ length: blank }, (_, at) => (
        <Text key={at}> </Text>
      ))}
      <Foot state={state} field={fields[row]} rows={foot} />
    </ScreenFrame>
  );
}

/** `POST …/enrolment-keys` */
export function titleOf({ operation: { method, path } }: FormScreen): Title {
  return { method: clean(brief(method)), path: clean(path.replace(/^\/org\/\{[^{}]*\}(?=\/)/, '…')) };
}

const outdated = clean('The definition has changed since this form was opened. r refreshes the form.');

const weightWords = { read: 'reads', change: 'changes something', heavy: 'changes something, heavy' } as const;

function factsOf(state: FormState, fields: readonly FieldEntry[]): Clean {
  const { screen } = state;
  const { operation, marks } = screen;
  const set = setWords(state, fields).map((words): StatusPart => ({ text: words, weight: 60 }));
  const about: StatusPart[] =
    operation.summary === '' || !isShortSummary(screen, state.columns)
      ? []
      : [{ text: quoteText(operation.summary), weight: 50 }];
  const old: StatusPart[] = operation.isDeprecated ? [{ text: 'deprecated', weight: 55 }] : [];
  const systems = plural(state.marks.marked.size, 'marked system');
  const forAll: StatusPart[] = marks === null ? [] : [{ text: `for ${systems}`, weight: 90 }];
  return statusLine([...about, ...forAll, { text: weightWords[operation.weight] }, ...old, ...set], state.columns);
}

/** A longer summary gets lines of its own below the title. */
function isShortSummary({ operation }: FormScreen, columns: number): boolean {
  return operation.summary.length <= 200 && width(clean(quoteText(operation.summary))) <= columns / 2;
}

function marksFor({ session }: State): QuoteMarks {
  return session.isPlain ? 'readAloud' : 'drawn';
}

/** The operation's description in the definition; a long one is cut. */
function headLines(screen: FormScreen, columns: number, height: number, by: QuoteMarks): readonly Line[] {
  const { operation, definition } = screen;
  const lines: Line[] = [];
  const say = (text: Clean, tone: Tone = 'dim'): void => void lines.push({ kind: 'text', text, tone });
  const unusable = operation.unusable;
  if (unusable !== null) say(clip(clean(`  ! ${brief(unusable)}`), columns), 'warning');
  const maxHead = Math.min(3, Math.floor(height / 4));
  const texts = [...(isShortSummary(screen, columns) ? [] : [operation.summary]), descriptionBeside(operation)];
  const said = texts.flatMap((text) => quotedLines(text, columns - 2, { max: Math.max(1, maxHead), by }));
  for (const line of said.slice(0, maxHead)) say(clean(`  ${line}`));
  const { responses, parameters, body } = partsOf(definition, operation);
  if (responses.length > 0 && height >= 8) {
    const statuses = responses.slice(0, 20).map(({ status }) => brief(status));
    say(clip(clean(`  answers ${statuses.join(', ')} · i shows each`), columns));
  }
  if (parameters.length === 0 && body === null) say(clip(clean('  There is nothing to set.'), columns), 'plain');
  return lines;
}

function lineOf(screen: FormScreen): (entry: Entry) => Line {
  return (entry) => {
    if (entry.kind === 'field') return { kind: 'field', field: entry };
    if (entry.kind === 'remark') return { kind: 'text', text: clean(`    ${brief(entry.text)}`), tone: 'dim' };
    if (!entry.text.startsWith(bodyHeading)) return { kind: 'text', text: clean(`  ${entry.text}`), tone: 'dim' };
    const message = nowSays(screen);
    const text = clean(`  ${entry.text}${message === null ? '' : ` · ${message}`}`);
    return { kind: 'text', text, tone: 'dim', ...(message === null && { isHead: true }) };
  };
}

/** The lines around the cursor. They scroll by half a screen, so that most keys redraw two lines. */
function inView(lines: readonly Line[], at: FieldEntry | undefined, height: number): readonly Line[] {
  const own = lines.findIndex((line) => line.kind === 'field' && line.field === at);
  const isLast = !lines.slice(own + 1).some(({ kind }) => kind === 'field');
  // Remarks below the last field are shown with it.
  const line = isLast && lines.length - own <= height ? lines.length - 1 : own;
  const half = Math.max(1, Math.floor(height / 2));
  const top = line < height ? 0 : Math.ceil((line - height + 1) / half) * half;
  const first = Math.min(top, Math.max(0, lines.length - height));
  return lines.slice(first, first + height);
}

/** The widest label. Without room for notes, labels get the cells that the visible values leave. */
function labelCells(fields: readonly FieldEntry[], columns: number, values: number): number {
  const share = Math.floor(columns * 0.4);
  const maxCells = Math.min(
    maxLabel,
    columns < wideColumns ? Math.max(share, columns - gutter - signCells - values) : share,
  );
  return fields
    .slice(0, maxMeasured)
    .reduce((cells, { label }) => Math.max(cells, Math.min(maxCells, width(clip(clean(label), maxCells)))), 4);
}

interface FieldLinesProps {
  readonly state: FormState;
  readonly lines: readonly Line[];
  readonly fields: readonly FieldEntry[];
  readonly at: FieldEntry | undefined;
}

function FieldLines({ state, lines, fields, at }: FieldLinesProps): ReactNode {
  const { columns, screen } = state;
  const told = new Map(
    lines.flatMap((line) => (line.kind === 'field' ? [[line.field, fieldWords(state, line.field)]] : [])),
  );
  const longest = Math.max(leastValue, ...Array.from(told.values(), ({ value }) => width(clip(clean(value), columns))));
  const labels = labelCells(fields, columns, longest);
  // Cells of the cursor, a sign, the label, and the sign of a JSON value.
  const lead = gutter + labels + signCells;
  const room = columns - lead;
  const now = nowColumn(state, [...told.keys()]);
  const beside = Array.from(
    told.values(),
    ({ note, wrong }) => width(clip(clean(wrong === null ? note : `! ${wrong}`), columns)) + 2,
  );
  const unnoted = room - (now === null ? 0 : now.cells + 2) - Math.max(0, ...beside);
  const most = columns < wideColumns ? room : Math.max(leastValue, Math.floor(room * 0.45), unnoted);
  const isPlain = useContext(PlainContext) !== null;
  const cells = Math.min(most, longest);
  return lines.map((line, index) => {
    if (line.kind === 'text') {
      const title = line.isHead !== true || now === null || isPlain ? '' : nowTitle;
      const text = title === '' ? line.text : clean(`${fit(line.text, lead + cells + 2)}${title}`);
      return <PartsLine key={index} parts={[{ text: clip(text, columns), tone: line.tone }]} />;
    }
    const { field } = line;
    const words = told.get(field);
    if (words === undefined) return null;
    if (field === at && screen.typing !== null) {
      return <TypedLine key={index} state={state} field={field} labels={labels} />;
    }
    return (
      <Row
        key={index}
        hasCursor={field === at}
        width={columns}
        parts={fieldParts(field, words, { columns, labels, cells, now: nowText(now, field, isPlain) })}
      />
    );
  });
}

/** A screen reader has no columns, so the column's name precedes the value. Null if there is no such column. */
function nowText(now: NowColumn | null, field: FieldEntry, isPlain: boolean): Clean | null {
  if (now === null) return null;
  const text = now.words.get(field);
  if (isPlain) return text === undefined ? null : clean(`now ${text}`);
  return fit(text ?? clean(''), now.cells);
}

interface FieldCells {
  readonly columns: number;
  readonly labels: number;
  readonly cells: number;
  readonly now: Clean | null;
}

function fieldParts(
  field: FieldEntry,
  words: FieldWords,
  { columns, labels, cells, now }: FieldCells,
): readonly Part[] {
  const label = fit(clean(field.label), labels);
  const note = words.wrong === null ? words.note : `! ${words.wrong}`;
  // A line with only a note has no columns.
  const isSaying = words.value === '' && (now ?? '').trim() === '' && width(clean(note)) > 0;
  const value = isSaying
    ? clean('')
    : fit(clean(words.value), Math.max(0, Math.min(cells, columns - gutter - labels - signCells)));
  const before = now === null || isSaying ? clean('') : clean(`  ${now}`);
  const left = columns - gutter - labels - signCells - width(value) - width(before) - 2;
  const isNoted = left >= 8 && (columns >= wideColumns || words.wrong !== null);
  return [
    plain(` ${field.isRequired ? '*' : ' '} `),
    { text: label, tone: 'plain' },
    { text: clean(words.isJson ? ' › ' : '   '), tone: 'dim' },
    { text: value, tone: words.isSet ? 'accent' : 'dim' },
    { text: before, tone: 'dim' },
    {
      text: clean(isNoted ? `  ${clip(clean(note), left)}` : ''),
      tone: words.wrong === null ? 'dim' : 'warning',
    },
  ];
}

interface TypedLineProps extends Pick<FieldLinesProps, 'state'> {
  readonly field: FieldEntry;
  readonly labels: number;
}

function TypedLine({ state, field, labels }: TypedLineProps): ReactNode {
  const { typing } = state.screen;
  const isPlain = useContext(PlainContext) !== null;
  const said = typingWords(state);
  const lead = `${isPlain ? '' : CURSOR} ${field.isRequired ? '*' : ' '} ${fit(clean(field.label), labels)}  `;
  return (
    <Field
      label={clean(lead)}
      value={typing?.text ?? ''}
      columns={state.columns}
      isSecret={isSecretTyped(state)}
      {...(said !== null && state.columns >= wideColumns && { note: clean(`  ${said.text}`) })}
    />
  );
}

interface FootProps {
  readonly state: FormState;
  readonly field: FieldEntry | undefined;
  readonly rows: number;
}

function Foot({ state, field, rows }: FootProps): ReactNode {
  const tones = useTones();
  if (field === undefined) return null;
  const { columns } = state;
  const first = footWords(state, field);
  const told = quotedLines(descriptionOf(state, field), columns, { max: rows - 1, by: marksFor(state) });
  const among = field.role === 'value' ? markedWords(state, field.path) : null;
  const counted: readonly Part[] = among === null ? [] : [{ text: clean(`now: ${among}`), tone: 'plain' }];
  const said: readonly Part[] = [first, ...counted, ...told.map((text) => ({ text, tone: 'dim' as const }))];
  return said.slice(0, rows).map(({ text, tone }, at) => (
    <Text key={`foot ${at}`} wrap="truncate" {...tones[tone]}>
      {text === '' ? ' ' : clip(text, columns)}
    </Text>
  ));
}

function footWords(state: FormState, field: FieldEntry): Part {
  const { typing, definition } = state.screen;
  const isNarrow = state.columns < wideColumns;
  const said = typingWords(state);
  if (said !== null && isNarrow) return { text: clean(said.text), tone: said.isFault ? 'warning' : 'dim' };
  if (field.role === 'marks')
    return { text: clean('The marks stand here. The list of systems changes them.'), tone: 'dim' };
  if (field.role === 'organisation')
    return { text: clean('The open organisation. @ in the list of systems switches it.'), tone: 'dim' };
  if (typing !== null) {
    return { text: clean(noteOf(definition, shownShape(state, typing.path))), tone: 'dim' };
  }
  const { wrong, note, isSet } = fieldWords(state, field);
  if (wrong !== null && (isNarrow || note === '')) return { text: clean(`! ${wrong}`), tone: 'warning' };
  return { text: clean(`${field.isRequired && !isSet ? 'must be set · ' : ''}${note}`), tone: 'dim' };
}

function descriptionOf(state: FormState, { path, role, description }: FieldEntry): string {
  if (description !== '' || role === 'organisation' || role === 'marks' || role === 'unusable' || role === 'send')
    return description;
  return shownShape(state, path).description;
}
