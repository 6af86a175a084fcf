/** Writes the documents, and the parts of documents, that follow from the source: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { faultsDocument, faultsPath } from './faults.ts';
import {
  apiExitCodesTable,
  commandsTable,
  environmentVariablesTable,
  exitCodesTable,
  filterExamplesTable,
  filterFieldsTable,
  flagsTable,
  keyTables,
  settingsTables,
} from './tables.ts';

const folder = join(import.meta.dirname, '..');

/** Each part stands between two markers with its name. */
const parts: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'keys.md': { keys: keyTables },
  'cli.md': {
    commands: commandsTable,
    flags: flagsTable,
    environment: environmentVariablesTable,
    'exit codes': exitCodesTable,
    'exit codes of api': apiExitCodesTable,
  },
  'filter.md': { examples: filterExamplesTable, fields: filterFieldsTable },
  'configuration.md': { settings: () => settingsTables() },
};

interface Generated {
  readonly path: string;
  /** The text as it must be. */
  readonly text: () => Promise<string>;
}

/** All documents with a part that follows from the source. */
export const generated: readonly Generated[] = [
  ...Object.entries(parts).map(([name, ofName]) => {
    const path = join(folder, name);
    return { path, text: () => withParts(path, ofName) };
  }),
  { path: faultsPath, text: faultsDocument },
];

async function withParts(path: string, named: Readonly<Record<string, () => string>>): Promise<string> {
  const written = Object.entries(named).reduce(
    (text, [name, part]) => between(path, text, name, part()),
    readFileSync(path, 'utf8'),
  );
  return format(written, { ...(await resolveConfig(path)), filepath: path });
}

function between(path: string, document: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name}: written by npm run docs -->`, `<!-- end of ${name} -->`];
  const [before, rest = ''] = document.split(start);
  const [, after] = rest.split(end);
  if (before === undefined || after === undefined) throw new Error(`${path} has no place for its ${name}.`);
  return `${before}${start}\n\n${text}\n\n${end}${after}`;
}

if (import.meta.main) {
  for (const { path, text } of generated) writeFileSync(path, await text());
}
