/** The table of all keys of the settings file, from which parsing, schema and documentation derive. */
import { didYouMean } from '../../../state/kernel/spelling.ts';
import { settingsIn, type SettingsTable } from '../../../state/kernel/setting.ts';
import { maxNameLength } from '../../../state/shell/own-commands.ts';
import { labelTable } from '../../../state/session/organisations.ts';
import { defaultProfile, isProfileName, profileTable } from '../../../state/session/profile-settings.ts';
import { protectionTable } from '../../../state/fleet/protection/protection-table.ts';

export type Schema = Readonly<Record<string, unknown>>;

export interface SettingsKey {
  readonly key: string;
  readonly means: string;
  readonly schema: Schema;
  /** The default value, for the documentation. */
  readonly usual?: unknown;
  /** Deletions depend on this key: if it is unreadable, the whole file is refused. */
  readonly protects?: boolean;
  /** Checks a value; defaults to a check by the schema. */
  readonly isReadable?: (value: unknown) => boolean;
  /** Why a text is invalid, as a sentence; null: the schema says why. */
  readonly fault?: (text: string) => string | null;
  readonly inside?: SettingsKeys;
}

/** `names`: an object whose keys are names, such as profiles; `items`: a list. */
export interface SettingsKeys {
  readonly of: 'keys' | 'names' | 'items';
  readonly keys: readonly SettingsKey[];
  /** Why a name is invalid beside the other names; null if it is valid. */
  readonly nameFault?: (name: string, others: readonly string[]) => string | null;
}

const text: Schema = { type: 'string' };
const texts: Schema = { type: 'array', items: text };
const toggle: Schema = { type: 'boolean' };

function keysOf<Values extends object>(table: SettingsTable<Values>): readonly SettingsKey[] {
  return settingsIn(table).map(([, setting]) => {
    const { inFile, sentence, unit, help, schema, initial, encode, decode, read, choices, protects = false } = setting;
    const isSwitch = choices?.includes('yes') === true;
    const blank = isSwitch ? '' : ` …${unit === undefined ? '' : ` ${unit}`}`;
    const usual: unknown = encode(initial);
    const fault = (text: string): string | null => {
      const typed = read(text);
      return typed.ok ? null : typed.message;
    };
    return {
      ...{ key: inFile, means: `${sentence}${blank}. ${help}`, schema, protects },
      isReadable: (value: unknown) => decode(value) !== undefined,
      ...(schema['type'] === 'string' && { fault }),
      ...(usual !== undefined && { usual }),
    };
  });
}

const commandKeys: readonly SettingsKey[] = [
  {
    key: 'key',
    means: 'The keys that run the command: ! and a letter or digit.',
    schema: { type: 'string', pattern: '^![A-Za-z0-9]$' },
  },
  {
    key: 'name',
    means: 'What help and commands call it.',
    schema: { ...text, minLength: 1, maxLength: maxNameLength },
  },
  {
    key: 'argv',
    means: 'The program and its arguments, started without a shell. {hostname} in an argument stands for a value.',
    schema: { ...texts, minItems: 1 },
  },
  {
    key: 'on',
    means: 'What it is about: the system under the cursor, or the organisation.',
    schema: { enum: ['system', 'organisation'] },
    usual: 'system',
  },
  { key: 'confirm', means: 'Show the command and ask before it runs.', schema: toggle, usual: false, protects: true },
  { key: 'safe', means: 'It changes nothing: it may run in read-only, too.', schema: toggle, usual: false },
];

const viewKeys: readonly SettingsKey[] = [
  { key: 'name', means: 'What the view is called.', schema: text },
  { key: 'filter', means: 'Its filter.', schema: text },
  { key: 'by', means: 'What it is sorted by.', schema: text },
  { key: 'reversed', means: 'Whether the sort is reversed.', schema: toggle },
  { key: 'columns', means: 'Its columns, in their order.', schema: texts },
];

const organisationKeys: readonly SettingsKey[] = [
  ...keysOf(labelTable),
  {
    key: 'protection',
    means: 'The rules by which systems are protected from a deletion.',
    schema: { type: 'object' },
    protects: true,
    inside: { of: 'keys', keys: keysOf(protectionTable) },
  },
  {
    key: 'protectedSystems',
    means: 'Ids of systems that are protected for good. p changes them.',
    schema: texts,
    protects: true,
  },
  {
    key: 'views',
    means: 'Saved views by their digits, 1 to 9.',
    schema: { type: 'object' },
    inside: { of: 'names', keys: viewKeys },
  },
];

const profileKeys: readonly SettingsKey[] = [
  ...keysOf(profileTable),
  { key: 'baseUrl', means: 'The address of the service. rollcall writes it at the sign-in.', schema: text },
  { key: 'keepIn', means: 'Where the token is stored. rollcall writes it at the sign-in.', schema: text },
  {
    key: 'tokenCommand',
    means:
      'A command that prints the token, and nothing else. No shell runs it; `~` and `$NAME` stand for what they do in one, `{baseUrl}` and `$ROLLCALL_ADDRESS` for the address.',
    schema: text,
  },
  {
    key: 'tokenCommandFor',
    means: 'The addresses that you accepted the command for. Without it, the address of the profile.',
    schema: texts,
    protects: true,
  },
  {
    key: 'organisations',
    means: 'Settings of organisations, by address and id with a space between.',
    schema: { type: 'object' },
    protects: true,
    inside: { of: 'names', keys: organisationKeys, nameFault: organisationNameFault },
  },
];

/** Refuses a name without a valid address, because its settings would apply to no organisation. */
function organisationNameFault(name: string): string | null {
  const address = /^\s*(\S+)\s+\S/.exec(name)?.[1] ?? '';
  const isOne = address.includes('://') ? /^https?:/i.test(address) && URL.canParse(address) : address !== '';
  return isOne ? null : 'is not an address and an organisation id with a space between';
}

/** Refuses a misspelt `default`, which a start without a flag would not find. */
function profileNameFault(name: string, others: readonly string[]): string | null {
  if (!isProfileName(name)) return 'is not the name of a profile';
  const isDefault = others.includes(defaultProfile) || didYouMean(name, [defaultProfile]) === null;
  return isDefault ? null : `is not the name of a profile. Did you mean ${defaultProfile}?`;
}

export const settingsKeys: readonly SettingsKey[] = [
  { key: '$schema', means: 'Where an editor finds the schema of this file.', schema: text },
  { key: 'format', means: 'The form of this file.', schema: { const: 1 }, usual: 1, protects: true },
  {
    key: 'commands',
    means: 'Commands of your own.',
    schema: { type: 'array' },
    inside: { of: 'items', keys: commandKeys },
  },
  {
    key: 'profiles',
    means: 'Profiles by their names; the one without a flag is called default.',
    schema: { type: 'object' },
    protects: true,
    inside: { of: 'names', keys: profileKeys, nameFault: profileNameFault },
  },
];

export function valueWords({ schema, inside }: SettingsKey): string {
  const { type, enum: words, minimum, maximum, maxLength, const: only } = schema;
  if (inside !== undefined) return inside.of === 'items' ? 'a list' : 'an object';
  if (Array.isArray(words)) return words.map((word) => `"${String(word)}"`).join(', ');
  if (only !== undefined) return JSON.stringify(only);
  if (type === 'integer') return `${String(minimum)} to ${String(maximum)}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'array') return 'a list of texts';
  return typeof maxLength === 'number' ? `a text of at most ${maxLength} characters` : 'a text';
}
