/** Runs a file of CommonJS as a script: its compiled code can be kept. */
import { Script } from 'node:vm';

/** What Node gives to a module of CommonJS. */
type Wrapped = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  filename: string,
  dirname: string,
) => void;

/** A file of CommonJS: its path and folder as it is told them, and its text. */
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

/** `compiled`: what an earlier start has kept; where the engine does not take it, it compiles the source itself. */
export function scriptOf({ path, source }: Omit<ScriptFile, 'folder'>, compiled: Buffer | undefined): Script {
  const wrapped = `(function(exports,require,module,__filename,__dirname){\n${source}\n})`;
  const cached = compiled === undefined ? {} : { cachedData: compiled };
  // Places are those in the file.
  return new Script(wrapped, { filename: path, lineOffset: -1, ...cached });
}
