/** The pictures of the documents show the current program: the quick ones are rendered again and compared. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pictureOf, picturePath, pictures } from '../../../docs/tools/pictures.ts';

/** The words of a picture in their order. The ages and counts of the demo are of the day it is started on. */
function wordsIn(svg: string): string {
  const texts = Array.from(svg.matchAll(/<text[^>]*>([^<]*)</g), ([, text = '']) => text);
  return texts
    .join(' ')
    .replaceAll(/\d[\d,]*/g, '0')
    .replaceAll(/\s+/g, ' ');
}

test.each(
  pictures.filter(({ name }) => ['organisations', 'systems', 'stale', 'review', 'summary', 'new-key'].includes(name)),
)('$name; `npm run pictures` regenerates them', async (picture) => {
  expect(wordsIn(await pictureOf(picture))).toBe(wordsIn(readFileSync(picturePath(picture), 'utf8')));
});
