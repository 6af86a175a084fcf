/** Starts rollcall as a single executable with its own Node, which loads nothing from a folder. */
import { tmpdir } from 'node:os';
import process from 'node:process';
import { isatty } from 'node:tty';
import { tokenRefusal } from './cli/start-refusals.ts';
import { cacheFolder } from './process/compile-cache.ts';
import { assetOf, assetText, compiledAsset, moduleWrapper, partIn, runScript } from './process/parts.ts';
import { loadKeptNativeModule, loadNativeModule } from './tokens/native-module.ts';

export interface Program {
  /** Null, because the executable already contains the compiled code. */
  main(fresh: null): Promise<void>;
}

const part = partIn(process.argv[2]);
// Checked first, because other users can read the arguments while the process runs.
const exposed = tokenRefusal(process.argv.slice(2));
if (exposed !== undefined) refuse(exposed);
else if (part === null) void (run('main.js') as Program).main(null);
// rollcall starts its own parts with a pipe as standard input.
else if (isatty(0)) refuse('--part is for rollcall itself. rollcall --help lists the flags.');
else {
  process.argv.splice(2, 1);
  run(`${part}.js`);
}

function refuse(sentence: string): void {
  process.stderr.write(`rollcall: ${sentence}\n`);
  process.exitCode = 2;
}

function run(name: string): object {
  const text = assetText(name);
  const source = name === 'main.js' ? text : `${moduleWrapper.begin}${text}\n${moduleWrapper.end}`;
  return runScript({ path: name, folder: '', source }, compiledAsset(name), requireFile as NodeJS.Require).exports;
}

/** Replaces Node's `require`, which would search for packages in the folders around the executable. */
function requireFile(name: string): unknown {
  if (name === '@napi-rs/keyring') return keychainModule();
  if (name.startsWith('./')) return run(name.slice(2));
  const module: unknown = process.getBuiltinModule(name);
  if (module === undefined) throw new Error(`Cannot find module '${name}'`);
  return module;
}

function keychainModule(): unknown {
  const code = assetOf('keyring.node');
  const kept = cacheFolder(process.env);
  if (process.platform === 'win32' && kept !== null) return loadKeptNativeModule(code, kept);
  const { XDG_RUNTIME_DIR: runtime = '', HOME: home = '' } = process.env;
  return loadNativeModule(
    code,
    [runtime, tmpdir(), home].filter((folder) => folder !== ''),
  );
}
