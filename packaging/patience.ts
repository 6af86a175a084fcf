/** What of the packages that are bundled is changed, so that the program starts sooner? */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { screenSigns } from '../src/app/terminal/screen-signs.ts';

/**
 * What nothing here calls. Ink asks for the inspector of React only where DEV is set, which is defined away; conf asks for
 * ajv only where it is given a schema.
 */
export const withoutTheUnused: Plugin = {
  name: 'without-the-unused',
  setup(build) {
    const unused = /^(react-devtools-core|ajv\/dist\/2020\.js|ajv-formats)$/;
    build.onResolve({ filter: unused }, ({ path }) => ({ path, namespace: 'unused' }));
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      contents: 'export default undefined; export const Ajv2020 = undefined;',
    }));
  },
};

/**
 * What others do as they are loaded, and nothing here needs so soon. string-width makes a pattern of all emoji, which takes
 * as long as Node takes to start: here it waits for a text that needs it, and the signs that the screens are drawn with are
 * as quickly measured as ASCII. Yoga asks `fetch` for what it holds itself, for which Node loads all of undici: here it
 * takes its other way, which browsers without `fetch` take.
 */
export const withPatience: Plugin = {
  name: 'with-patience',
  setup(build) {
    const replaceIn = (filter: RegExp, changes: readonly Change[]): void => {
      build.onLoad({ filter }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        return { contents: changes.reduce((text, change) => replaced(path, text, change), source) };
      });
    };
    replaceIn(/[\\/]string-width[\\/]index\.js$/, patientWidth);
    replaceIn(/[\\/]ink[\\/]build[\\/]output\.js$/, patientOutput);
    replaceIn(/[\\/]yoga-wasm-base64-esm\.js$/, [['"function"!=typeof fetch', 'true']]);
  },
};

/** Every place of the one becomes the other. */
type Change = readonly [string, string];

const patientWidth: readonly Change[] = [
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

const ignorable = String.raw`/^\p{Default_Ignorable_Code_Point}+$/u.test(character.value)`;
const patientOutput: readonly Change[] = [
  [`!${ignorable}`, String.raw`(/^[\n -~${screenSigns}]/.test(character.value) || !${ignorable})`],
];

function replaced(path: string, source: string, [eager, later]: Change): string {
  if (!source.includes(eager)) throw new Error(`${path} has something else in the place of ${eager}`);
  return source.replaceAll(eager, () => later);
}
