/** How does the source become `dist/`? Three programs that each run by themselves. This runs before every start. */
import { chmodSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import manifest from './package.json' with { type: 'json' };

/** Ink asks for the inspector of React only where DEV is set, which is defined away below; nothing calls this. */
const withoutReactDevtools: Plugin = {
  name: 'without-react-devtools',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'export default undefined;' }));
  },
};

process.chdir(import.meta.dirname);

await build({
  entryPoints: {
    rollcall: 'src/app/rollcall.ts',
    'keychain-helper': 'src/app/keychain-helper.ts',
    'demo-service': 'src/demo/main.ts',
  },
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  // Older than the program needs: an old Node must be able to read the file, to say that it is too old.
  target: 'node16.20',
  // A native module cannot be bundled, and the program runs without it.
  external: ['@napi-rs/keyring'],
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    __ROLLCALL_VERSION__: JSON.stringify(manifest.version),
  },
  plugins: [withoutReactDevtools],
  banner: {
    // Bundled CommonJS modules ask for Node's own modules with `require`, which an ES module does not have.
    js: '#!/usr/bin/env node\nimport{createRequire as requireOf}from"node:module";const require=requireOf(import.meta.url);',
  },
  // Names stay: they are what a stack trace shows.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
}).catch(() => {
  // esbuild has already shown what is wrong, and where.
  process.exit(1);
});

chmodSync('dist/rollcall.js', 0o755);
