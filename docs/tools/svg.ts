/** Draws a screen as SVG: runs of text of one style, each placed by its column. */
import stringWidth from 'string-width';
import type { Cell } from '../../test/support/screen.ts';

/** Pixels. Most monospace fonts are 0.6 as wide as high; where one is not, each run is stretched to its columns. */
const fontSize = 14;
const cellWidth = 8.4;
const cellHeight = 19;
/** Distance of the text's baseline below the top of its cell. */
const baseline = 14;
const margin = 16;

const fonts = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

const ground = '#161b22';
const ink = '#d3dae3';
/** Parts the picture from a page that is as dark. */
const edge = '#3d444d';

/** The terminal colours black, red, green, yellow, blue, magenta, cyan and white; then the same, bright. */
const palette = [
  ...['#484f58', '#ff7b72', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#b1bac4'],
  ...['#6e7681', '#ffa198', '#7ee787', '#f2cc60', '#a5d6ff', '#e2c5ff', '#8ddbe0', '#f0f6fc'],
];

interface Style {
  readonly fill: string;
  /** Null: the ground of the picture. */
  readonly background: string | null;
  readonly isBold: boolean;
  readonly isDim: boolean;
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

/** The screens one after the other, again and again (CSS Animations 1); where motion is unwanted, the last one. */
export function movingSvgOf(scenes: readonly Scene[], columns: number): string {
  const total = scenes.reduce((sum, { seconds }) => sum + seconds, 0);
  let shown = 0;
  const rules = scenes.map(({ seconds }, index) => {
    const [from, to] = [percent(shown / total), percent((shown + seconds) / total)];
    shown += seconds;
    const hidden = '{visibility:hidden}';
    const frames = [from === 0 ? '' : `0%${hidden}`, `${from}%{visibility:visible}`, to < 100 ? `${to}%${hidden}` : ''];
    const animation = `animation:s${index} ${px(total)}s step-end infinite`;
    return `@keyframes s${index}{${frames.join('')}}#s${index}{visibility:hidden;${animation}}`;
  });
  const last = `#s${scenes.length - 1}{visibility:visible!important}`;
  const still = `@media (prefers-reduced-motion:reduce){g{animation:none!important}${last}}`;
  const rows = Math.max(...scenes.map(({ lines }) => lines.length));
  return documentOf(rows, columns, [...rules, still].join('\n'), scenesSharingRows(scenes));
}

/** Most rows stay from one scene to the next: each is written once, and used in every scene that has it. */
function scenesSharingRows(scenes: readonly Scene[]): readonly string[] {
  const names = new Map<string, string>();
  const uses = scenes.flatMap(({ lines }, index) => [
    `<g id="s${index}">`,
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
  const style = `text { font: ${fontSize}px ${fonts}; } .bold { font-weight: bold; } .dim { fill-opacity: 0.6; }${rules}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${style}</style>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${ground}" stroke="${edge}"/>`,
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
  const [front, back] = [colourOf(colour), colourOf(background)];
  const colours = isInverse
    ? { fill: back ?? ground, background: front ?? ink }
    : { fill: front ?? ink, background: back };
  return { ...colours, isBold, isDim, isWide };
}

function colourOf(colour: number | null): string | null {
  if (colour === null) return null;
  const known = palette[colour];
  if (known === undefined) throw new Error(`The pictures know the sixteen colours of terminals, not ${colour}.`);
  return known;
}

function isSame(a: Style, b: Style): boolean {
  const names = ['fill', 'background', 'isBold', 'isDim', 'isWide'] as const;
  return names.every((name) => a[name] === b[name]);
}

function backgroundOf({ style, start, end }: Run, top: number): string {
  const [x, width] = [px(margin + start * cellWidth), px((end - start) * cellWidth)];
  return `<rect x="${x}" y="${top}" width="${width}" height="${cellHeight}" fill="${style.background ?? 'none'}"/>`;
}

function textOf({ style, start, end, text }: Run, top: number): string {
  const names = [style.isBold ? 'bold' : '', style.isDim ? 'dim' : ''].join(' ').trim();
  const attributes = [
    `x="${px(margin + start * cellWidth)}" y="${top + baseline}"`,
    `textLength="${px((end - start) * cellWidth)}" lengthAdjust="spacingAndGlyphs"`,
    `fill="${style.fill}"`,
    ...(names === '' ? [] : [`class="${names}"`]),
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
