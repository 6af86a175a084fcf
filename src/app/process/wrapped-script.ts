/** Runs a file of CommonJS that was wrapped when the one file was made, as the text that its compiled code is of. */
import { Script } from 'node:vm';

/** What Node gives to a module of CommonJS. */
type Wrapped = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  filename: string,
  dirname: string,
) => void;

/** `compiled`: where the engine does not take it, it compiles the source itself. */
export function runWrapped(
  file: { readonly path: string; readonly folder: string; readonly source: string },
  compiled: Buffer | undefined,
  require: NodeJS.Require,
): { readonly script: Script; readonly exports: object } {
  const { path, folder, source } = file;
  const script = new Script(source, { filename: path, ...(compiled !== undefined && { cachedData: compiled }) });
  const module = { exports: {} };
  (script.runInThisContext() as Wrapped)(module.exports, require, module, path, folder);
  return { script, exports: module.exports };
}
