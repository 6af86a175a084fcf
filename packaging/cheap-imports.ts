/** Changes how a bundle imports CommonJS, Node's own modules among them, so that the program starts sooner. */
import type { Plugin } from 'esbuild';

const name = String.raw`[\w$]+`;

/** esbuild's own `__toESM`, minified: `to=(module,isNode,target)=>(target=…,copyProps(…,module))`. */
const copying = new RegExp(
  String.raw`(?<to>${name})=\((?<module>${name}),(?<isNode>${name}),(?<target>${name})\)=>` +
    String.raw`\(\k<target>=\k<module>!=null\?[^;]{1,60}"default",\{value:\k<module>,enumerable:!0\}\):\k<target>,\k<module>\)\)`,
  'g',
);

/**
 * esbuild copies each name of a module into an object of its own, for each file that imports it: some ten milliseconds of
 * every start, most of them for `node:fs` and `node:process`. Here such an object inherits the names.
 */
export const cheapImports: Plugin = {
  name: 'cheap-imports',
  setup(build) {
    build.onEnd(({ outputFiles = [] }) => {
      for (const file of outputFiles) {
        if (file.path.endsWith('.js')) file.contents = new TextEncoder().encode(withCheapImports(file.text));
      }
    });
  },
};

/** As long as before, so that the source map fits. A bundle without imports has nothing to change. */
export function withCheapImports(bundle: string): string {
  const changed = bundle.replace(copying, (whole, to: string, module: string, isNode: string) =>
    `${to}=(${module},${isNode})=>${isNode}||!${module}.__esModule?{__proto__:${module},default:${module}}:${module}`.padEnd(
      whole.length,
    ),
  );
  if (changed === bundle && bundle.includes('.__esModule?'))
    throw new Error('esbuild imports CommonJS in another way.');
  return changed;
}
