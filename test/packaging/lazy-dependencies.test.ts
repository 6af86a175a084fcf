/** The build defers work of the packages that draw: they do the same as without it. */
import { resolve } from 'node:path';
import { runInThisContext } from 'node:vm';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { commonJs } from '../../packaging/commonjs.ts';
import { LazySegmenter } from '../../packaging/lazy-segmenter.ts';
import { clean } from '../../src/screens/text/clean.ts';
import { moduleWrapper } from '../../src/app/process/parts.ts';
import { property, holds } from '../support/property.ts';

interface Cells {
  write(
    x: number,
    y: number,
    text: string,
    options: { readonly transformers: readonly ((text: string) => string)[] },
  ): void;
  clip(clip: { readonly x1?: number; readonly x2?: number }): void;
  get(): { readonly output: string; readonly height: number };
}

/** A character, and the sequences of its style. */
interface StyledCharacter {
  readonly value: string;
  readonly styles: readonly { readonly code: string }[];
}

type Style = (text: string) => string;

interface Drawing {
  readonly Chalk: new (options: {
    readonly level: number;
  }) => Readonly<Record<'bold' | 'dim' | 'inverse' | 'red', Style>>;
  readonly tokenize: (text: string) => unknown;
  readonly styledCharsFromTokens: (tokens: unknown) => readonly StyledCharacter[];
  readonly stringWidth: (text: string) => number;
  readonly Output: new (size: { readonly width: number; readonly height: number }) => Cells;
}

const inInk = (path: string): string => JSON.stringify(resolve('node_modules/ink/build', path));
const contents = `
  export { default as Output } from ${inInk('output.js')};
  export { default as stringWidth } from 'string-width';
  export { tokenize, styledCharsFromTokens } from '@alcalzone/ansi-tokenize';
  export { Chalk } from 'chalk';`;

async function drawingBuilt(how: object): Promise<Drawing> {
  const { outputFiles } = await build({
    ...commonJs,
    ...how,
    stdin: { contents, resolveDir: resolve('node_modules/ink') },
  });
  const module = { exports: {} };
  const { begin, end } = moduleWrapper;
  const define = runInThisContext(`${begin}${outputFiles[0]?.text ?? ''}\n${end}`) as (...names: unknown[]) => void;
  define(module.exports, createRequire(import.meta.url), module, '', '');
  return module.exports as Drawing;
}

let asBuilt: Drawing;
let asIs: Drawing;
beforeAll(async () => {
  asBuilt = await drawingBuilt({});
  asIs = await drawingBuilt({ plugins: [], inject: [], define: {} });
});

/** Sequences that colour, in their usual form and in others; what moves and erases; signs, controls, marks, wide letters. */
const pieces = fc.constantFrom(
  ...Array.from('a ~·…─▌●✓\t\n\r\0\u{7F}\u{9B}\u{301}é東\u200Bm\u{1B}'),
  ...['👩‍🔬', '\u{1B}[1m', '\u{1B}[22m', '\u{1B}[m', '\u{1B}[0m', '\u{1B}[2;31m', '\u{1B}[38;5;9m', '\u{1B}[39m'],
  ...['\u{1B}[;m', '\u{1B}[4:3m', '\u{1B}[2K', '\u{1B}[3A', '\u{1B}]8;;x\u{7}', '\u{1B}[', '\u{1B}[1 m', '\u{1B}[?1m'],
);
const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));

property('any text is as wide', [fc.oneof(texts, fc.string({ unit: 'grapheme' }))], { numRuns: 3000 }, (text) => {
  expect(asBuilt.stringWidth(text)).toBe(asIs.stringWidth(text));
});

/** Which sequence of a style comes first is not to be seen. */
function seen(output: string): readonly unknown[] {
  const characters = asIs.styledCharsFromTokens(asIs.tokenize(output));
  return characters.map(({ value, styles }) => [value, styles.map(({ code }) => code).sort()]);
}

test('the same cells are drawn of safe texts in any colours, where they are clipped, too', () => {
  // Whatever the environment of the test is.
  const { bold, dim, inverse, red } = new asIs.Chalk({ level: 2 });
  const styles = fc.constantFrom<Style>(bold, dim, inverse, red, (text) => text);
  const safe = fc.oneof(texts, fc.string({ unit: 'grapheme' })).map(clean);
  const parts = fc.array(fc.tuple(safe, styles, styles), { maxLength: 5 });
  const coloured = parts
    .map((all) => all.map(([text, inner, outer]) => outer(inner(text))).join(''))
    .filter((text) => text !== '');
  const writes = fc.array(
    fc.record({
      x: fc.integer({ min: -2, max: 12 }),
      y: fc.integer({ min: -1, max: 4 }),
      text: coloured,
      style: styles,
    }),
    { maxLength: 6 },
  );
  const clips = fc.option(fc.record({ x1: fc.integer({ min: 0, max: 6 }), x2: fc.integer({ min: 0, max: 14 }) }));
  holds([writes, clips], { numRuns: 1000 }, (all, clip) => {
    const drawn = [asBuilt, asIs].map(({ Output }) => {
      const cells = new Output({ width: 12, height: 4 });
      if (clip !== null) cells.clip(clip);
      for (const { x, y, text, style } of all) cells.write(x, y, text, { transformers: [style] });
      return seen(cells.get().output);
    });
    expect(drawn[0]).toEqual(drawn[1]);
  });
});

const granularity = { granularity: 'grapheme' } as const;

test('any text is taken apart as Intl.Segmenter takes it apart', () => {
  const signs = fc.constantFrom(...Array.from(' a~·–‹›…←↑→↓─╿█▓▌▸◂●○◆✓'), '\n', '\u{1B}', '\u0301', '👩‍🔬', '東');
  const others = fc.oneof(fc.string({ unit: signs }), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
  const [lazy, own] = [new LazySegmenter('en', granularity), new Intl.Segmenter('en', granularity)];
  holds([others], { numRuns: 1000 }, (text) => {
    const parts = Array.from(lazy.segment(text), ({ segment, index }) => [segment, index]);
    expect(parts).toEqual(Array.from(own.segment(text), ({ segment, index }) => [segment, index]));
    // Lines that are too long for their place are cut by it.
    for (const at of [0, Math.floor(text.length / 2), text.length]) {
      const [one, other] = [lazy.segment(text).containing(at), own.segment(text).containing(at)];
      expect([one?.segment, one?.index]).toEqual([other?.segment, other?.index]);
    }
  });
});
