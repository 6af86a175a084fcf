/** Text fields: ink-text-input draws the parts before and after the caret; the keyboard handles the keys. */
import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import { type ReactNode, useContext, useSyncExternalStore } from 'react';
import { FieldContext, PlainContext, type Tone, useTones } from './root-context.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fit, quoteText, width, wrapText } from '../text/fit.ts';
import { type Remark, bind, type Binding, type BindingGroup } from '../screen-definition.ts';
import { fieldText, isCommandInField } from '../../state/root/navigation.ts';
import type { State } from '../../state/root/state.ts';
import type { Form, FormField } from '../../state/kernel/form.ts';
import { CURSOR } from './table.tsx';

interface LabelledProps {
  readonly label: Clean;
  readonly value: string;
  readonly columns: number;
}

interface FieldProps extends LabelledProps {
  readonly isSecret?: boolean;
  readonly note?: Clean | undefined;
}

/** One line: the label, then the text. If the text is wider than the line, its end at the caret is shown. */
export function Field({ label, value, columns, isSecret = false, note }: FieldProps): ReactNode {
  const link = useContext(FieldContext);
  const tones = useTones();
  const shown = isSecret ? dotsFor(value) : value;
  const caret = useSyncExternalStore(link?.caret.subscribe ?? noChanges, () => link?.caret.at(shown) ?? shown.length);
  const room = Math.max(5, columns - width(label) - 1);
  const [under = ' ', ...following] = Array.from(shown.slice(caret));
  const before = lastOf(Array.from(shown.slice(0, caret)), room - cells(under));
  const after = firstOf(following, room - cells(before) - cells(under));
  return (
    <Box width={columns} height={1} overflow="hidden">
      <Box flexShrink={0}>
        <Text {...tones.accent}>{label} </Text>
      </Box>
      <Text>
        <TextInput value={clean(before)} {...drawnOnly} />
        <Text inverse>{clean(under)}</Text>
        <TextInput value={clean(after)} {...drawnOnly} />
      </Text>
      {note !== undefined && (
        <Box flexShrink={0}>
          <Text {...tones.dim}>{clip(note, Math.max(0, room - cells(before + under + after)))}</Text>
        </Box>
      )}
    </Box>
  );
}

const noChanges = () => () => undefined;

/** Without focus, ink-text-input handles no key and draws no caret. */
const drawnOnly = { focus: false, onChange: () => undefined } as const;

/** A secret as dots: only its length is visible. */
export function dotsFor(secret: string): string {
  return '•'.repeat(secret.length);
}

/** A labelled text that does not take keys. */
export function Said({ label, value, columns }: LabelledProps): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate">
      <Text {...tones.dim}>{label} </Text>
      {clip(clean(value), columns - width(label) - 1)}
    </Text>
  );
}

function cells(text: string): number {
  return width(clean(text));
}

/** As many characters from the start as fit. */
function firstOf(characters: readonly string[], room: number): string {
  let used = 0;
  const most = characters.findIndex((character) => (used += cells(character)) > room);
  return characters.slice(0, most === -1 ? undefined : most).join('');
}

/** As many characters from the end as fit. */
function lastOf(characters: readonly string[], room: number): string {
  let used = 0;
  const before = characters.findLastIndex((character) => (used += cells(character)) > room);
  return characters.slice(before + 1).join('');
}

interface RemarkedProps extends LabelledProps {
  readonly remark: Remark | null;
}

/** A field in the line above the hints, with a remark if both fit. */
export function RemarkedLine({ remark, ...field }: RemarkedProps): ReactNode {
  const tones = useTones();
  const said = remark === null ? null : remarkBeside({ remark, ...field });
  return (
    <Box width={field.columns} height={1} overflow="hidden">
      <Field {...field} columns={field.columns - (said === null ? 0 : width(said))} />
      {said !== null && (
        <Box flexShrink={0}>
          <Text {...tones[remarkTone(remark)]}>{said}</Text>
        </Box>
      )}
    </Box>
  );
}

/** Null if the text needs the room: a remark never hides it. */
function remarkBeside({ remark, label, value, columns }: RemarkedProps): Clean | null {
  const room = columns - width(label) - cells(value) - 2;
  if (remark === null || width(remark.text) + REMARK_GAP > room) return null;
  return clean(' '.repeat(REMARK_GAP) + remark.text);
}

const REMARK_GAP = 2;

/**
 * A mistake in a filter, and the filter that stays in force; null if the text marks systems, because no filter is in
 * force then.
 */
