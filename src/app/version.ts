/** Which version of rollcall is this? */

/** Put in by the build, from package.json; there is none where the source runs unbundled. */
declare const __ROLLCALL_VERSION__: string | undefined;

export const version = typeof __ROLLCALL_VERSION__ === 'undefined' ? '0.0.0-source' : __ROLLCALL_VERSION__;
