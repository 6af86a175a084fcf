/** The assets of rollcall where it is one file with Node (Node's "single executable applications"). */
import process from 'node:process';

/** Is this the one file? rollcall may have been started from the package of npm. */
export function isOneFile(): boolean {
  return process.getBuiltinModule('node:sea').isSea();
}

/** The text of a script, or of a source map: all of them are plain ASCII. */
export function assetText(name: string): string {
  return bytesOf(name).toString('latin1');
}

/** The compiled code of a script from the build of the file; undefined where the build ran on another platform. */
export function compiledAsset(name: string): Buffer | undefined {
  try {
    return bytesOf(`${name}.compiled`);
  } catch {
    return undefined;
  }
}

/** The keychain's native module. */
export function keychainModuleAsset(): Uint8Array {
  return bytesOf('keyring.node');
}

/** The asset in memory, which cannot be written to. */
function bytesOf(name: string): Buffer {
  return Buffer.from(process.getBuiltinModule('node:sea').getRawAsset(name));
}
