/** Draws a screen as SVG: runs of text of one style, each placed by its column. */
import stringWidth from 'string-width';
import { palettes, type Style as ThemeStyle, type Tone } from '../../src/screens/parts/root-context.ts';
import type { Cell } from '../../test/support/screen.ts';

/** Pixels. Most monospace fonts are 0.6 as wide as high; where one is not, each run is stretched to its columns. */
const fontSize = 14;
const cellWidth = 8.4;
const cellHeight = 19;
/** Distance of the text's baseline below the top of its cell. */
const baseline = 14;
const margin = 16;

const fonts = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/** The colours of a picture on a dark page: ground, edge and text in each tone. The edge parts it from its page. */
const dark = {
  ...{ ground: '#161b22', edge: '#3d444d', plain: '#d3dae3', dim: '#8d96a0' },
  ...{ accent: '#56d4dd', good: '#56d364', warning: '#e3b341', danger: '#ff7b72' },
};

/** The same on a light page, in the colours that the program has there. */
const light: typeof dark = {
  ...{ ground: '#ffffff', edge: '#d1d9e0', plain: '#1f2328', dim: '#59636e' },
  ...{ accent: '#0969da', good: '#0969da', warning: '#8250df', danger: '#cf222e' },
};

export const pictureColours = { dark, light };

type Fill = Exclude<keyof typeof dark, 'edge'>;

function fillsOf(colours: typeof dark): string {
  const { edge, ...fills } = colours;
  const rules = Object.entries(fills).map(([name, colour]) => `.${name}{fill:${colour}}`);
  return [...rules, `.frame{stroke:${edge}}`].join('');
}

/** Dark where a program knows no media queries. */
const fills = `${fillsOf(dark)}\n@media (prefers-color-scheme:light){${fillsOf(light)}}`;

interface Style {
  readonly fill: Fill;
  /** Null: the ground of the picture. */
  readonly background: Fill | null;
  readonly isBold: boolean;
  /** Wide characters come from a font of their own, and are stretched by themselves. */
  readonly isWide: boolean;
}

/** Text of one style in the columns from `start` up to `end`. */
interface Run {
  readonly style: Style;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Lines = readonly (readonly Cell[])[];

/** `lines` are the rows of a screen so many columns wide. */
export function svgOf(lines: Lines, columns: number): string {
  return documentOf(lines.length, columns, '', bodyOf(lines));
}

/** One screen of a moving picture, and for how long it is shown. */
export interface Scene {
  readonly lines: Lines;
  readonly seconds: number;
}

/**
 * The screens one after the other, again and again (CSS Animations 1). The first one stays where nothing moves: where
 * motion is unwanted, and where a program knows no animations.
 */
export function movingSvgOf(scenes: readonly Scene[], columns: number): string {
  const total = scenes.reduce((sum, { seconds }) => sum + seconds, 0);
  let shown = 0;
  const rules = scenes.map(({ seconds }, index) => {
    const [from, to] = [percent(shown / total), percent((shown + seconds) / total)];
    shown += seconds;
    const hidden = '{visibility:hidden}';
    const frames = [from === 0 ? '' : `0%${hidden}`, `${from}%{visibility:visible}`, to < 100 ? `${to}%${hidden}` : ''];
    return `@keyframes s${index}{${frames.join('')}}#s${index}{animation:s${index} ${px(total)}s step-end infinite}`;
  });
  const still = '@media (prefers-reduced-motion:reduce){g{animation:none!important}}';
  const rows = Math.max(...scenes.map(({ lines }) => lines.length));
  return documentOf(rows, columns, ['', ...rules, still].join('\n'), scenesSharingRows(scenes));
}

/** Most rows stay from one scene to the next: each is written once, and used in every scene that has it. */
function scenesSharingRows(scenes: readonly Scene[]): readonly string[] {
  const names = new Map<string, string>();
  const uses = scenes.flatMap(({ lines }, index) => [
    `<g id="s${index}"${index === 0 ? '' : ' visibility="hidden"'}>`,
    ...lines.flatMap((line, row) => {
      const drawn = lineOf(line, topOf(row)).join('\n');
      if (drawn === '') return [];
      const name = names.get(drawn) ?? `r${names.size}`;
      names.set(drawn, name);
      return [`<use href="#${name}"/>`];
    }),
    '</g>',
  ]);
  const drawnOnce = [...names].flatMap(([drawn, name]) => [`<g id="${name}">`, drawn, '</g>']);
  return ['<defs>', ...drawnOnce, '</defs>', ...uses];
}

function percent(part: number): number {
  return Math.round(part * 10_000) / 100;
}

function bodyOf(lines: Lines): readonly string[] {
  return lines.flatMap((line, row) => lineOf(line, topOf(row)));
}

function topOf(row: number): number {
  return margin + row * cellHeight;
}

function documentOf(rows: number, columns: number, rules: string, body: readonly string[]): string {
  const width = px(columns * cellWidth + 2 * margin);
  const height = rows * cellHeight + 2 * margin;
  const style = `text{font:${fontSize}px ${fonts}}.bold{font-weight:bold}${fills}${rules}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${style}</style>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" class="ground frame"/>`,
    ...body,
    '</svg>\n',
  ].join('\n');
}

