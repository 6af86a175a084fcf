/** Starts the program, once it is known that it can run on this Node and with these arguments. */
import { createRequire } from 'node:module';
import process from 'node:process';
import { enableCompileCache } from './process/compile-cache.ts';
import type { main } from './main.ts';
import { tokenRefusal, versionRefusal } from './cli/start-refusals.ts';

// At once: the arguments of a process can be read for as long as it is there.
const exposed = tokenRefusal([...process.execArgv, ...process.argv.slice(2)]);
if (exposed !== undefined) {
  process.stderr.write(`rollcall: ${exposed}\n`);
  process.exit(2);
}

const refusal = versionRefusal(process.versions.node);
if (refusal === undefined) {
  enableCompileCache(process.env);
  // A file of its own: what is in this one is compiled before the cache is looked at.
  const program = createRequire(import.meta.filename)('./main.js') as { readonly main: typeof main };
  void program.main();
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
