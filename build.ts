/** How does the source become `dist/`? Each file runs by itself. This runs before every start. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as esbuild from 'esbuild';
import manifest from './package.json' with { type: 'json' };
import { lazyBuiltins } from './packaging/lazy-builtins.ts';
import { withoutTheUnused, withPatience } from './packaging/patience.ts';

const common = {
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  // Names, too: they are two fifths of the file, and Node reads all of it before the first line runs.
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  write: false,
  plugins: [withoutTheUnused, withPatience, lazyBuiltins],
  banner: {
    js: [
      '#!/usr/bin/env node',
      // Bundled CommonJS modules ask for Node's own modules with `require`, which an ES module does not have.
      'import{createRequire as requireOf}from"node:module";const require=requireOf(import.meta.url);',
      // What came with Node 22.3.
      'globalThis.process.getBuiltinModule??=require;',
    ].join('\n'),
  },
} satisfies esbuild.BuildOptions;

/** Older than the program needs: an old Node must be able to read the file, to say that it is too old. */
const first = {
  ...common,
  entryPoints: { rollcall: 'src/app/rollcall.ts' },
  target: 'node16.20',
} satisfies esbuild.BuildOptions;

const rest = {
  ...common,
  entryPoints: {
    main: 'src/app/main.ts',
    // With conf, for values that are written only after the first table.
    'preferences-writer': 'src/app/storage/preferences/write.ts',
    'proxied-exchange': 'src/app/network/proxied-exchange.ts',
    'keychain-helper': 'src/app/tokens/keychain-helper.ts',
    'demo-service': 'src/demo/main.ts',
  },
  target: 'node22',
  // A native module cannot be bundled, and the program runs without it.
  external: ['@napi-rs/keyring'],
  // Ink and what it uses make several as they are loaded.
  inject: ['src/app/terminal/lazy-segmenter.ts'],
  define: {
    'Intl.Segmenter': 'PatientSegmenter',
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    __ROLLCALL_VERSION__: JSON.stringify(manifest.version),
  },
} satisfies esbuild.BuildOptions;

/** Answers what went into each file (esbuild's "metafile"). Rejects where it cannot be built; esbuild has said why. */
export async function build(): Promise<esbuild.Metafile> {
  process.chdir(import.meta.dirname);
  const results = await Promise.all([esbuild.build(first), esbuild.build(rest)]);
  for (const { path, text } of results.flatMap(({ outputFiles }) => outputFiles)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, inAscii(text));
  }
  chmodSync('dist/rollcall.js', 0o755);
  const [ofFirst, ofRest] = results.map(({ metafile }) => metafile);
  return {
    inputs: { ...ofFirst?.inputs, ...ofRest?.inputs },
    outputs: { ...ofFirst?.outputs, ...ofRest?.outputs },
  };
}

/**
 * esbuild leaves other characters in regular expressions alone, where an escape means the same. A single one makes
 * Node keep the whole file in two bytes a character, and take longer to read it.
 */
function inAscii(text: string): string {
  return text.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

if (import.meta.main) {
  await build().catch(() => {
    // esbuild has already shown what is wrong, and where.
    process.exit(1);
  });
}
