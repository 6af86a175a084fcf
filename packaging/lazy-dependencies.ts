/** Changes what the bundled packages do while they load, so that the program starts sooner, as one file of CommonJS. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { screenSigns } from './lazy-segmenter.ts';

/**
 * Leaves out what nothing here calls: Ink loads the inspector of React only where DEV is set, which is defined away, and
 * draws an error with the files around it only where a program lets it.
 */
export const withoutUnused: Plugin = {
  name: 'without-unused',
  setup(build) {
    build.onResolve({ filter: /^(react-devtools-core|\.\/(devtools|ErrorOverview)\.js)$/ }, ({ path }) => ({
      path,
      namespace: 'unused',
    }));
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'export default () => null;' }));
  },
};

/** Loads Node's promises of files, which bring its readline along, where the first of them is asked for. */
export const lateFilePromises: Plugin = {
  name: 'late-file-promises',
  setup(build) {
    build.onResolve({ filter: /^node:fs\/promises$/ }, ({ path }) => ({ path, namespace: 'late' }));
    build.onLoad({ filter: /.*/, namespace: 'late' }, () => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => require('node:fs').promises[name] });`,
    }));
  },
};

/**
 * Defers what the packages do at once. string-width compiles a pattern of all emoji, which takes as long as the start of
 * Node: here it waits for a text that needs it, and the signs of the screens are measured as quickly as ASCII. Yoga waits
 * for its WebAssembly, and calls `fetch` for it, for which Node loads all of undici: here it is compiled at once.
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
    replaceIn(/[\\/]string-width[\\/]index\.js$/, inStringWidth);
    replaceIn(/[\\/]ink[\\/]build[\\/]output\.js$/, inInkOutput);
    replaceIn(/[\\/]ink[\\/]build[\\/]sanitize-ansi\.js$/, inSanitizeAnsi);
    replaceIn(/[\\/]terminal-size[\\/]index\.js$/, inTerminalSize);
    replaceIn(/[\\/]signal-exit[\\/]index\.js$/, inSignalExit);
    replaceIn(/[\\/]ink[\\/]build[\\/]reconciler\.js$/, inReconciler);
    replaceIn(/[\\/]yoga-wasm-base64-esm\.js$/, inYogaCode);
    replaceIn(/[\\/]yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/, inYoga);
  },
};

/** Each place of the first becomes the second. */
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
  [
    'const visibleCharacterRegex = ',
    'let visibleCharacters;\nconst visibleCharacterRegex = () => visibleCharacters ??= ',
  ],
  ['visibleCharacterRegex.test(', 'visibleCharacterRegex().test('],
  ['search(visibleCharacterRegex)', 'search(visibleCharacterRegex())'],
  [String.raw`/^[\u0020-\u007E]*$/`, String.raw`/^[\u0020-\u007E${screenSigns}]*$/`],
];

const ignorable = String.raw`/^\p{Default_Ignorable_Code_Point}+$/u.test(character.value)`;
const inInkOutput: readonly Replacement[] = [
  // Of what is drawn here, safe texts that chalk has coloured, a line need not be taken apart to find that it is one.
  ['of this.caches.getStyledChars(text)', String.raw`of text.includes('\n') ? this.caches.getStyledChars(text) : []`],
  ['let lines = characterLines.map(', String.raw`let lines = !text.includes('\n') ? [text] : characterLines.map(`],
  [`!${ignorable}`, String.raw`(/^[\n -~${screenSigns}]/.test(character.value) || !${ignorable})`],
];

/** Plain texts, and sequences of colours in their usual form ("SGR", ECMA-48, 8.3.117). */
const plainText = String.raw`[\t\n -~${screenSigns}]*`;
const harmless = String.raw`/^${plainText}(?:\u001B\[[\d;]*m${plainText})*$/`;

/** Most texts have nothing to leave out but their colours, which stay: it takes some milliseconds to find that out. */
const inSanitizeAnsi: readonly Replacement[] = [
  [
    'const sanitizeAnsi = (text) => {',
    `const sanitizeAnsi = (text) => {\n    if (${harmless}.test(text)) return text;`,
  ],
];

/** Other programs tell the size of a terminal where Node does not know it. */
const inTerminalSize: readonly Replacement[] = [
  [`import {execFileSync} from 'node:child_process';`, ''],
  ['execFileSync(', `process.getBuiltinModule('node:child_process').execFileSync(`],
];

/** Loading `assert` takes longer than all that this module does; Ink hands it the function that it asks for. */
const inSignalExit: readonly Replacement[] = [
  [`var assert = require('assert')`, ''],
  ['assert.equal(', 'void ('],
];

/** It waits for React's inspector: esbuild sees that nothing of it is left before it looks for what waits. */
const inReconciler: readonly Replacement[] = [[`process.env['DEV'] === 'true'`, 'false']];

const inYogaCode: readonly Replacement[] = [
  // Where it is, for a file that is not beside it.
  ['import.meta.url', '""'],
  ['H="data:', 'H=h.code="data:'],
  ['return loadYoga.ready', 'return loadYoga'],
];

/** Emscripten's own way to provide a module; `this` is what it makes. */
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
