/** Refuses to start with a token among the arguments, on an old Node, or without WebAssembly. */
import type { ReadStream, WriteStream } from 'node:tty';
import { holdsToken } from '../../state/kernel/form.ts';

/** The first version (major, minor) with `URL.parse` and a cache of compiled code. */
const oldest = [22, 1] as const;

/** A sentence if Node is too old, else undefined. `version` is `process.versions.node`: `20.1.0`. */
export function versionRefusal(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return undefined;
  return (
    `rollcall needs Node.js ${oldest.join('.')} or newer, and this is ${version}: ` +
    'install a newer one, or take the one file, which has its own (docs/install.md). In a checkout, `npm ci && npm start` brings it.'
  );
}

/** A sentence if an argument contains a token, which every user of the computer can read; it repeats no argument. */
export function tokenRefusal(argv: readonly string[]): string | undefined {
  const isAmong = argv.some((argument) => {
    // In an address, letters may precede the token: `Bearer%20…`.
    const decoded = argument.replace(/%[0-9a-f]{2}/gi, (byte) =>
      String.fromCharCode(Number.parseInt(byte.slice(1), 16)),
    );
    // Removes characters that copying inserts: line breaks, quotes, invisible characters.
    const joined = argument.replace(/\s*[\r\n]+\s*|["'`\p{Cf}]/gu, '');
    // A token may be the value of a one-letter flag.
    return [argument, decoded, joined].some((text) => holdsToken(text) || /^-[a-z][a-z0-9]{63}$/i.test(text));
  });
  if (!isAmong) return undefined;
  return (
    'Do not pass tokens as arguments; revoke that token in the portal, ' +
    'and give a new one when rollcall asks, or in ROLLCALL_TOKEN.'
  );
}

/** A sentence if Node cannot lay out the screen, else undefined. `globals`: the global object of this Node. */
export function engineRefusal(globals: object): string | undefined {
  if ('WebAssembly' in globals) return undefined;
  return (
    'The screen needs WebAssembly, which Node lacks with --jitless: ' +
    'start it without that (see NODE_OPTIONS). rollcall systems works all the same.'
  );
}

export function terminalRefusal(
  stdin: Partial<ReadStream>,
  stdout: Partial<WriteStream>,
  stderr: Partial<WriteStream>,
  env: NodeJS.ProcessEnv,
  isPlain = false,
): string | undefined {
  const missing = stdin.isTTY !== true ? 'input' : stdout.isTTY !== true ? 'output' : undefined;
  if (missing !== undefined) {
    return (
      `A terminal is needed, and standard ${missing} is not one: ` +
      'start rollcall without a pipe or redirection, and over SSH with `ssh -t`. For a pipe there is rollcall systems.'
    );
  }
  if ((env['NODE_DEBUG'] ?? '') !== '' && stderr.isTTY === true) {
    return 'NODE_DEBUG makes Node write over the screen: unset it, or send that elsewhere with 2>debug.log.';
  }
  if (env['TERM'] !== 'dumb' || isPlain) return undefined;
  return (
    'A terminal is needed that can place text, and TERM=dumb means it cannot: ' +
    'start rollcall in another, set TERM to its real name, such as xterm-256color, or add --plain.'
  );
}
