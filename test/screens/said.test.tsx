/** Each state of the gallery has a picture, or says what it is there for. */
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { gallery } from './gallery.ts';
import { painterOf } from './looks.tsx';
import { atEverySize, atUsualSize } from './pictures.ts';
import { said } from './said.ts';

test.each(Object.entries(said))('"%s" says so', (name, texts) => {
  const make = gallery[name];
  if (make === undefined) throw new Error(`There is no ${name}.`);
  const text = stripVTControlCharacters(painterOf(make)({ columns: 80, rows: 24 })).replaceAll(/\s+/g, ' ');
  for (const one of [texts].flat()) expect(text).toContain(one);
});

test('no line of facts counts what there is none of', () => {
  const counted = /(?:^|· )0 (?:counts incomplete|of unknown age|files not read|with an unknown outcome)/m;
  for (const [name, make] of Object.entries(gallery)) {
    expect(stripVTControlCharacters(painterOf(make)({ columns: 200, rows: 12 })), name).not.toMatch(counted);
  }
});

test('each state is told here or has a picture, and none has both', () => {
  const all = [...atEverySize, ...atUsualSize, ...Object.keys(said)];
  expect(all.toSorted()).toEqual(Object.keys(gallery).toSorted());
});

test('each screen, prompt and overlay has a picture', () => {
  const kind = (name: string): string => {
    const { screen, overlay, prompt } = gallery[name]?.() ?? {};
    return [screen?.kind, overlay?.kind, prompt?.kind].join();
  };
  const shown = new Set([...atEverySize, ...atUsualSize].map(kind));
  expect(Object.keys(gallery).filter((name) => !shown.has(kind(name)))).toEqual([]);
});
