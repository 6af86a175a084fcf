/** Is this Node new enough? */

const oldestMajor = 22;

/** The sentence for a Node that is too old, or undefined. `version` is `process.versions.node`: `20.1.0`. */
export function versionRefusal(version: string): string | undefined {
  const major = Number.parseInt(version, 10);
  if (major >= oldestMajor) return undefined;
  return (
    `rollcall needs Node.js ${oldestMajor} or newer, and this is ${version}: ` +
    'install a newer one, or in a checkout run `npm ci && npm start`, which brings its own.'
  );
}
