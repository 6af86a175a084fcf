/** The pictures of the documents show the current program: the quick ones are rendered again and compared. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pictureOf, picturePath, pictures } from '../../../docs/tools/pictures.ts';

test.each(
  pictures.filter(({ name }) => ['organisations', 'systems', 'stale', 'review', 'summary', 'new-key'].includes(name)),
)('$name; `npm run pictures` regenerates them', async (picture) => {
  expect(await pictureOf(picture)).toBe(readFileSync(picturePath(picture), 'utf8'));
});
