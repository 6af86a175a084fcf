/** The README is true: its generated tables are current, and its links lead somewhere. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { groups } from '../docs/tools/key-groups.ts';
import { pictures } from '../docs/tools/pictures.ts';
import { readmePath, withDerivedParts } from '../docs/tools/readme.ts';
import { activeGroups } from '../src/screens/active-keys.ts';
import type { Binding } from '../src/screens/keys/binding.ts';
import { gallery } from './screens/gallery.ts';

const root = dirname(readmePath);
const readme = readFileSync(readmePath, 'utf8');

test('keys and flags are those of the source; `npm run readme` regenerates them', async () => {
  expect(await withDerivedParts(readme)).toBe(readme);
});

test('the number of faults is that of their table', () => {
  const [, count = ''] = /^(\d+) faults, /m.exec(readFileSync(join(root, 'docs/faults.md'), 'utf8')) ?? [];
  expect(readme).toContain(`a table of ${count} faults`);
});

test('no key of any screen is missing', () => {
  // A key of disabling says so, where that of a deletion is listed.
  const nameOf = ({ keys, action }: Binding): string => `${keys.join(' ')} ${JSON.stringify(action)}`;
  const listed = groups.flatMap(({ bindings }) => bindings);
  const said = new Set(listed.flatMap((binding) => [binding.does, nameOf(binding)]));
  const found = Object.values(gallery).flatMap((make) => activeGroups(make()));
  const missing = found
    // What the palette says of itself is said nowhere else, and the motions of a short list are those of a long one.
    // Commands of your own are named in your settings file.
    .filter(({ title }) => !['Commands', 'Move', 'Your commands'].includes(title))
    .flatMap(({ bindings }) => bindings)
    .filter((binding) => !said.has(binding.does) && !said.has(nameOf(binding)));
  expect(missing).toEqual([]);
});

test.each([
  ...['README.md', 'SECURITY.md', 'CHANGELOG.md', 'docs/architecture.md', 'docs/operations.md', 'docs/performance.md'],
  ...globSync('docs/decisions/*.md'),
])('what %s points to is there', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) => join(root, dirname(path), to));
  const named = [...text.matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g)].map(([, name = '']) => join(root, name));
  expect([...links, ...named].filter((target) => !existsSync(target))).toEqual([]);
});

test('every picture is shown, and none tells where it was taken', () => {
  for (const { name } of pictures) {
    const path = `docs/pictures/${name}.svg`;
    expect(readme).toContain(`](${path})`);
    expect(readFileSync(join(root, path), 'utf8')).not.toContain(resolve(tmpdir()));
  }
});
