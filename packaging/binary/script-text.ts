/** The files of `dist/` as scripts: a file of the one file is no module, and gets by arguments what a module has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const opening = '(function(exports,require,module,__filename,__dirname){';

/** Its value is a function of what Node gives to a module of CommonJS. */
export function scriptText(name: string): string {
  return `${opening}${readFileSync(join('dist', name), 'latin1')}\n})`;
}
