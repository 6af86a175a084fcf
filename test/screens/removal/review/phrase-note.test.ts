/** The note beside the phrase of a review, while its systems are still checked and afterwards. */
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { gallery } from '../../gallery.ts';
import { painterOf } from '../../looks.tsx';
import { play } from '../../../state/root/play.ts';

const phrase = 'delete 3 from Northwind';

test.each([
  ['review, being read again', 80, 24, 'Checking 0 of 3'],
  ['review, being read again', 60, 12, 'Checking 0 of 3'],
  ['review', 80, 24, 'enter deletes 3 systems'],
  ['review', 60, 12, 'enter deletes 3 systems'],
])('with the phrase typed, "%s" at %i columns says once what enter does', (name, columns, rows, words) => {
  const make = gallery[name] ?? expect.fail(name);
  const more = [{ kind: 'phraseStarted', typed: '' } as const, { kind: 'textEdited', text: phrase } as const];
  const drawn = painterOf(() => play(make(), { kind: 'timerEnded', timer: 'arm' }, ...more).state)({ columns, rows });
  const text = stripVTControlCharacters(drawn).replaceAll(/\s+/g, ' ');
  expect(text.split(words)).toHaveLength(2);
});
