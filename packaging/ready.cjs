/** Ends a script of this checkout that cannot run, with a sentence. Loaded first: every Node can read this file. */
'use strict';

const [major, minor] = process.versions.node.split('.').map(Number);
const canRead = major >= 24 || (major === 22 && minor >= 18);

const isInstalled = (() => {
  try {
    require.resolve('esbuild');
    return true;
  } catch {
    return false;
  }
})();

const sentence = !isInstalled
  ? 'Run `npm ci` first: it brings the packages of this checkout, and its Node.js 24.'
  : 'A checkout of rollcall needs Node.js 24, and this is ' +
    `${process.versions.node}. ` +
    '`npm ci` installs 24 in this folder unless install scripts are switched off: ' +
    'run `npm ci --ignore-scripts=false`, or install Node.js 24 (https://nodejs.org).';

if (!isInstalled || !canRead) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
