/** How does the source become `dist/`? Each file runs by itself. This runs before every start. */
import { chmodSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as esbuild from 'esbuild';
import manifest from './package.json' with { type: 'json' };

/** Ink asks for the inspector of React only where DEV is set, which is defined away below; nothing calls this. */
const withoutReactDevtools: esbuild.Plugin = {
  name: 'without-react-devtools',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
    esbuild.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'export default undefined;' }));
  },
};

/**
 * What others do as they are loaded, and nothing here needs so soon. string-width makes a pattern of all emoji, which takes
 * as long as Node takes to start: here it waits for a text that needs it, and the signs that the screens are drawn with are
 * as quickly measured as ASCII. Yoga asks `fetch` for what it holds itself, for which Node loads all of undici: here it
 * takes its other way, which browsers without `fetch` take.
 */
const withPatience: esbuild.Plugin = {
  name: 'with-patience',
  setup(build) {
    const replaceIn = (filter: RegExp, changes: readonly Change[]): void => {
      build.onLoad({ filter }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        return { contents: changes.reduce((text, change) => replaced(path, text, change), source) };
      });
    };
    replaceIn(/[\\/]string-width[\\/]index\.js$/, patientWidth);
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
  [String.raw`/^[\u0020-\u007E]*$/`, String.raw`/^[\u0020-\u007E·–‹›…←-↓─-╿█-▓▸◂●○✓]*$/`],
];

function replaced(path: string, source: string, [eager, later]: Change): string {
  if (!source.includes(eager)) throw new Error(`${path} has something else in the place of ${eager}`);
  return source.replaceAll(eager, () => later);
}

/** Answers what went into each file (esbuild's "metafile"). Rejects where it cannot be built; esbuild has said why. */
export async function build(): Promise<esbuild.Metafile> {
  process.chdir(import.meta.dirname);
  const { metafile } = await esbuild.build({
    entryPoints: {
      rollcall: 'src/app/rollcall.ts',
      main: 'src/app/main.ts',
      // A quarter of it all, for values that are written only after the first table.
      'preferences-writer': 'src/app/preferences/writing.ts',
      'proxied-exchange': 'src/app/proxied-exchange.ts',
      'keychain-helper': 'src/app/tokens/keychain-helper.ts',
      'demo-service': 'src/demo/main.ts',
    },
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    platform: 'node',
    // Older than the program needs: an old Node must be able to read the file, to say that it is too old.
    target: 'node16.20',
    // A native module cannot be bundled, and the program runs without it.
    external: ['@napi-rs/keyring'],
    // Ink and what it uses make several as they are loaded.
    inject: ['src/app/patient-segmenter.ts'],
    define: {
      'Intl.Segmenter': 'PatientSegmenter',
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      __ROLLCALL_VERSION__: JSON.stringify(manifest.version),
    },
    plugins: [withoutReactDevtools, withPatience],
    banner: {
      // Bundled CommonJS modules ask for Node's own modules with `require`, which an ES module does not have.
      js: '#!/usr/bin/env node\nimport{createRequire as requireOf}from"node:module";const require=requireOf(import.meta.url);',
    },
    // Names, too: they are two fifths of the file, and Node reads all of it before the first line runs.
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  chmodSync('dist/rollcall.js', 0o755);
  return metafile;
}

if (import.meta.main) {
  await build().catch(() => {
    // esbuild has already shown what is wrong, and where.
    process.exit(1);
  });
}
