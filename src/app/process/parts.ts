/** The parts of rollcall, files or assets of the one file ("single executable applications"), and how scripts run. */
import { join } from 'node:path';
import process from 'node:process';
import { Script } from 'node:vm';

const parts = ['keychain-helper', 'demo-service'] as const;

type Part = (typeof parts)[number];

/** Asks the one file to be one of its parts: the first argument, which nobody else needs. */
const partFlag = '--part=';

/** The argument after the path of Node, or of the one file, that runs this part as a process of its own. */
export function partArgument(part: Part): string {
  return isOneFile() ? `${partFlag}${part}` : join(import.meta.dirname, `${part}.js`);
}

export function partIn(argument: string | undefined): Part | null {
  return parts.find((part) => argument === `${partFlag}${part}`) ?? null;
}

/** Is this the one file? rollcall may have been started from the package of npm. */
export function isOneFile(): boolean {
  return process.getBuiltinModule('node:sea').isSea();
}

/** An asset in memory, which cannot be written to; throws where there is none. */
export function assetOf(name: string): Buffer {
  return Buffer.from(process.getBuiltinModule('node:sea').getRawAsset(name));
}

/** The text of a script, or of a source map: all of them are plain ASCII. */
export function assetText(name: string): string {
  return assetOf(name).toString('latin1');
}

/** The compiled code of a script from the build of the file; undefined where the build ran on another platform. */
export function compiledAsset(name: string): Buffer | undefined {
  try {
    return assetOf(`${name}.compiled`);
  } catch {
    return undefined;
  }
}

type Wrapped = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  filename: string,
  dirname: string,
) => void;

/** `source`: a function as Node wraps a module in one. */
interface ScriptFile {
  readonly path: string;
  readonly folder: string;
  readonly source: string;
}

export function runScript(file: ScriptFile, compiled: Buffer | undefined, require: NodeJS.Require) {
  const { path, folder } = file;
  const script = scriptOf(file, compiled);
  const module: { exports: object } = { exports: {} };
  (script.runInThisContext() as Wrapped)(module.exports, require, module, path, folder);
  return { script, exports: module.exports };
}

/** `compiled`: the code from an earlier start; where the engine does not take it, it compiles the source itself. */
export function scriptOf({ path, source }: Omit<ScriptFile, 'folder'>, compiled: Buffer | undefined): Script {
  return new Script(source, { filename: path, ...(compiled !== undefined && { cachedData: compiled }) });
}

/** The function around a module. A copy of a large text takes its time at each start: `main.js` is built with it. */
export const moduleWrapper = { begin: '(function(exports,require,module,__filename,__dirname){', end: '})' };
