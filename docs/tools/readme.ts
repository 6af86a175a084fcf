/** Writes the parts of the README that follow from the source: its keys and flags, between two markers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { usage } from '../../src/app/cli/flags.ts';
import { keyLabel } from '../../src/screens/keys/binding.ts';
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
    bindings.map(({ keys, does }) => ({ title, rest: `${keysCell(keys)} | ${does}` })),
  );
  // A title stands beside the first of its keys only.
  const lines = rows.map(({ title, rest }, at) => `| ${rows[at - 1]?.title === title ? '' : title} | ${rest} |`);
  return ['| Where | Keys | What they do |', '| --- | --- | --- |', ...lines].join('\n');
}

function keysCell(keys: readonly string[]): string {
  return keys.length === 0 ? 'in the palette' : keys.map((key) => `\`${keyLabel(key)}\``).join(' ');
}

if (import.meta.main) writeFileSync(readmePath, await withDerivedParts(readFileSync(readmePath, 'utf8')));
