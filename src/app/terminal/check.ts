/** Refuses to start without a terminal to draw on and to read keys from. */

interface Stream {
  readonly isTTY?: boolean;
}

/** The sentence that says what is missing and what to do, or undefined. */
export function terminalRefusal(
  stdin: Stream,
  stdout: Stream,
  stderr: Stream,
  env: NodeJS.ProcessEnv,
  isPlain = false,
): string | undefined {
  const missing = stdin.isTTY !== true ? 'input' : stdout.isTTY !== true ? 'output' : undefined;
  if (missing !== undefined) {
    return (
      `A terminal is needed, and standard ${missing} is none: ` +
      'start rollcall without a pipe or redirection, and over SSH with `ssh -t`. For a pipe there is rollcall systems.'
    );
  }
  if ((env['NODE_DEBUG'] ?? '') !== '' && stderr.isTTY === true) {
    return 'NODE_DEBUG makes Node write over the screen: unset it, or send that elsewhere with 2>debug.log.';
  }
  if (env['TERM'] !== 'dumb' || isPlain) return undefined;
  return (
    'A terminal that can place text is needed, and TERM=dumb says that this one cannot: ' +
    'start rollcall in another, set TERM to its real name, such as xterm-256color, or add --plain.'
  );
}
