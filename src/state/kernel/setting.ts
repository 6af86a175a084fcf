/**
 * Settings as tables: a row defines the name in the settings file, the meaning, the default, and how a value is typed,
 * stored and weakened. Forms, the file and its schema derive from the tables.
 */

/** Result of parsing a typed value; `message`: the error, as a sentence. */
type SettingRead<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

interface About<T> {
  /** Key in the settings file. */
  readonly inFile: string;
  readonly initial: T;
  /** The setting's effect; its value completes the sentence. */
  readonly sentence: string;
  /** Follows the value: `days`. */
  readonly unit?: string;
  readonly help: string;
  /** Does a change protect less? Such a change must be confirmed before it is saved. */
  readonly isWeaker?: (before: T, after: T) => boolean;
  /** Deletions depend on it: an unreadable value in the settings file makes the session read-only. */
  readonly protects?: boolean;
}

export interface Setting<T> extends About<T> {
  /** The words to choose from; null when a value is typed. */
  readonly choices: readonly string[] | null;
  /** Schema of its value in the file (JSON Schema, 2020-12). */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly text: (value: T) => string;
  readonly read: (typed: string) => SettingRead<T>;
  /** Decodes a value of the settings file; undefined when it is invalid. */
  readonly decode: (stored: unknown) => T | undefined;
  /** Encodes a value for the settings file; undefined leaves it out. */
  readonly encode: (value: T) => unknown;
}

export type SettingsTable<Values> = { readonly [Name in keyof Values]: Setting<Values[Name]> };

export type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer T> ? T : never;
};

/** The word that clears a setting (names, a word, or a colour). */
const none = 'none';

export function numberSetting(about: About<number> & { readonly min: number; readonly max: number }): Setting<number> {
  const { min, max } = about;
  const isIn = (value: number): boolean => Number.isInteger(value) && value >= min && value <= max;
  return {
    ...about,
    choices: null,
    schema: { type: 'integer', minimum: min, maximum: max },
    text: String,
    read(typed) {
      const value = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN;
      return isIn(value) ? { ok: true, value } : { ok: false, message: `Type a number from ${min} to ${max}.` };
    },
    decode: (stored) => (typeof stored === 'number' && isIn(stored) ? stored : undefined),
    encode: (value) => value,
  };
}

export function limitSetting(
  about: About<number | null> & { readonly min: number; readonly max: number },
): Setting<number | null> {
  const { inFile, sentence, help, min, max } = about;
  const ofNumbers = numberSetting({ inFile, sentence, help, min, max, initial: min });
  return {
    ...about,
    choices: null,
    schema: ofNumbers.schema,
    text: (value) => value?.toString() ?? none,
    read(typed) {
      if (typed.toLowerCase() === none) return { ok: true, value: null };
      const read = ofNumbers.read(typed);
      return read.ok ? read : { ok: false, message: read.message.replace(/\.$/, ', or none.') };
    },
    decode: ofNumbers.decode,
    encode: (value) => value ?? undefined,
  };
}

export function yesNoSetting(about: About<boolean>): Setting<boolean> {
  const choices = ['yes', 'no'];
  return {
    ...about,
    choices,
    schema: { type: 'boolean' },
    text: (value) => (value ? 'yes' : 'no'),
    read: (typed) => (choices.includes(typed) ? { ok: true, value: typed === 'yes' } : oneOf(choices)),
    decode: (stored) => (typeof stored === 'boolean' ? stored : undefined),
    encode: (value) => value,
  };
}

export function oneOfSetting<Word extends string>(
  about: About<Word> & { readonly of: readonly Word[] },
): Setting<Word> {
  const knownWord = (text: unknown): Word | undefined => about.of.find((word) => word === text);
  return {
    ...about,
    choices: about.of,
    schema: { enum: about.of },
    text: (value) => value,
    read(typed) {
      const value = knownWord(typed);
      return value === undefined ? oneOf(about.of) : { ok: true, value };
    },
    decode: knownWord,
    encode: (value) => value,
  };
}

export function choiceSetting<Word extends string>(
  about: About<Word | null> & { readonly of: readonly Word[] },
): Setting<Word | null> {
  const choices = [none, ...about.of];
  const { schema, decode } = oneOfSetting<Word>({ ...about, initial: about.of[0] as Word });
  return {
    ...about,
    choices,
    schema,
    text: (value) => value ?? none,
    read(typed) {
      const value = typed === none ? null : decode(typed);
      return value === undefined ? oneOf(choices) : { ok: true, value };
    },
    decode,
    encode: (value) => value ?? undefined,
  };
}

