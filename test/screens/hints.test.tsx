/** The keys that the bottom line of each screen names, and the word for each. */
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { gallery } from './gallery.ts';
import { hints } from './hints.ts';
import { painterOf } from './looks.tsx';

/** The screen's own hints; those at the end of the line are the same on every screen. */
function hintsOf(name: string): string {
  const make = gallery[name] ?? expect.fail(`There is no ${name}.`);
  const lines = stripVTControlCharacters(painterOf(make)({ columns: 200, rows: 50 }))
    .trimEnd()
    .split('\n');
  return (lines.at(-1) ?? '')
    .replace(/(?:^| {3,})(?:: commands {2}\? help|ctrl-g language)$/, '')
    .replaceAll('  ', ' · ');
}

test('the states of the gallery show these hints, and no others', () => {
  const shown = new Map<string, string>();
  for (const name of Object.keys(gallery)) {
    const line = hintsOf(name);
    if (line !== '' && !shown.has(line)) shown.set(line, name);
  }
  expect(Object.fromEntries(Array.from(shown, ([line, name]) => [name, line]))).toEqual(hints);
});
