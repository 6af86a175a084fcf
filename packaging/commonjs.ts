/**
 * Makes the program CommonJS, one file for all of it: code behind `import()` is in that file, too, and is evaluated at
 * its first use. Node keeps the compiled code of such a file, and a single executable runs no other.
 */
import type { BuildOptions } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };
import { cheapImports } from './cheap-imports.ts';
import { lazyDependencies, withoutUnused } from './lazy-dependencies.ts';

/** Options for every file of `dist/`. */
export const commonJs = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  // Names are two fifths of the file, and Node reads all of it before the first line runs.
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  write: false,
  // A script cannot load modules; `require` can, of Node's own.
  supported: { 'dynamic-import': false },
  plugins: [withoutUnused, lazyDependencies, cheapImports],
  // Its CommonJS finds its own files in a way that cannot be bundled.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // A native module cannot be bundled, and the program runs without it.
  external: ['@napi-rs/keyring'],
  // Ink and its packages make several as they load.
  inject: ['packaging/lazy-segmenter.ts'],
  // A module's place in the source map is below node_modules, also where that folder is a link to somewhere else.
  preserveSymlinks: true,
  define: {
    'import.meta.dirname': '__dirname',
    'import.meta.filename': '__filename',
    'Intl.Segmenter': 'LazySegmenter',
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    __ROLLCALL_VERSION__: JSON.stringify(manifest.version),
  },
} satisfies BuildOptions;

/** Options for the program itself, which alone writes crash notes: they name places of the source. */
export const mapped = {
  // No file refers to it, so that no start looks for it.
  sourcemap: 'external',
  sourcesContent: false,
} satisfies BuildOptions;

/** A segment (ECMA-426): column, source, line and column there, and a name; each a number in digits of base 64. */
const named = /((?:[g-z0-9+/]*[A-Za-f]){4})[g-z0-9+/]*[A-Za-f]/g;

/** A source map without the names, which crash notes do not use: a fifth of it. Any other file is left as it is. */
export function withoutNames(path: string, text: string): string {
  if (!path.endsWith('.map')) return text;
  const map = JSON.parse(text) as { readonly mappings: string };
  return JSON.stringify({ ...map, mappings: map.mappings.replaceAll(named, '$1'), names: [] });
}
