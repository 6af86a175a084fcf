/** The tables of the documents that follow from the source, each as Markdown. */
import { isDeepStrictEqual } from 'node:util';
import { apiExitCodes, commandTable, environmentTable, exitCodes } from '../../src/app/cli/flags.ts';
import { flagTable, signalExitCodes, takesOf } from '../../src/app/cli/flags.ts';
import { settingsKeys, valueWords } from '../../src/app/storage/preferences/settings-keys.ts';
import { filterLanguage } from '../../src/screens/fleet/filter-screens.tsx';
import { type Binding, keyLabel, listKeys, dropRepeated } from '../../src/screens/screen-definition.ts';
import { globalKeys } from '../../src/screens/shell/program-screens.tsx';
import { filterFields } from '../../src/state/fleet/filter/fields.ts';
import { groups } from './key-groups.ts';

/** The groups of the list of systems are one screen. */
const screenOf: Readonly<Record<string, string>> = { Mark: 'Systems', Act: 'Systems', Find: 'Systems' };

const motionNames = new Set(listKeys.bindings.flatMap(({ keys }) => keys));

/** A table for each screen, without the keys that stand under Everywhere and Move; small ones share the last table. */
export function keyTables(): string {
  const byScreen = new Map<string, Map<string, readonly [string, string]>>();
  for (const { title, bindings } of groups) {
    const rows = byScreen.get(screenOf[title] ?? title) ?? new Map<string, readonly [string, string]>();
    const own = dropRepeated(bindings).filter((binding) => isOwn(binding, title));
    for (const row of [...withKeys(own), ...withoutKeys(own)]) rows.set(row.join(' '), row);
    if (rows.size > 0) byScreen.set(screenOf[title] ?? title, rows);
  }
  const screens = [...byScreen].map(([title, rows]) => ({ title, rows: [...rows.values()] }));
  const small = screens.filter(({ rows }) => rows.length <= 5);
  // A question with a single key shows it itself.
  const several = small.filter(({ rows }) => rows.length > 1);
  const alike = Map.groupBy(several, ({ rows }) => rows.map((row) => row.join(' ')).join(' · '));
  const smallRows = [...alike].map(([keys, same]) => [same.map(({ title }) => title).join(' · '), keys]);
  return [
    ...screens
      .filter((screen) => !small.includes(screen))
      .map(({ title, rows }) => `## ${title}\n\n${table(['Key', 'Does'], rows)}`),
    `## Questions and fields\n\n${table(['Where', 'Keys'], smallRows)}`,
  ].join('\n\n');
}

/** Not a motion, not a key that does the same everywhere or in every list, and no esc that only closes. */
function isOwn({ keys, action, does }: Binding, title: string): boolean {
  if (title === 'Everywhere' || title === 'Move') return true;
  if (/^(?:sort by the next column|reverse the sort)$/.test(does)) return title === 'Find';
  if (action.kind === 'moved') return !keys.every((key) => motionNames.has(key));
  if (action.kind === 'wentBack' || action.kind === 'overlayClosed')
    return keys[0] !== 'esc' || /[;,]|^(?:pause|stop|type|show)/.test(does);
  return !globalKeys.bindings.some((one) => isDeepStrictEqual(one.action, action) && one.keys[0] === keys[0]);
}

/** A row for each; keys that differ only in their digit share one. */
function withKeys(bindings: readonly Binding[]): readonly (readonly [string, string])[] {
  const shown = bindings.filter(({ keys }) => keys.length > 0);
  const byWords = Map.groupBy(shown, ({ does }) => does.replace(/ \d$/, ' N'));
  return [...byWords].flatMap(([does, same]) => {
    const [first, last] = [same[0], same.at(-1)].map((one) => one?.keys[0] ?? '');
    if (does.endsWith(' N') && same.length > 1) return [[`\`${first}\` to \`${last}\``, does] as const];
    return same.map((one) => [keysCell(one), one.does] as const);
  });
}

/** One row for all that only the palette has. */
function withoutKeys(bindings: readonly Binding[]): readonly (readonly [string, string])[] {
  const words = bindings.filter(({ keys }) => keys.length === 0).map(({ does }) => does);
  const [sorts, others] = [
    words.filter((one) => one.startsWith('sort by ')),
    words.filter((one) => !one.startsWith('sort by ')),
  ];
  const all = [...others, ...(sorts.length > 0 ? [`sort by ${sorts.map((one) => one.slice(8)).join(', ')}`] : [])];
  return all.length > 0 ? [['`:`', all.join(' · ')]] : [];
}

function keysCell({ keys, label }: Binding): string {
  if (label !== undefined) return `\`${label}\``;
  return keys.map((key) => `\`${keyLabel(key)}\``).join(' ');
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
