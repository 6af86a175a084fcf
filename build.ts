/** Bundles the source into `dist/`, where each file runs by itself, and writes the texts of `share/` that it prints. Runs before every start from a checkout. */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as esbuild from 'esbuild';
import { commonJs, mapped, withoutNames } from './packaging/commonjs.ts';
import { sharedFiles } from './packaging/shared-files.ts';
import { moduleWrapper } from './src/app/process/parts.ts';

const outdir = 'dist';

/** Older than the program needs: an old Node must be able to read the file, to say that it is too old. */
const first = {
  ...commonJs,
  outdir,
  entryPoints: { rollcall: 'src/app/rollcall.ts' },
  target: 'node12',
  inject: [],
  banner: { js: '#!/usr/bin/env node' },
} satisfies esbuild.BuildOptions;

/** Files of their own: undici is nearly as large as the program, and few people need it; conf waits for the first table. */
const apart: esbuild.Plugin = {
  name: 'apart',
  setup(build) {
    build.onResolve({ filter: /\/(proxied-exchange|conf-file)\.ts$/ }, ({ path }) => ({
      path: `./${basename(path, '.ts')}.js`,
      external: true,
    }));
  },
};

const program = {
  ...commonJs,
  ...mapped,
  outdir,
  entryPoints: { main: 'src/app/main.ts' },
  banner: { js: moduleWrapper.begin },
  footer: { js: moduleWrapper.end },
  plugins: [...commonJs.plugins, apart],
} satisfies esbuild.BuildOptions;

const rest = {
  ...commonJs,
  outdir,
  entryPoints: {
    'proxied-exchange': 'src/app/network/proxied-exchange.ts',
    'conf-file': 'src/app/storage/conf-file.ts',
    'keychain-helper': 'src/app/tokens/keychain-helper.ts',
    'demo-service': 'src/demo/main.ts',
  },
} satisfies esbuild.BuildOptions;

/** Which modules the program is made of, and what each imports; nothing is written. */
export async function metafileOfProgram(): Promise<esbuild.Metafile> {
  return (await esbuild.build(program)).metafile;
}

/** Builds the program alone, again and again: what has not changed is not read again. It has no map of its source. */
export async function rebuilder(): Promise<() => Promise<void>> {
  process.chdir(import.meta.dirname);
  const context = await esbuild.context({ ...program, sourcemap: false });
  return async () => {
    const { outputFiles } = await context.rebuild();
    for (const { path, text } of outputFiles) writeFileSync(path, text);
  };
}

/** Answers what went into each file (esbuild's "metafile"). Rejects where it cannot be built; esbuild has said why. */
export async function build(): Promise<esbuild.Metafile> {
  process.chdir(import.meta.dirname);
  const [ofProgram, ofRest] = await Promise.all([esbuild.build(program), esbuild.build(rest)]);
  const hash = createHash('sha256');
  for (const { contents } of ofProgram.outputFiles) hash.update(contents);
  const ofFirst = await esbuild.build({
    ...first,
    define: { ...first.define, __ROLLCALL_PROGRAM__: JSON.stringify(hash.digest('hex').slice(0, 16)) },
  });
  const results = [ofFirst, ofProgram, ofRest];
  // What is in it is CommonJS, whatever the package says of itself.
  const files = [
    { path: join(outdir, 'package.json'), text: '{"type":"commonjs"}\n' },
    ...results.flatMap(({ outputFiles }) =>
      outputFiles.map(({ path, text }) => ({ path, text: withoutNames(path, text) })),
    ),
  ];
  const shared = Object.entries(sharedFiles).map(([name, text]) => ({ path: join('share', name), text }));
  for (const { path, text } of [...files, ...shared]) {
    mkdirSync(dirname(path), { recursive: true });
    // A program that is started meanwhile reads a whole file.
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }
  // What an earlier source was built into would be packed, too.
  const names = new Set(files.map(({ path }) => basename(path)));
  for (const name of readdirSync(outdir)) if (!names.has(name)) rmSync(join(outdir, name), { recursive: true });
  chmodSync(join(outdir, 'rollcall.js'), 0o755);
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
