/** Writes the parts of the README and of the configuration that follow from the source, between two markers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { usage } from '../../src/app/cli/flags.ts';
import { settingsKeys } from '../../src/app/storage/preferences/settings-keys.ts';
import { type Binding, keyLabel, shownOnce } from '../../src/screens/keys/binding.ts';
import { groups } from './key-groups.ts';

export const readmePath = join(import.meta.dirname, '..', '..', 'README.md');

/** The text with its derived parts written anew. */
export async function withDerivedParts(readme: string): Promise<string> {
  const written = between(between(readme, 'keys', keyTable()), 'flags', ['```text', usage(), '```'].join('\n'));
  return format(written, { ...(await resolveConfig(readmePath)), filepath: readmePath });
}

function between(readme: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name}: written by npm run readme -->`, `<!-- end of ${name} -->`];
  const [before, rest = ''] = readme.split(start);
  const [, after] = rest.split(end);
  if (before === undefined || after === undefined) throw new Error(`The README has no place for its ${name}.`);
  return `${before}${start}\n\n${text}\n\n${end}${after}`;
}

function keyTable(): string {
  const rows = [...groups].flatMap(({ title, bindings }) =>
    shownOnce(bindings).map((binding) => ({ title, rest: `${keysCell(binding)} | ${binding.does}` })),
  );
  // A title stands beside the first of its keys only.
  const lines = rows.map(({ title, rest }, at) => `| ${rows[at - 1]?.title === title ? '' : title} | ${rest} |`);
  return ['| Where | Keys | What they do |', '| --- | --- | --- |', ...lines].join('\n');
}

function keysCell({ keys, label }: Binding): string {
  if (label !== undefined) return `\`${label}\``;
  return keys.length === 0 ? 'in the palette' : keys.map((key) => `\`${keyLabel(key)}\``).join(' ');
}

export const configurationPath = join(import.meta.dirname, '..', 'configuration.md');

/** The text with the keys of the settings file, as their table has them. */
export async function withSettingsKeys(configuration: string): Promise<string> {
  const written = between(configuration, 'settings', settingsTables());
  return format(written, { ...(await resolveConfig(configurationPath)), filepath: configurationPath });
}

/** A table for each object of the file, in the order in which they are met. */
function settingsTables(keys = settingsKeys, path = ''): string {
  const rows = keys.map(({ key, means, schema, usual, inside }) => {
    const value =
      inside === undefined ? valueWords(schema) : { keys: 'an object', names: 'an object', items: 'a list' }[inside.of];
    return `| \`${key}\` | ${value} | ${usual === undefined ? '' : `\`${JSON.stringify(usual)}\``} | ${means} |`;
  });
  const heading = `### ${path === '' ? 'The file' : `\`${path}\``}`;
  const table = ['| Key | Value | Without it | What it does |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const nested = keys.flatMap(({ key, inside }) => {
    if (inside === undefined) return [];
    const step = { keys: '', names: '.NAME', items: '[]' }[inside.of];
    return [settingsTables(inside.keys, `${path === '' ? '' : `${path}.`}${key}${step}`)];
  });
  return [`${heading}\n\n${table}`, ...nested].join('\n\n');
}

function valueWords(schema: Readonly<Record<string, unknown>>): string {
  const { type, enum: words, minimum, maximum, maxLength, const: only } = schema;
  if (Array.isArray(words)) return words.map((word) => `\`"${String(word)}"\``).join(', ');
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (type === 'integer') return `${String(minimum)} to ${String(maximum)}`;
  if (type === 'boolean') return '`true` or `false`';
  if (type === 'array') return 'a list of texts';
  if (type === 'object') return 'texts by name';
  return typeof maxLength === 'number' ? `a text of at most ${maxLength} characters` : 'a text';
}

if (import.meta.main) {
  writeFileSync(readmePath, await withDerivedParts(readFileSync(readmePath, 'utf8')));
  writeFileSync(configurationPath, await withSettingsKeys(readFileSync(configurationPath, 'utf8')));
}
