/** The settings as commands: each is found by its words, and set by its name and a value (`theme light`). */
import { type SettingsKind, allSettings, formsOf } from '../../state/account/settings/feature.ts';
import { protectionTable } from '../../state/fleet/protection/protection-table.ts';
import { settingsIn, type SettingsTable } from '../../state/kernel/setting.ts';
import { fold } from '../../state/kernel/spelling.ts';
import type { Action, State } from '../../state/root/state.ts';
import { labelTable } from '../../state/session/organisations.ts';
import { profileTable } from '../../state/session/profile-settings.ts';
import type { Binding } from '../screen-definition.ts';

interface SettingCommand {
  readonly about: SettingsKind;
  readonly name: string;
  /** Null: a list of names is typed in the form only. */
  readonly command: string | null;
  readonly sentence: string;
  readonly words: readonly string[];
}

const all: readonly SettingCommand[] = [
  ...commandsOf('profile', profileTable, {
    days: 'threshold age',
    theme: 'dark light background colour color',
    portal: 'link address browser web url',
    isReadOnly: 'lock freeze',
    person: 'user',
  }),
  ...commandsOf('label', labelTable, { word: 'label environment', colour: 'color', isReadOnly: 'lock freeze' }),
  ...commandsOf('guards', protectionTable, { share: 'limit percent', secondPersonAbove: 'approve' }),
];

function commandsOf<Values extends object>(
  about: SettingsKind,
  table: SettingsTable<Values>,
  otherWords: NoInfer<Readonly<Partial<Record<keyof Values, string>>>>,
): readonly SettingCommand[] {
  return settingsIn(table).map(([name, { inFile, sentence, schema }]) => ({
    ...{ about, name, sentence },
    command: 'items' in schema ? null : plain(about === 'label' && inFile === 'readOnly' ? 'orgReadOnly' : inFile),
    words: wordsOf(`${inFile.replaceAll(/[A-Z]/g, ' $&')} ${otherWords[name] ?? ''} ${sentence}`),
  }));
}

/** Any spelling of a name: `pageSize`, `page-size`. */
function plain(name: string): string {
  return fold(name).replaceAll(/[-_]/g, '');
}

export function settingNamed(name: string): SettingCommand | null {
  return all.find(({ command }) => command === plain(name)) ?? null;
}

/** Saves the text, or says why it is refused. Without a text, the form opens at the setting. */
export function settingSetTo(
  { about, name }: SettingCommand,
  text: string,
  state: State,
): { readonly does: string; readonly result: Action | string } {
  const fields = formsOf(allSettings(state), about).fields({ typed: { [name]: text } });
  const field = fields.find((one) => one.name === name);
  if (text === '' || field === undefined) {
    const choices = field?.choices == null ? '' : ` (${field.choices.join(', ')})`;
    return { does: `is ${field?.before ?? ''}${choices}`, result: { kind: 'settingsOpened', about, at: name } };
  }
  const { fault } = field;
  return { does: text, result: fault === null ? { kind: 'settingSet', about, name, text } : asReason(fault) };
}

function asReason(sentence: string): string {
  return uncapitalise(sentence).replace(/\.$/, '');
}

function uncapitalise(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** The setting that these words name beside the label of its form, with the binding that opens the form there. */
export function settingMeant(
  wanted: readonly string[],
  binding: Binding,
): { readonly words: readonly string[]; readonly binding: Binding } | null {
  const { action, does } = binding;
  if (action.kind !== 'settingsOpened') return null;
  const own = wordsOf(does);
  const rest = wanted.filter((word) => !own.some((one) => isBeginning(one, word)));
  const ofForm = all.filter(({ about }) => about === action.about);
  const found = [isWhole, isBeginning]
    .map((isMatch) => ofForm.find(({ words }) => rest.every((one) => words.some((word) => isMatch(word, one)))))
    .find((one) => one !== undefined);
  if (rest.length === 0 || found === undefined) return null;
  const { name, sentence, words } = found;
  return {
    words,
    binding: { ...binding, does: `${does}: ${uncapitalise(sentence)}`, action: { ...action, at: name } },
  };
}

// Words, and how a typed word matches one.

export function wordsOf(text: string): readonly string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}!?]+/u)
    .filter((word) => word !== '');
}

export function isWhole(word: string, wanted: string): boolean {
  return word === wanted || word === `${wanted}s` || `${word}s` === wanted;
}

export function isBeginning(word: string, wanted: string): boolean {
  return word.startsWith(wanted);
}
