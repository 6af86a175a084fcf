/** The field of a phrase in its box: the note on the typed text is beside it, cut at its end where it must be. */
import { renderToString } from 'ink';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { PhraseBox, phraseNote } from '../../../src/screens/change/phrase-box.tsx';
import { clean } from '../../../src/screens/text/clean.ts';

const phrase = 'delete 10 from Northwind';
const prompt = { typed: 'delete 10 fro!', isArmed: true, isInField: true, isWrong: false };

test.each([
  [60, true, 'This is not the phrase above.'],
  [48, true, 'This is not the phrase…'],
  [48, false, 'This is not the phrase above.'],
])('at %i columns, in a box: %j', (columns, hasBox, message) => {
  const note = phraseNote(prompt, { phrase, done: 'deleted', enter: '' });
  const layout = { phrase: [clean(`Type:  ${phrase}`)], hasBox };
  const box = <PhraseBox {...{ prompt, layout, columns, note }} tone="danger" />;
  const lines = renderToString(box, { columns }).split('\n');
  expect(lines).toHaveLength(hasBox ? 4 : 2);
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  expect(lines.find((line) => line.includes('fro!'))).toMatch(new RegExp(`fro! +${message} *(?:│|$)`));
});
