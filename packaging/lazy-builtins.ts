/** When are Node's own modules loaded? With the module that asks for them, and only what it asks for. */
import type { Plugin } from 'esbuild';

const identifier = /^[A-Za-z_$][\w$]*$/;

/**
 * An ES module's import of `node:fs` loads it before anything runs, wherever in the bundle it stands, and reads every
 * one of its properties, some of which load more: together a tenth of the start. A module is put in its place whose
 * exports are read one by one, where they are used.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin', sideEffects: false } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({ contents: standIn(path) }));
  },
};

function standIn(name: string): string {
  const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((key) => identifier.test(key));
  return [
    `const whole = /* @__PURE__ */ (() => globalThis.process.getBuiltinModule(${JSON.stringify(name)}))();`,
    'export default whole;',
    // An export under another name, because some are called as JavaScript's own words are.
    ...names.map((key) => `const $${key} = /* @__PURE__ */ (() => whole.${key})(); export { $${key} as ${key} };`),
  ].join('\n');
}
