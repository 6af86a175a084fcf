/** The commands that print, as one chunk of the build, loaded only when one is called; `docs` itself is here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { print } from '../cli/startup.ts';
import { assetOf, isOneFile } from '../process/parts.ts';
import process from 'node:process';
import { didYouMean } from '../../state/kernel/spelling.ts';

export { apiCommand } from './api/api.ts';
export { keptPaths } from './api/api.ts';
export { doctor } from './doctor/doctor.ts';
export { systemsCommand } from './systems.ts';

// Prints files that the build writes beside the program, or into the one file: completions, man page, schema.

const completions = { bash: 'rollcall.bash', zsh: '_rollcall', fish: 'rollcall.fish' };

/** A file of `share/` by its name there. */
function sharedFile(name: string): string {
  const file = isOneFile() ? assetOf(name) : readFileSync(join(import.meta.dirname, '../share', name));
  return file.toString('utf8');
}

/** Answers the exit code. `shell`: prints its completions; null: the man page. */
export async function sharedFileCommand(shell: keyof typeof completions | null): Promise<number> {
  await print(sharedFile(shell === null ? 'man/rollcall.1' : `completions/${completions[shell]}`));
  return 0;
}

/** The asset of the one file: the pages by their names, in JSON. */
export const docsAsset = 'docs.json';

const schemaPage = 'settings.schema.json';

/** The pages of a folder, by their names without `.md`. */
export function pagesIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return new Map(names.sort().map((name) => [name.slice(0, -3), readFileSync(join(folder, name), 'utf8')]));
}

function pages(): ReadonlyMap<string, string> {
  if (!isOneFile()) return pagesIn(join(import.meta.dirname, '../docs'));
  return new Map(Object.entries(JSON.parse(assetOf(docsAsset).toString('utf8')) as Record<string, string>));
}

/** Answers the exit code: 2 where no page has the words. Without a word, the pages are listed. */
export async function docsCommand(words: readonly string[]): Promise<number> {
  const all = pages();
  const [word] = words;
  if (word === undefined) {
    const rows = Array.from(all, ([name, text]) => `  ${name.padEnd(22)}${titleOf(text)}`);
    const last = `  ${schemaPage.padEnd(22)}Schema of the settings file, for editors`;
    await print(
      `${['rollcall docs PAGE prints one of these, rollcall docs WORD searches them:', '', ...rows, last].join('\n')}\n`,
    );
    return 0;
  }
  const name = word.replace(/^docs\//, '').replace(/\.md$/, '');
  const text = name === schemaPage ? sharedFile(schemaPage) : all.get(name);
  if (text !== undefined && words.length === 1) {
    await print(text);
    return 0;
  }
  const found = linesWith(words, all);
  if (found.length > 0) {
    await print(`${found.join('\n')}\n`);
    return 0;
  }
  const names = [...all.keys(), schemaPage];
  const meant = didYouMean(name, names);
  const remedy = meant === null ? `Pages: ${names.join(', ')}.` : `Did you mean ${meant}?`;
  process.stderr.write(`rollcall: No page has "${words.join(' ')}". ${remedy}\n`);
  return 2;
}

/** The headings, paragraphs and rows that have all words in any case, each with its page and the heading above. */
export function linesWith(words: readonly string[], all: ReadonlyMap<string, string>): readonly string[] {
  const wanted = words.map((word) => word.toLowerCase());
  const found: string[] = [];
  for (const [page, text] of all) {
    let heading = '';
    for (const line of unwrap(text).split('\n')) {
      const [, title] = /^#+ (.*)$/.exec(line) ?? [];
      heading = title ?? heading;
      if (/^<!--|^\|[ |-]+$/.test(line)) continue;
      const written = line.toLowerCase();
      if (!wanted.every((word) => written.includes(word))) continue;
      found.push(`${page} › ${heading}${title === undefined ? `: ${line.trim().replaceAll(/ {2,}/g, ' ')}` : ''}`);
    }
  }
  return found;
}

/** Each paragraph, and each item of a list, in one line. */
function unwrap(text: string): string {
  return text.replaceAll(/(?<=[^|\n])\n {0,3}(?=[^\s#<|-])(?!\d+\. )/g, ' ');
}

function titleOf(text: string): string {
  return /^# (.*)$/m.exec(text)?.[1] ?? '';
}
