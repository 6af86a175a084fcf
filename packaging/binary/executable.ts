/** Makes the file for one platform: Node with rollcall in it (Node's "single executable applications"). */
import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import * as esbuild from 'esbuild';
import { docsAsset, pagesIn } from '../../src/app/commands/commands.ts';
import { commonJs } from '../commonjs.ts';
import { sharedFiles } from '../shared-files.ts';
import { lockedArchive, unpacked } from './archives.ts';
import type { Target } from './targets.ts';

/** Node looks for this name in its own file, and for these letters to know that it has to (both are of its source). */
const blobName = 'NODE_SEA_BLOB';
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

export interface Materials {
  /** A folder for intermediate files. */
  readonly place: string;
  /** The built script that Node runs first. */
  readonly loader: string;
  /** The program's compiled code for the platform of this computer; null: it is compiled at each start. */
  readonly compiled: string | null;
}

/** Builds Node's first script into `place`. */
export async function builtLoader(place: string): Promise<string> {
  const outfile = join(place, 'one-file.js');
  const build = { ...commonJs, inject: [], write: true, outfile } satisfies esbuild.BuildOptions;
  await esbuild.build({ ...build, entryPoints: ['src/app/one-file.ts'] });
  return outfile;
}

/** Writes the file to `path`. Throws where Node, the keychain's module or a tool for it is missing. */
export function makeExecutable(target: Target, path: string, { place, loader, compiled }: Materials): void {
  const node = join(unpacked(target.node, place), target.node.path);
  const keyring = join(unpacked(lockedArchive(target.keyring.name), place), target.keyring.path);
  const blob = join(place, `${target.name}.blob`);
  const assets = {
    ...Object.fromEntries(scripts.map((name) => [name, resolve('dist', name)])),
    'main.js.map': resolve('dist/main.js.map'),
    'keyring.node': keyring,
    [docsAsset]: writtenPages(place),
    ...Object.fromEntries(Object.keys(sharedFiles).map((name) => [name, resolve('share', name)])),
    ...(compiled === null ? {} : { 'main.js.compiled': compiled }),
  };
  const config = join(place, `${target.name}.json`);
  writeFileSync(
    config,
    JSON.stringify({
      // Node keeps the name as it is here: no path of this computer.
      main: basename(loader),
      output: blob,
      disableExperimentalSEAWarning: true,
      // A start makes some megabytes of lasting objects: with room for them, none is moved. One thread suffices for the
      // engine's side work.
      execArgv: ['--min-semi-space-size=16', '--v8-pool-size=1'],
      // NODE_OPTIONS is for the Node of the computer: its options may be unknown here, and could open an inspector.
      execArgvExtension: 'none',
      assets,
    }),
  );
  quietly(process.execPath, ['--experimental-sea-config', config], place);
  copyFileSync(node, path);
  // Before the injection: it adds a part that `strip` does not know how to move.
  strip(path);
  const postject = 'node_modules/postject/dist/cli.js';
  quietly(process.execPath, [postject, path, blobName, blob, '--sentinel-fuse', fuse]);
}

/** The pages that `rollcall docs` prints, as one asset. */
function writtenPages(place: string): string {
  const path = join(place, docsAsset);
  writeFileSync(path, JSON.stringify(Object.fromEntries(pagesIn('docs'))));
  return path;
}

/** The part of `dist/` that is in the file. */
const scripts = ['main.js', 'proxied-exchange.js', 'conf-file.js', 'keychain-helper.js', 'demo-service.js'];

/** Leaves out the names for a debugger, an eighth of the file. */
function strip(path: string): void {
  // `strip` does not know another architecture, whose file stays as it is.
  spawnSync('strip', [path], { stdio: 'ignore' });
}

function quietly(command: string, args: readonly string[], cwd = '.'): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args[0] ?? command} failed: ${stdout}${stderr}`);
}
