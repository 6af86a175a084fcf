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

/** `compiled`: what an earlier start has kept; where the engine does not take it, it compiles the source itself. */
export function runScript(
  file: { readonly path: string; readonly folder: string; readonly source: string },
  compiled: Buffer | undefined,
  require: NodeJS.Require,
): { readonly script: Script; readonly exports: object } {
  const { path, folder, source } = file;
  const wrapped = `(function(exports,require,module,__filename,__dirname){\n${source}\n})`;
  const cached = compiled === undefined ? {} : { cachedData: compiled };
  // Places are those in the file.
  const script = new Script(wrapped, { filename: path, lineOffset: -1, ...cached });
  const module = { exports: {} };
  (script.runInThisContext() as Wrapped)(module.exports, require, module, path, folder);
  return { script, exports: module.exports };
}
