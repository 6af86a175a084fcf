/** Screens of disabling and of enabling never speak of a deletion: each says what it is, at every size. */
import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gallery } from './gallery.ts';

const folder = join(import.meta.dirname, 'snapshots');

const names = Object.keys(gallery).filter((name) =>
  /^(disabling|enabling|review to|review, turned|quit, while)/.test(name),
);

test.each(names)('%s', (name) => {
  const text = readFileSync(join(folder, `${name.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}.txt`), 'utf8');
  // A typed text that was not the phrase is shown as it was typed.
  expect(text.replaceAll(/^.*> delete 3.*$/gm, '')).not.toMatch(/delet/i);
});

test('there are such screens', () => {
  expect(names.length).toBeGreaterThan(20);
});
