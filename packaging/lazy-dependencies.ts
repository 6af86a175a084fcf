/** Defers work that the bundled packages do while they load, so that they start sooner, as one file of CommonJS. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { screenSigns } from './lazy-segmenter.ts';

/**
 * Leaves out unused code: Ink loads the inspector of React only where DEV is set, which is defined away, and draws an
 * error with the files around it only where a program lets it. conf checks a schema and moves from version to version
 * only where it is given them.
 */
export const withoutUnused: Plugin = {
  name: 'without-unused',
  setup(build) {
    const unused = /^(react-devtools-core|\.\/(devtools|ErrorOverview)\.js|ajv\/dist\/2020\.js|ajv-formats|semver)$/;
    build.onResolve({ filter: unused }, ({ path }) => ({
      path,
      namespace: 'unused',
    }));
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      contents: 'export default () => null; export const Ajv2020 = null;',
    }));
  },
};

/**
 * Defers the packages' first work. string-width compiles a pattern of all emoji, which takes as long as the start of
 * Node: here it waits for a text that needs it, and the signs of the screens are measured as quickly as ASCII. Yoga
 * waits for its WebAssembly, and calls `fetch` for it, for which Node loads all of undici: here it is compiled at once.
 * entities makes its table as it loads: here it waits for a text with an entity. Ink takes each line of each frame apart:
 * here it remembers those of the frame before.
 */
export const lazyDependencies: Plugin = {
  name: 'lazy-dependencies',
  setup(build) {
    const replaceIn = (filter: RegExp, replacements: readonly Replacement[]): void => {
      build.onLoad({ filter }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        return { contents: replacements.reduce((text, replacement) => replaced(path, text, replacement), source) };
      });
    };
    build.onLoad({ filter: /[\\/]entities[\\/]dist[\\/]decode\.js$/ }, ({ suffix }) =>
      suffix === '' ? { contents: lazyEntities } : null,
    );
    replaceIn(/[\\/]string-width[\\/]index\.js$/, inStringWidth);
    replaceIn(/[\\/]ink[\\/]build[\\/]reconciler\.js$/, inReconciler);
    replaceIn(/[\\/]ink[\\/]build[\\/]output\.js$/, inOutput);
    replaceIn(/[\\/]yoga-wasm-base64-esm\.js$/, inYogaCode);
    replaceIn(/[\\/]yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/, inYoga);
  },
};

/** The file itself, under another name, is evaluated at the first call. */
const lazyEntities = `export const decodeHTMLStrict = (text) => require('./decode.js?whole').decodeHTMLStrict(text);`;

/** Each occurrence of the first text becomes the second. */
type Replacement = readonly [eager: string, lazy: string];

const inStringWidth: readonly Replacement[] = [
  [
    String.raw`const rgiEmojiRegex = /^\p{RGI_Emoji}$/v;`,
    // Every emoji that is not ASCII has one of two properties that are cheap to look for.
    String.raw`
const mayBeEmoji = /[\p{Emoji_Presentation}\uFE0F]/u;
let rgiEmoji;
const rgiEmojiRegex = {
  test: (segment) => mayBeEmoji.test(segment) && (rgiEmoji ??= new RegExp('^\\p{RGI_Emoji}$', 'v')).test(segment),
};`,
  ],
  [String.raw`/^[\u0020-\u007E]*$/`, String.raw`/^[\u0020-\u007E${screenSigns}]*$/`],
];

/** It waits for React's inspector: esbuild removes that before it looks for waiting modules. */
const inReconciler: readonly Replacement[] = [[`process.env['DEV'] === 'true'`, 'false']];

/** Each frame has its own cache, and reads that of the last one. */
const inOutput: readonly Replacement[] = [
  ['caches = new OutputCaches();', 'caches = (lastCaches = new OutputCaches(lastCaches));'],
  [
    'class OutputCaches {',
    `let lastCaches;
class OutputCaches {
  constructor(last) {
    this.last = last;
    if (last !== undefined) last.last = undefined;
  }`,
  ],
  ['cached = styledCharsFromTokens(', 'cached = this.last?.styledChars.get(line) ?? styledCharsFromTokens('],
  ['cached = stringWidth(', 'cached = this.last?.widths.get(text) ?? stringWidth('],
];

const inYogaCode: readonly Replacement[] = [
  // The module's place, for a file that is not beside it.
  ['import.meta.url', '""'],
  ['H="data:', 'H=h.code="data:'],
  ['return loadYoga.ready', 'return loadYoga'],
];

/** Emscripten's own way to provide a module; `this` is the module. */
const inYoga: readonly Replacement[] = [
  [
    'await loadYoga()',
    `loadYoga({
      instantiateWasm(imports, done) {
        const code = Buffer.from(this.code.slice(this.code.indexOf(',') + 1), 'base64');
        done(new WebAssembly.Instance(new WebAssembly.Module(code), imports));
        return {};
      },
    })`,
  ],
];

function replaced(path: string, source: string, [eager, lazy]: Replacement): string {
  if (!source.includes(eager)) throw new Error(`${path} no longer contains ${eager}`);
  return source.replaceAll(eager, () => lazy);
}
