/** The tables of the documents that follow from the source, each as Markdown. */
import { apiExitCodes, commandTable, environmentTable, exitCodes } from '../../src/app/cli/flags.ts';
import { flagTable, signalExitCodes, takesOf } from '../../src/app/cli/flags.ts';
import { settingsKeys, valueWords } from '../../src/app/storage/preferences/settings-keys.ts';
import { filterLanguage } from '../../src/screens/fleet/filter-screens.tsx';
import { type Binding, keyLabel, shownOnce } from '../../src/screens/binding.ts';
import { filterFields } from '../../src/state/fleet/filter/fields.ts';
import { groups } from './key-groups.ts';

/** A heading and a table for each place; the groups of one place stand in one table, with what they share once. */
export function keyTables(): string {
  const byTitle = new Map<string, Map<string, readonly string[]>>();
  for (const { title, bindings } of groups) {
    const rows = byTitle.get(title) ?? new Map<string, readonly string[]>();
    for (const binding of shownOnce(bindings)) {
      const row = [keysCell(binding), binding.does];
      rows.set(row.join(' '), row);
    }
    if (rows.size > 0) byTitle.set(title, rows);
  }
  return [...byTitle]
    .map(([title, rows]) => `## ${title}\n\n${table(['Keys', 'What they do'], [...rows.values()])}`)
    .join('\n\n');
}

function keysCell({ keys, label }: Binding): string {
  if (label !== undefined) return `\`${label}\``;
  return keys.length === 0 ? 'in the palette' : keys.map((key) => `\`${keyLabel(key)}\``).join(' ');
}

export function commandsTable(): string {
  const rows = commandTable.map(({ name, does }) => [`\`rollcall ${name}${takesOf(name)}\``, does]);
  return table(['Command', 'What it does'], [['`rollcall [flags]`', 'start the interactive program'], ...rows]);
}

export function flagsTable(): string {
  const rows = flagTable.map((flag) => [
    `\`--${flag.name}${'takes' in flag ? ` ${flag.takes}` : ''}\``,
    flag.in.map((place) => (place === 'program' ? 'the program' : `\`${place}\``)).join(', '),
    // The column before says with which commands.
    flag.does.replace(/^with [^:]*: /, ''),
  ]);
  return table(['Flag', 'Goes with', 'What it does'], rows);
}

export function environmentVariablesTable(): string {
  const rows = environmentTable.map(([names, does]) => [listed(names), does]);
  return table(['Variable', 'What it does'], rows);
}

export function exitCodesTable(): string {
  return codesTable([...exitCodes, signalExitCodes]);
}

export function apiExitCodesTable(): string {
  return codesTable(apiExitCodes);
}

function codesTable(codes: readonly (readonly [string, string])[]): string {
  return table(['Exit code', 'Means'], codes);
}

/** Examples of typed filters. */
export function filterExamplesTable(): string {
  const rows = (filterLanguage.examples ?? []).map(({ typed, means }) => [`\`${typed}\``, means]);
  return table(['You type', 'It finds'], rows);
}

/** Each field, and the words that its values may be; of the others a part of the text is enough. */
export function filterFieldsTable(): string {
  const rows = [...filterFields].map(([id, { words }]) => [
    `\`${id}:\``,
    words === undefined ? 'any text' : words.map((word) => `\`${word}\``).join(' '),
  ]);
  return table(['Field', 'Values that `tab` offers'], rows);
}

/** A heading and a table for each object of the settings file, in the order in which they are met. */
export function settingsTables(keys = settingsKeys, path = ''): string {
  const rows = keys.map((one) => {
    const { key, means, usual } = one;
    const value = valueWords(one).replaceAll(/"\w+"|\btrue\b|\bfalse\b|^1$/g, '`$&`');
    return [`\`${key}\``, value, usual === undefined ? '' : `\`${JSON.stringify(usual)}\``, means];
  });
  const heading = `### ${path === '' ? 'The file' : `\`${path}\``}`;
  const nested = keys.flatMap(({ key, inside }) => {
    if (inside === undefined) return [];
    const step = { keys: '', names: '.NAME', items: '[]' }[inside.of];
    return [settingsTables(inside.keys, `${path === '' ? '' : `${path}.`}${key}${step}`)];
  });
  return [`${heading}\n\n${table(['Key', 'Value', 'Without it', 'What it does'], rows)}`, ...nested].join('\n\n');
}

function listed(names: string): string {
  return names
    .split(', ')
    .map((name) => `\`${name}\``)
    .join(' ');
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, titles.map(() => '---'), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n');
}