export function faultRemark(
  { message, isUnfinished }: { readonly message: string; readonly isUnfinished: boolean },
  isRefused: boolean,
  inForce: string | null,
): Remark {
  const showing = inForce === '' ? 'all' : quoteText(inForce ?? '');
  const stays = inForce === null ? 'Nothing is marked yet.' : `Still showing ${showing}.`;
  const isMore = isUnfinished && !isRefused;
  const text = clean(`${isMore ? '' : '! '}${message}${/[.?]$/.test(message) ? '' : '.'} ${stays}`);
  return { text, kind: isMore ? 'unfinished' : 'fault' };
}

/** The remark, if it does not fit beside the text; else null. */
export function remarkBelow(line: RemarkedProps): Remark | null {
  const { remark } = line;
  return remark !== null && remark.kind !== 'count' && remarkBeside(line) === null ? remark : null;
}

function remarkTone(remark: Remark | null): Tone {
  return remark?.kind === 'fault' ? 'warning' : 'dim';
}

/** Draws the remark in the line of the hints. */
export function RemarkLine({ remark, columns }: { readonly remark: Remark; readonly columns: number }): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate" {...tones[remarkTone(remark)]}>
      {clip(remark.text, columns)}
    </Text>
  );
}

function isCommandHere(state: State): boolean {
  return isCommandInField(state, '?', fieldText(state));
}

/** `?` shows the filter language unless it is part of the text; ctrl-g shows it everywhere. */
export const languageBindings: readonly Binding[] = [
  bind(['?'], 'show the filter language', 'helpOpened', {
    hint: (state) => (isCommandHere(state) ? 'language' : null),
  }),
  bind(['ctrl-g'], 'show the filter language, behind text too', 'helpOpened', {
    hint: (state) => (isCommandHere(state) ? null : 'language'),
  }),
];

/** The keys of a prompt without keys of its own. */
export const promptKeys: BindingGroup = {
  title: 'Prompt',
  bindings: [
    bind(['enter'], 'apply the text', 'promptAccepted', { hint: 'apply' }),
    bind(['esc'], 'cancel, and restore the list', 'wentBack', { hint: 'leave' }),
    bind(['down'], 'move down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'move up', { kind: 'moved', motion: 'up' }),
  ],
};

// A form: sentences with their values, one field that takes keys, errors at their fields, and help at the foot.

interface FormRowsProps {
  readonly form: Form;
  readonly fields: readonly FormField[];
  readonly columns: number;
  readonly height: number;
}

/** On a narrower screen the value stands under its sentence. */
const wideColumns = 72;

const cursor = `${CURSOR} `;
const blank = ' '.repeat(cursor.length);

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

/** The help for typing in a field, after a blank line if there is room. */
function helpLines(field: FormField | undefined, columns: number, height: number): readonly Clean[] {
  if (field === undefined || height < 5) return [];
  const unchanged = field.choices === null ? ' Empty: unchanged.' : '';
  const lines = wrapText(clean(field.help + unchanged), columns);
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
  readonly label: Clean;
  readonly hasCursor: boolean;
  readonly columns: number;
  /** The cursor is in the line above. */
  readonly isBelow?: boolean;
}

/** The value with its unit, and its former value if you changed it. */
function Value({ field, label, hasCursor, columns, isBelow = false }: ValueProps): ReactNode {
  const tones = useTones();
  const { typed, before, choices } = field;
  const lead = clean((hasCursor && !isBelow ? cursor : blank) + label);
  const note = clean(noteOf(field));
  if (hasCursor && choices === null) {
    // The caret replaces the first blank.
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

export const formKeys: BindingGroup = {
  title: 'Form',
  bindings: [
    bind(['enter'], 'save all fields', 'settingsApplied', { hint: 'save' }),
    bind(['esc'], 'close the form', 'wentBack', { hint: 'cancel' }),
    bind(['tab', 'down'], 'next field', { kind: 'moved', motion: 'down' }, { hint: 'next' }),
    bind(['shift-tab', 'up'], 'previous field', { kind: 'moved', motion: 'up' }),
  ],
};

export const choiceKeys: BindingGroup = {
  title: 'Choice',
  bindings: [
    bind(['space', 'right'], 'choose the next value', { kind: 'choiceMoved', by: 1 }, { hint: 'change' }),
    bind(['left'], 'choose the previous value', { kind: 'choiceMoved', by: -1 }),
    bind(['y'], 'choose yes', { kind: 'choiceTyped', word: 'yes' }),
    bind(['n'], 'choose no', { kind: 'choiceTyped', word: 'no' }),
  ],
};
