/** The documents are true: what they take from the source is current, their links lead somewhere, their commands work. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgsStringToArgv } from 'string-argv';
import { describe, expect, test } from 'vitest';
import { generated } from '../docs/tools/generated.ts';
import { groups } from '../docs/tools/key-groups.ts';
import { pictures } from '../docs/tools/pictures.ts';
import manifest from '../package.json' with { type: 'json' };
import { readFlags } from '../src/app/cli/flags.ts';
import { activeGroups } from '../src/screens/screens.ts';
import { type Binding, keyLabel } from '../src/screens/screen-definition.ts';
import { gallery } from './screens/gallery.ts';
import { deadLinks, readDocument } from './support/markdown.ts';

const documents = ['*.md', 'docs/**/*.md', 'test/support/*.md'].flatMap((path) => globSync(path)).sort();
const readme = readFileSync('README.md', 'utf8');

test.each(generated.map(({ path, text }) => ({ name: basename(path), path, text })))(
  '$name is current; `npm run docs` regenerates it',
  async ({ path, text }) => {
    expect(readFileSync(path, 'utf8')).toBe(await text());
  },
);

describe('the README', () => {
  test('is read in a minute', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  test('has the two commands that are enough on a fresh machine', () => {
    const commands = readDocument('README.md').commands.map((line) => line.replace(/ +#.*$/, ''));
    expect(commands).toEqual(expect.arrayContaining(['npm ci && npm run demo', 'npm ci && npm test']));
  });

  test('says of its five keys what the program says of them', () => {
    const rows = [...readme.matchAll(/^\| `(\S+)` +\| (.*?) +\|$/gm)].map(([, key, does]) => `${key}: ${does}`);
    const said = groups.flatMap(({ bindings }) =>
      bindings.flatMap(({ keys, does }) => keys.map((key) => `${keyLabel(key)}: ${does}`)),
    );
    expect(rows).toHaveLength(5);
    expect(said).toEqual(expect.arrayContaining(rows));
  });

  test('leads to every page for its users', () => {
    const linked = readDocument('README.md').links.map(({ path }) => path);
    expect(linked).toEqual(expect.arrayContaining(globSync('docs/*.md')));
  });
});

test('the number of faults is that of their table', () => {
  const [, count = ''] = /^(\d+) faults, /m.exec(readFileSync('docs/faults.md', 'utf8')) ?? [];
  expect(readFileSync('docs/network.md', 'utf8')).toContain(`a table of ${count} faults`);
});

test('no key of any screen is missing', () => {
  // A key of disabling says so, where that of a deletion is listed.
  const nameOf = ({ keys, action }: Binding): string => `${keys.join(' ')} ${JSON.stringify(action)}`;
  const listed = groups.flatMap(({ bindings }) => bindings);
  const said = new Set(listed.flatMap((binding) => [binding.does, nameOf(binding)]));
  const found = Object.values(gallery).flatMap((make) => activeGroups(make()));
  const missing = found
    // The palette's words about itself stand nowhere else, and the motions of a short list are those of a long one.
    // Commands of your own are named in your settings file.
    .filter(({ title }) => !['Commands', 'Move', 'Your commands'].includes(title))
    .flatMap(({ bindings }) => bindings)
    .filter((binding) => !said.has(binding.does) && !said.has(nameOf(binding)));
  expect(missing).toEqual([]);
});

describe.each(documents)('%s', (path) => {
  const document = readDocument(path);

  test('links to files and headings that are there', () => {
    expect(deadLinks(path)).toEqual([]);
  });

  test('names files that are there', () => {
    // `a/b` stands for any file.
    expect(document.named.filter((name) => !name.includes('/a/b') && !existsSync(name))).toEqual([]);
  });

  test('has commands that the program and npm know', () => {
    const lines = document.commands.map((line) => parseArgsStringToArgv(line.trim().replace(/ +#.*$/, '')));
    const given = lines.flatMap((words) => {
      const at = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
      return words[at] === 'rollcall' ? [words.slice(at + 1)] : [];
    });
    expect(given.map(upToPipe).filter((words) => !readFlags(words).ok)).toEqual([]);
    const text = readFileSync(path, 'utf8');
    const scripts = Array.from(text.matchAll(/npm (?:run (?:--silent )?)([a-z:]+)/g), ([, name = '']) => name);
    expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  });
});

function upToPipe(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => /^[|>]$/.test(word));
  return end < 0 ? words : words.slice(0, end);
}

test('a link to a missing file and one to a missing heading are found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-documents-'));
  const path = join(folder, 'page.md');
  writeFileSync(
    path,
    '# A page\n\n## Do it\n\n[a](#do-it) [b](#do) [c](page.md#a-page) ![d](none.svg) [e](https://a.example)\n',
  );
  expect(deadLinks(path)).toEqual([`${path}: #do`, `${path}: none.svg`]);
  rmSync(folder, { recursive: true });
});

test('every picture is shown, and none tells where it was taken', () => {
  const shown = documents.flatMap((path) => readDocument(path).links.map((link) => link.path));
  for (const { name } of pictures) {
    const path = `docs/pictures/${name}.svg`;
    expect(shown).toContain(path);
    expect(readFileSync(path, 'utf8')).not.toContain(resolve(tmpdir()));
  }
});
