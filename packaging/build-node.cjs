/** Ends a build on a Node that cannot read the source, with a sentence. Loaded first: every Node can read this file. */
'use strict';

const [major, minor] = process.versions.node.split('.').map(Number);
const canBuild = major >= 24 || (major === 22 && minor >= 18);

if (!canBuild) {
  process.stderr.write(
    `Building rollcall needs Node.js 24, and this is ${process.versions.node}. ` +
      '`npm ci` installs 24 in this folder unless install scripts are switched off: ' +
      'run `npm ci --ignore-scripts=false`, or install Node.js 24 (https://nodejs.org).\n',
  );
  process.exit(1);
}
