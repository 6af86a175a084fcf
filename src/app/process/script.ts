/** Runs a file of CommonJS as a script: its compiled code can be kept. */
import { Script } from 'node:vm';

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

export function runScript(
  file: ScriptFile,
  compiled: Buffer | undefined,
  require: NodeJS.Require,
): { readonly script: Script; readonly exports: object } {
  const { path, folder } = file;
  const script = scriptOf(file, compiled);
  const module = { exports: {} };
  (script.runInThisContext() as Wrapped)(module.exports, require, module, path, folder);
  return { script, exports: module.exports };
}

/** `compiled`: the code from an earlier start; where the engine does not take it, it compiles the source itself. */
export function scriptOf({ path, source }: Omit<ScriptFile, 'folder'>, compiled: Buffer | undefined): Script {
  return new Script(source, { filename: path, ...(compiled !== undefined && { cachedData: compiled }) });
}

/** The function around a module. A copy of a large text takes its time at each start: `main.js` is built with it. */
export const moduleWrapper = { begin: '(function(exports,require,module,__filename,__dirname){', end: '})' };
