/** Bundles the source into `dist/`; each file runs by itself. Runs before every start from a checkout. */
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as esbuild from 'esbuild';
import manifest from './package.json' with { type: 'json' };
import { lazyDependencies, withoutUnused } from './packaging/lazy-dependencies.ts';

const common = {
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  // Names are two fifths of the file, and Node reads all of it before the first line runs.
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  write: false,
  plugins: [withoutUnused, lazyDependencies],
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

const bundled = {
  target: 'node22',
  // A native module cannot be bundled, and the program runs without it.
  external: ['@napi-rs/keyring'],
  // Ink and what it uses make several as they are loaded.
  inject: ['packaging/lazy-segmenter.ts'],
  // For crash notes, which name places of the source. No file refers to it, so that no start looks for it.
  sourcemap: 'external',
  sourcesContent: false,
  // A module's place in that map is below node_modules, also where that folder is a link to somewhere else.
  preserveSymlinks: true,
  define: {
    'Intl.Segmenter': 'LazySegmenter',
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    __ROLLCALL_VERSION__: JSON.stringify(manifest.version),
  },
} satisfies Partial<esbuild.BuildOptions>;

/** Older than the program needs: an old Node must be able to read the file, to say that it is too old. */
const first = {
  ...common,
  entryPoints: { rollcall: 'src/app/rollcall.ts' },
  target: 'node16.20',
} satisfies esbuild.BuildOptions;

const program = {
  ...common,
  entryPoints: { main: 'src/app/main.ts' },
  // What is loaded at its first use is a file of its own, and so is what that shares with the rest.
  splitting: true,
  ...bundled,
} satisfies esbuild.BuildOptions;

const rest = {
  ...common,
  entryPoints: {
    'proxied-exchange': 'src/app/network/proxied-exchange.ts',
    'keychain-helper': 'src/app/tokens/keychain-helper.ts',
    'demo-service': 'src/demo/main.ts',
  },
  ...bundled,
} satisfies esbuild.BuildOptions;

/** Which modules each file that is made from this one has, and what it imports; nothing is written. */
export async function metafileOf(entryPoint: string): Promise<esbuild.Metafile> {
  return (await esbuild.build({ ...program, entryPoints: [entryPoint] })).metafile;
}

/** Answers what went into each file (esbuild's "metafile"). Rejects where it cannot be built; esbuild has said why. */
export async function build(): Promise<esbuild.Metafile> {
  process.chdir(import.meta.dirname);
  const [ofFirst, ofProgram, ofRest] = await Promise.all([
    esbuild.build(first),
    esbuild.build(program),
    esbuild.build(rest),
  ]);
  const results = [ofFirst, ofProgram, ofRest];
  // Only the program itself writes crash notes.
  const withoutMaps = [ofFirst, ofRest]
    .flatMap(({ outputFiles }) => outputFiles)
    .filter(({ path }) => !path.endsWith('.map'));
  const files = [...withoutMaps, ...ofProgram.outputFiles];
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  // What an earlier source was built into would be packed, too.
  const names = new Set(files.map(({ path }) => basename(path)));
  for (const name of readdirSync('dist')) if (!names.has(name)) rmSync(join('dist', name), { recursive: true });
  chmodSync('dist/rollcall.js', 0o755);
  return {
    inputs: Object.assign({}, ...results.map(({ metafile }) => metafile.inputs)) as esbuild.Metafile['inputs'],
    outputs: Object.assign({}, ...results.map(({ metafile }) => metafile.outputs)) as esbuild.Metafile['outputs'],
  };
}

if (import.meta.main) {
  await build().catch(() => {
    // esbuild has already shown what is wrong, and where.
    process.exit(1);
  });
}
