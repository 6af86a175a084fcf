/** Can the program start on this Node? Nothing else is loaded before that is known. */
import { enableCompileCache } from './compile-cache.ts';
import type { main } from './main.ts';
import { versionRefusal } from './node-version.ts';

interface MainModule {
  readonly main: typeof main;
}

const refusal = versionRefusal(process.versions.node);
if (refusal === undefined) {
  enableCompileCache(process.env);
  // A file of its own: what is in this one is compiled before the cache is looked at.
  const program = (await import(new URL('main.js', import.meta.url).href)) as MainModule;
  await program.main();
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
