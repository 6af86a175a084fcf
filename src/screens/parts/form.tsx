/** A form: sentences with their values, one field that takes keys, faults at their fields, and help at the foot. */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import type { Form, FormField } from '../../state/kernel/form.ts';
import { bind, type BindingGroup } from '../keys/binding.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fit, width, wrapped } from '../text/fit.ts';
import { Field } from './field.tsx';
import { PlainContext, useTones } from './root-context.ts';
import { CURSOR } from './table.tsx';

interface FormRowsProps {
  readonly form: Form;
  readonly fields: readonly FormField[];
  readonly columns: number;
  /** The lines that the form may take. */
  readonly height: number;
}

/** On a narrower screen the value stands under its sentence. */
const wideColumns = 72;

const cursor = `${CURSOR} `;
const blank = ' '.repeat(cursor.length);

/** The fields around the one that takes keys, as many as there is room for. */
export function FormRows({ form, fields, columns, height }: FormRowsProps): ReactNode {
  const tones = useTones();
  const isPlain = useContext(PlainContext) !== null;
  const { row } = form.list;
  const isWide = columns >= wideColumns;
  const sentenceCells = Math.max(0, ...fields.map(({ sentence }) => width(clean(sentence)))) + 2;
  const help = helpLines(fields[row], columns, height);
  const lines = fields.flatMap((field, at) => {
    const isSaid = at !== row || form.isRefused;
    const hasCursor = at === row;
    const sentence = clean(field.sentence);
    const drawn = isWide
      ? [<Value key={field.name} field={field} label={fit(sentence, sentenceCells)} {...{ hasCursor, columns }} />]
      : [
          <Sentence key={field.name} {...{ hasCursor, columns, sentence }} />,
          <Value key={`${field.name} value`} field={field} label={clean(' ')} {...{ hasCursor, columns }} isBelow />,
        ];
    const indent = isPlain && hasCursor ? '' : blank;
    const fault =
      field.fault === null || !isSaid ? null : (
        <Text key={`${field.name} fault`} {...tones.warning}>
          {clip(clean(`${indent}! ${field.fault}`), columns)}
        </Text>
      );
    return [...drawn, ...(fault === null ? [] : [fault])].map((node) => ({ node, at }));
  });
  const room = Math.max(1, height - help.length);
  const first = lines.findIndex(({ at }) => at === row);
  const own = lines.filter(({ at }) => at === row).length;
  const top = Math.max(0, Math.min(first - Math.floor(Math.max(0, room - own) / 2), lines.length - room));
  return (
    <>
      {lines.slice(top, top + room).map(({ node }) => node)}
      {help.map((line, at) => (
        <Text key={`help ${at}`} {...tones.dim}>
          {line}
        </Text>
      ))}
    </>
  );
}

/** The help for typing in a field; with a blank line above where there is room. */
function helpLines(field: FormField | undefined, columns: number, height: number): readonly Clean[] {
  if (field === undefined || height < 5) return [];
  const unchanged = field.choices === null ? ' Empty: unchanged.' : '';
  const lines = wrapped(clean(field.help + unchanged), columns);
  return height < 9 ? lines.slice(0, 2) : [clean(' '), ...lines];
}

interface SentenceProps {
  readonly hasCursor: boolean;
  readonly columns: number;
  readonly sentence: Clean;
}

function Sentence({ hasCursor, columns, sentence }: SentenceProps): ReactNode {
  const tones = useTones();
  return (
    <Text {...(hasCursor ? tones.accent : tones.plain)}>
      {clip(clean((hasCursor ? cursor : blank) + sentence), columns)}
    </Text>
  );
}

interface ValueProps {
  readonly field: FormField;
  /** The text before the value. */
  readonly label: Clean;
  readonly hasCursor: boolean;
  readonly columns: number;
  /** The cursor is in the line above. */
  readonly isBelow?: boolean;
}

/** The value with its unit, and its former value if it was changed. */
function Value({ field, label, hasCursor, columns, isBelow = false }: ValueProps): ReactNode {
  const tones = useTones();
  const { typed, before, choices } = field;
  const lead = clean((hasCursor && !isBelow ? cursor : blank) + label);
  const note = clean(noteOf(field));
  if (hasCursor && choices === null) {
    // The caret takes the place of the first blank.
    return <Field label={lead} value={typed} columns={columns} note={clean(note.slice(1))} />;
  }
  const value = clean(typed.trim() === '' ? before : typed);
  const room = Math.max(0, columns - width(lead) - 1);
  const shown = clip(value, room);
  return (
    <Box width={columns} height={1} overflow="hidden">
      <Text wrap="truncate">
        <Text {...(hasCursor ? tones.accent : tones.plain)}>{lead} </Text>
        <Text inverse={hasCursor} {...(typed.trim() === '' && !hasCursor ? tones.dim : tones.plain)}>
          {shown}
        </Text>
        <Text {...tones.dim}>{clip(note, room - width(shown))}</Text>
      </Text>
    </Box>
  );
}

function noteOf({ typed, before, unit = '' }: FormField): string {
  const words = unit === '' ? '' : ` ${unit}`;
  if (typed.trim() === '') return `${words}  (unchanged: ${before})`;
  return typed.trim() === before ? words : `${words}  (was ${before})`;
}

/** The keys of every form. */
export const formKeys: BindingGroup = {
  title: 'Form',
  bindings: [
    bind(['enter'], 'save all fields', 'settingsApplied', { hint: 'save' }),
    bind(['esc'], 'close the form', 'wentBack', { hint: 'cancel' }),
    bind(['tab', 'down'], 'next field', { kind: 'moved', motion: 'down' }, { hint: 'next' }),
    bind(['shift-tab', 'up'], 'previous field', { kind: 'moved', motion: 'up' }),
  ],
};

/** The keys in a field of choices. */
export const choiceKeys: BindingGroup = {
  title: 'Choice',
  bindings: [
    bind(['space', 'right'], 'choose the next value', { kind: 'choiceMoved', by: 1 }, { hint: 'change' }),
    bind(['left'], 'choose the previous value', { kind: 'choiceMoved', by: -1 }),
    bind(['y'], 'choose yes', { kind: 'choiceTyped', word: 'yes' }),
    bind(['n'], 'choose no', { kind: 'choiceTyped', word: 'no' }),
  ],
};
