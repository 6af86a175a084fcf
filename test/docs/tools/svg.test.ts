import { expect, test } from 'vitest';
import { movingSvgOf, pictureColours, svgOf } from '../../../docs/tools/svg.ts';
import { contrast } from '../../screens/contrast.ts';
import type { Cell } from '../../support/screen.ts';

/** The cells of a text, each a character. */
function cells(text: string, style: Partial<Cell> = {}): Cell[] {
  const plain = { isBold: false, isDim: false, isInverse: false, colour: null, background: null };
  return Array.from(text, (character) => ({ text: character, ...plain, ...style }));
}

interface Drawn {
  readonly text: string;
  readonly column: number;
  readonly columns: number;
}

/** The texts of a picture, with the columns they are placed in: a column is 8.4 wide, and the margin 16. */
function drawn(svg: string): Drawn[] {
  return [...svg.matchAll(/<text x="([\d.]+)" y="\d+" textLength="([\d.]+)"[^>]*>([^<]*)</g)].map(
    ([, x, length, text = '']) => ({
      text,
      column: Math.round((Number(x) - 16) / 8.4),
      columns: Math.round(Number(length) / 8.4),
    }),
  );
}

test('text of one style is one run; columns that two blanks part are placed each by itself', () => {
  expect(drawn(svgOf([cells('old laptop  96 d')], 20))).toEqual([
    { text: 'old laptop', column: 0, columns: 10 },
    { text: '96 d', column: 12, columns: 4 },
  ]);
});

test('wide characters take two columns, and what follows stays in its own', () => {
  expect(drawn(svgOf([cells('gw-東京 x')], 20))).toEqual([
    { text: 'gw-', column: 0, columns: 3 },
    { text: '東京', column: 3, columns: 4 },
    { text: 'x', column: 8, columns: 1 },
  ]);
});

test('styles are kept', () => {
  const dim = { colour: 15, isDim: true };
  const svg = svgOf([[...cells('bold', { isBold: true }), ...cells('red', { colour: 9 }), ...cells('dim', dim)]], 20);
  expect(svg).toMatch(/class="plain bold">bold</);
  expect(svg).toMatch(/class="danger">red</);
  expect(svg).toMatch(/class="dim">dim</);
});

test('a look that the program does not have is refused', () => {
  expect(() => svgOf([cells('red', { colour: 1 })], 20)).toThrow('not red');
  expect(() => svgOf([cells('dim', { isDim: true })], 20)).toThrow('not faint');
});

test.each(Object.entries(pictureColours))('every colour can be read on a %s page', (_, { ground, edge, ...tones }) => {
  const rgb = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
  for (const [tone, colour] of Object.entries(tones)) {
    expect(contrast(rgb(colour), rgb(ground)), tone).toBeGreaterThanOrEqual(4.5);
  }
  expect(edge).not.toBe(ground);
});

test('a picture is dark, and light on a light page', () => {
  const [before, after] = svgOf([cells('text')], 20).split('@media (prefers-color-scheme:light)');
  expect(before).toContain(`.plain{fill:${pictureColours.dark.plain}}`);
  expect(after).toContain(`.plain{fill:${pictureColours.light.plain}}`);
});

test('inverse text lies on a ground of its own, blanks included', () => {
  const svg = svgOf([cells(' a  b ', { isInverse: true })], 20);
  expect(svg).toContain('<rect x="16" y="16" width="50.4" height="19" class="plain"/>');
  expect(svg).toMatch(/class="ground">a</);
});

test('characters that XML would take for its own are written otherwise', () => {
  expect(svgOf([cells('<a&b>')], 20)).toContain('>&lt;a&amp;b&gt;<');
});

test('a row that stays from scene to scene is written once, and is in each of them', () => {
  const [header, before, after] = [cells('NAME'), cells('web-01'), cells('web-02')];
  const scenes = [before, after, before].map((row) => ({ lines: [header, row], seconds: 1 }));
  const svg = movingSvgOf(scenes, 20);
  expect(drawn(svg).map(({ text }) => text)).toEqual(['NAME', 'web-01', 'web-02']);
  const used = [...svg.matchAll(/<g id="s\d"[^>]*>\n([^]*?)\n<\/g>/g)].map(([, uses = '']) =>
    Array.from(uses.matchAll(/href="#(r\d)"/g), ([, name]) => name),
  );
  expect(used).toEqual([
    ['r0', 'r1'],
    ['r0', 'r2'],
    ['r0', 'r1'],
  ]);
});

test('the first scene is what a program without animations shows', () => {
  const svg = movingSvgOf(
    [
      { lines: [cells('one')], seconds: 1 },
      { lines: [cells('two')], seconds: 1 },
    ],
    20,
  );
  expect(svg).toContain('<g id="s0">');
  expect(svg).toContain('<g id="s1" visibility="hidden">');
  // A rule would win over the attribute, and hide the first one too.
  expect(svg.replaceAll(/@keyframes \w+\{(?:[^{}]*\{[^{}]*\})*\}/g, '')).not.toContain('{visibility');
});