function oneOf(choices: readonly string[]): { readonly ok: false; readonly message: string } {
  return { ok: false, message: `Choose one of ${choices.join(', ')}.` };
}

/** A short text, or none. `fault`: why a text is refused, as a sentence. */
export function wordSetting(
  about: About<string | null> & { readonly maxLength: number; readonly fault?: (text: string) => string | null },
): Setting<string | null> {
  const { maxLength, fault } = about;
  const faultIn = (text: string): string | null =>
    text.length > maxLength ? `Type at most ${maxLength} characters.` : (fault?.(text) ?? null);
  return {
    ...about,
    choices: null,
    schema: { type: 'string', maxLength: maxLength },
    text: (value) => value ?? none,
    read(typed) {
      if (typed.toLowerCase() === none) return { ok: true, value: null };
      const message = faultIn(typed);
      return message === null ? { ok: true, value: typed } : { ok: false, message };
    },
    decode(stored) {
      if (typeof stored !== 'string') return undefined;
      if (stored === '') return null;
      // A truncated label keeps its meaning; any other truncated text, such as an address, would not.
      if (fault === undefined) return stored.slice(0, maxLength);
      return faultIn(stored) === null ? stored : undefined;
    },
    encode: (value) => value ?? undefined,
  };
}

/** Names separated by commas; a name that contains a comma needs quotation marks. */
export function namesSetting(about: About<readonly string[]>): Setting<readonly string[]> {
  return {
    ...about,
    choices: null,
    schema: { type: 'array', items: { type: 'string' } },
    text: (names) => (names.length === 0 ? none : names.map(nameText).join(', ')),
    read: readNames,
    decode: (stored) =>
      Array.isArray(stored) && stored.every((name) => typeof name === 'string') ? stored : undefined,
    encode: (names) => names,
  };
}

function nameText(name: string): string {
  const isPlain = !/[",]/.test(name) && name.trim() === name && name !== '' && name.toLowerCase() !== none;
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}

function readNames(typed: string): SettingRead<readonly string[]> {
  if (typed.trim().toLowerCase() === none) return { ok: true, value: [] };
  const names: string[] = [];
  for (const part of typed.match(/(?:"(?:[^"]|"")*"|[^,])+/g) ?? []) {
    const name = part.trim();
    const quoted = /^"((?:[^"]|"")*)"$/.exec(name)?.[1];
    if (quoted === undefined && name.includes('"')) {
      return { ok: false, message: 'Close each quotation mark, and put commas between names.' };
    }
    if (name !== '') names.push(quoted?.replaceAll('""', '"') ?? name);
  }
  return { ok: true, value: names };
}

export function settingsIn<Values extends object>(
  table: SettingsTable<Values>,
): readonly (readonly [keyof Values & string, Setting<Values[keyof Values & string]>])[] {
  const names = Object.keys(table) as (keyof Values & string)[];
  return names.map((name) => [name, table[name]]);
}

export function initialValues<Values extends object>(table: SettingsTable<Values>): Values {
  return Object.fromEntries(settingsIn(table).map(([name, { initial }]) => [name, initial])) as Values;
}

/** Values from the settings file, or defaults. `unread`: keys whose value is invalid. */
export function storedValues<Values extends object>(
  table: SettingsTable<Values>,
  stored: Readonly<Record<string, unknown>>,
): { readonly values: Values; readonly unread: readonly string[] } {
  const unread: string[] = [];
  let values = initialValues(table);
  for (const [name, { inFile, decode }] of settingsIn(table)) {
    const raw = Object.hasOwn(stored, inFile) ? stored[inFile] : undefined;
    if (raw === undefined) continue;
    const value = decode(raw);
    if (value === undefined) unread.push(inFile);
    else values = { ...values, [name]: value };
  }
  return { values, unread };
}

/** For the settings file, by its keys. */
export function encodeValues<Values extends object>(
  table: SettingsTable<Values>,
  values: Values,
): Readonly<Record<string, unknown>> {
  const entries = settingsIn(table).map(([name, { inFile, encode }]) => [inFile, encode(values[name])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