function lineOf(cells: readonly Cell[], top: number): string[] {
  const runs = placed(cells);
  const backgrounds = runs.filter(({ style }) => style.background !== null);
  const texts = runs.filter(({ text }) => text !== ' ');
  return [
    ...joined(backgrounds, 0, (a, b) => a.background === b.background).map((run) => backgroundOf(run, top)),
    // Two blanks separate columns: no font can then move one column against another.
    ...joined(texts, 1, isSame).map((run) => textOf(run, top)),
  ];
}

/** Each cell as a run of its own. */
function placed(cells: readonly Cell[]): Run[] {
  let end = 0;
  return cells.map((cell) => {
    const start = end;
    const width = stringWidth(cell.text);
    end += width;
    return { style: styleOf(cell, width > 1), start, end, text: cell.text };
  });
}

/** Neighbours that go together, with no more than so many columns between them, as one. */
function joined(runs: readonly Run[], gap: number, goTogether: (a: Style, b: Style) => boolean): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    const between = last === undefined ? Infinity : run.start - last.end;
    if (last === undefined || between > gap || !goTogether(last.style, run.style)) all.push(run);
    else all.splice(-1, 1, { ...last, end: run.end, text: last.text + ' '.repeat(between) + run.text });
  }
  return all;
}

function styleOf({ colour, background, isInverse, isBold, isDim }: Cell, isWide: boolean): Style {
  if (background !== null) throw new Error('The pictures know no background but that of inverse text.');
  const tone = toneOf(colour, isDim);
  return { ...(isInverse ? { fill: 'ground', background: tone } : { fill: tone, background: null }), isBold, isWide };
}

/** Names of the sixteen colours, as Ink has them. */
const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const allNames = [...names, ...names.map((name) => `${name}Bright`)];

/** The program draws for a dark background: the colour tells the tone. */
function toneOf(colour: number | null, isDim: boolean): Tone {
  const name = colour === null ? undefined : allNames[colour];
  const tones = Object.entries(palettes.dark.tones) as [Tone, ThemeStyle][];
  const found = tones.find(([, style]) => style.color === name && (style.dimColor ?? false) === isDim);
  if (found === undefined) throw new Error(`The pictures know the tones of the program, not ${name ?? 'faint'}.`);
  return found[0];
}

function isSame(a: Style, b: Style): boolean {
  const parts = ['fill', 'background', 'isBold', 'isWide'] as const;
  return parts.every((name) => a[name] === b[name]);
}

function backgroundOf({ style, start, end }: Run, top: number): string {
  const [x, width] = [px(margin + start * cellWidth), px((end - start) * cellWidth)];
  return `<rect x="${x}" y="${top}" width="${width}" height="${cellHeight}" class="${style.background ?? 'ground'}"/>`;
}

function textOf({ style, start, end, text }: Run, top: number): string {
  const attributes = [
    `x="${px(margin + start * cellWidth)}" y="${top + baseline}"`,
    `textLength="${px((end - start) * cellWidth)}" lengthAdjust="spacingAndGlyphs"`,
    `class="${style.fill}${style.isBold ? ' bold' : ''}"`,
  ];
  return `<text ${attributes.join(' ')}>${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Products of 8.4, without the noise of binary fractions. */
function px(value: number): number {
  return Math.round(value * 10) / 10;
}
