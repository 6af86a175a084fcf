/** Starts the program after checking this Node and the arguments. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type * as program from './main.ts';
import { tokenRefusal, versionRefusal } from './cli/start-refusals.ts';
import { compiledPath, kindOfStart, readCompiled } from './process/compile-cache.ts';
import { runScript } from './process/parts.ts';

/** A hash of `main.js`, inserted by the build. */
declare const __ROLLCALL_PROGRAM__: string;

// Checked first, because other users can read the arguments while the process runs.
const exposed = tokenRefusal([...process.execArgv, ...process.argv.slice(2)]);
if (exposed !== undefined) {
  process.stderr.write(`rollcall: ${exposed}\n`);
  process.exit(2);
}

const refusal = versionRefusal(process.versions.node);
if (refusal === undefined) {
  start();
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}

function start(): void {
  // Node has `getBuiltinModule` since 22.3.
  if (!('getBuiltinModule' in process)) Object.assign(process, { getBuiltinModule: require });
  const folder = import.meta.dirname;
  const path = join(folder, 'main.js');
  const kind = kindOfStart(process.argv.slice(2));
  const kept = compiledPath(process.env, __ROLLCALL_PROGRAM__, kind);
  const compiled = kept === null ? undefined : readCompiled(kept);
  // The file is plain ASCII, so latin1 reads it fastest.
  const file = { path, folder, source: readFileSync(path, 'latin1') };
  const { script, exports } = runScript(file, compiled, require);
  const isFresh = compiled === undefined || script.cachedDataRejected === true;
  void (exports as typeof program).main(kept === null || !isFresh ? null : { script, path: kept, kind });
}
