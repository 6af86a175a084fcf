/** Is this Node new enough? */

/** Major and minor: the first with `URL.parse` and a cache of compiled code. */
const oldest = [22, 1] as const;

/** The sentence for a Node that is too old, or undefined. `version` is `process.versions.node`: `20.1.0`. */
export function versionRefusal(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return undefined;
  return (
    `rollcall needs Node.js ${oldest.join('.')} or newer, and this is ${version}: ` +
    'install a newer one, or in a checkout run `npm ci && npm start`, which brings its own.'
  );
}
