/** Every state fits, needs no colours, and is not cut beside free cells; operations fit into the smallest terminal. */
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { plainSize, spokenLines } from '../../src/app/terminal/screen-reader.ts';
import { gallery } from './gallery.ts';
import { fitAndNeedNoColours, type Look, oneOfEach, painterOf } from './looks.tsx';
import { nothingIsCutBesideFreeCells } from './nothing-cut.ts';

const { first, others } = oneOfEach();

fitAndNeedNoColours(others);

describe('nothing is cut beside free cells, and no word is broken: at any width in', () => {
  nothingIsCutBesideFreeCells([...first, ...others], 'own');
  nothingIsCutBesideFreeCells([...first, ...others], 'long');
});

/** The smallest terminal that the program draws on, and one that is larger than most. */
const extremes: readonly Look[] = [
  { columns: 30, rows: 8 },
  { columns: 200, rows: 60 },
];

const overOthers: readonly string[] = ['operations', 'operation', 'answer'];
const ofOperations = Object.entries(gallery).filter(([, make]) => overOthers.includes(make().screen.kind));

describe.each(ofOperations)('%s', (_, make) => {
  const paint = painterOf(make);

  test.each(extremes)('fits into $columns×$rows, and is told line by line', (size) => {
    const lines = stripVTControlCharacters(paint(size)).split('\n');
    expect(lines.length).toBeLessThanOrEqual(size.rows);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(size.columns);
    expect(spokenLines(paint({ ...plainSize, isPlain: true })).length).toBeGreaterThan(1);
  });
});
