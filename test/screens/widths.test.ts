/** A text that is cut beside free cells, and a word that is broken, are found. */
import { describe, expect, test } from 'vitest';
import { brokenIn, cutsIn } from './widths.ts';

const none = (): ReadonlySet<string> => new Set();

describe('a cut is found', () => {
  const table = [
    '    NAME      STATE          TAGS',
    '▌   web-00…   online         prod',
    '    db-1      offline        –',
  ];

  test('beside a column with cells that no row needs', () => {
    expect(cutsIn(table, 33, none)).toHaveLength(1);
  });

  test('beside the end of the line', () => {
    expect(cutsIn(['  NAME     STATE', '  web-00…  online', '  db-1     offline'], 24, none)).toHaveLength(1);
  });

  test('of a number, wherever it is', () => {
    expect(cutsIn(['  503  1,2…  /org/N1'], 20, none)).toHaveLength(1);
  });

  test('on either side of a border', () => {
    expect(cutsIn(['  web-00…       │ state  Discon…', '  db-1          │ tags   –'], 32, none)).toHaveLength(1);
  });

  test('not where no cell is free, nor where the ellipsis is a word of rollcall', () => {
    expect(cutsIn(['  web-00…  online', '  db-1     –'], 17, none)).toEqual([]);
    expect(cutsIn(['Reading the definition…'], 60, () => new Set(['definition…']))).toEqual([]);
  });
});

describe('a broken word is found', () => {
  const whole = () => new Set(['description', 'application/json']);

  test('at the end of a line, and of a pane', () => {
    expect(brokenIn(['the descrip', 'tion of it'], 11, whole)).toHaveLength(1);
    expect(brokenIn(['  db-1  │ descrip', '  db-2  │   tion'], 17, whole)).toEqual([]);
    expect(brokenIn(['  db-1    │ a descrip', '  db-2    │ tion'], 21, whole)).toEqual([]);
    expect(brokenIn(['  db-1    │ a of descrip', '  db-2    │ tion'], 24, whole)).toHaveLength(1);
  });

  test('between a number and its unit', () => {
    expect(brokenIn(['last seen 96', 'd ago'], 13, whole)).toHaveLength(1);
  });

  test('not behind a slash, nor where the word is longer than the line', () => {
    expect(brokenIn(['in application/', 'json'], 15, whole)).toEqual([]);
    expect(brokenIn(['descri', 'ption'], 6, whole)).toEqual([]);
  });
});
