/**
 * The parts of rollcall, as files or as assets of the single executable ("single executable applications"), and how
 * scripts run.
 */
import { join } from 'node:path';
import process from 'node:process';
import { Script } from 'node:vm';

const parts = ['keychain-helper', 'demo-service'] as const;

type Part = (typeof parts)[number];

/** The first argument with which the single executable runs one of its parts. */
const partFlag = '--part=';

/** The argument after the path of Node or of the executable that runs this part in its own process. */
export function partArgument(part: Part): string {
  return isOneFile() ? `${partFlag}${part}` : join(import.meta.dirname, `${part}.js`);
}

export function partIn(argument: string | undefined): Part | null {
  return parts.find((part) => argument === `${partFlag}${part}`) ?? null;
}

/** True in the single executable, false in the npm package. */
export function isOneFile(): boolean {
  return process.getBuiltinModule('node:sea').isSea();
}

/** An asset in read-only memory; throws if there is none. */
export function assetOf(name: string): Buffer {
  return Buffer.from(process.getBuiltinModule('node:sea').getRawAsset(name));
}

/** The text of a script or a source map, which are plain ASCII. */
export function assetText(name: string): string {
  return assetOf(name).toString('latin1');
}

/** The compiled code of a script from the build; undefined if the build ran on another platform. */
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

/** `source`: a function, as Node wraps a module in one. */
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

/** `compiled`: the code from an earlier start. If V8 rejects it, the source is compiled. */
export function scriptOf({ path, source }: Omit<ScriptFile, 'folder'>, compiled: Buffer | undefined): Script {
  return new Script(source, { filename: path, ...(compiled !== undefined && { cachedData: compiled }) });
}

/**
 * The function around a module. `main.js` is built with it, because adding it at each start would copy a large text.
 */
export const moduleWrapper = { begin: '(function(exports,require,module,__filename,__dirname){', end: '})' };
