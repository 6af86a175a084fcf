/** Forms: the settings of a table as fields that are typed or chosen, and applied all at once. */
import { atTop, type ListPosition } from './list-view.ts';
import { type Setting, settingsIn, type SettingsTable } from './setting.ts';

export interface Form {
  /** The text of each field, by the name of its setting. */
  readonly typed: Readonly<Record<string, string>>;
  readonly list: ListPosition;
  /** True after enter was pressed with an invalid field. */
  readonly isRefused: boolean;
}

export interface FormField extends Pick<Setting<never>, 'sentence' | 'unit' | 'help' | 'choices'> {
  readonly name: string;
  readonly typed: string;
  /** The text of the value before the form is applied. */
  readonly before: string;
  /** The error in the text; null when it is valid. */
  readonly fault: string | null;
}

export function formWith<Values extends object>(table: SettingsTable<Values>, values: Values): Form {
  const typed = Object.fromEntries(settingsIn(table).map(([name, { text }]) => [name, text(values[name])]));
  return { typed, list: atTop, isRefused: false };
}

export function fieldsOf<Values extends object>(
  table: SettingsTable<Values>,
  values: Values,
  { typed: texts }: Pick<Form, 'typed'>,
): readonly FormField[] {
  return settingsIn(table).map(([name, { sentence, unit = '', help, choices, text, read }]) => {
    const typed = texts[name] ?? '';
    const result = typed.trim() === '' ? null : read(typed.trim());
    const fault = result?.ok === false ? result.message : null;
    return { name, sentence, unit, help, choices, typed, before: text(values[name]), fault };
  });
}

/** Does the field contain changes that closing the form would lose? */
export function isTouched({ typed, before }: FormField): boolean {
  return typed.trim() !== '' && typed.trim() !== before.trim();
}

/** The values with the typed changes; an empty field changes nothing. Null when a field is invalid. */
export function applyForm<Values extends object>(
  table: SettingsTable<Values>,
  before: Values,
  { typed }: Pick<Form, 'typed'>,
): Values | null {
  let values = before;
  for (const [name, { read }] of settingsIn(table)) {
    const text = (typed[name] ?? '').trim();
    if (text === '') continue;
    const result = read(text);
    if (!result.ok) return null;
    values = { ...values, [name]: result.value };
  }
  return values;
}

/** A changed setting, with its value before and after as text. */
export interface SettingChange {
  readonly sentence: string;
  readonly unit: string;
  readonly from: string;
  readonly to: string;
  /** True when the setting protects less than before. */
  readonly isWeaker: boolean;
}

export function changedSettings<Values extends object>(
  table: SettingsTable<Values>,
  before: Values,
  after: Values,
): readonly SettingChange[] {
  return settingsIn(table).flatMap(([name, { sentence, unit = '', text, isWeaker }]) => {
    const [from, to] = [text(before[name]), text(after[name])];
    const isLess = isWeaker?.(before[name], after[name]) === true;
    return from === to && !isLess ? [] : [{ sentence, unit, from, to, isWeaker: isLess }];
  });
}

export function nextChoice({ choices, typed }: FormField, by: 1 | -1): string {
  if (choices === null) return typed;
  const at = choices.indexOf(typed) + by;
  return choices.at(at % choices.length) ?? typed;
}

// Typed text: its maximum length, when keys count, and which text must not leave a field.

/** Maximum characters of a line, because it is parsed and drawn at every letter. */
export const maxTypedLength = 2000;

/** Maximum characters of a field whose text is a value rather than a filter. */
export const maxValueLength = 10_000;

/**
 * Quiet period in milliseconds: without a key for this long, you have stopped typing ahead and see the screen. Before
 * it ends, keys may have been meant for the previous screen.
 */
export const quietMs = 400;

/** 63 letters and digits (specification, "Authentication", 3), with no other letters or digits beside them. */
const tokenForm = /(?<![a-z0-9])[a-z0-9]{63}(?![a-z0-9])/i;

/** A token typed into the wrong field must not reach an address, the arguments of a program, or a file. */
export function holdsToken(text: string): boolean {
  return tokenForm.test(text);
}

/** Addresses appear in the logs of every server and proxy on the way. */
export const tokenNotSent = {
  kind: 'warning',
  text: 'That looks like an access token. It was not sent.',
} as const;
