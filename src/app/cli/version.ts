/** The version of rollcall. */
import process from 'node:process';

/** Put in by the build, from package.json; there is none where the source runs unbundled. */
declare const __ROLLCALL_VERSION__: string | undefined;

/** For a report: the version, what it runs on, and where. */
export function versionLine(): string {
  return `rollcall ${version} (Node.js ${process.versions.node}, ${process.platform} ${process.arch})`;
}

export const version = typeof __ROLLCALL_VERSION__ === 'undefined' ? '0.0.0-source' : __ROLLCALL_VERSION__;
