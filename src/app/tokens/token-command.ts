/** Reads the token from the output of the person's own command. Nothing of that output is ever shown. */
import { readToken } from '../../api/token.ts';
import { type ChildEnd, commandWords, runChild } from '../process/child.ts';

export type CommandResult =
  { readonly ok: true; readonly token: string } | { readonly ok: false; readonly sentence: string };

/** After this the command is killed, with everything it started. */
const timeoutMs = 10_000;

/** More than this is no token. */
const maxCharacters = 4096;

/**
 * `command` is split into words as a shell splits it, and runs without one; `sh -c '…'` asks for a shell. It is killed
 * at once when `cancelled` is aborted.
 */
export async function tokenFromCommand(
  command: string,
  env: NodeJS.ProcessEnv,
  cancelled: AbortSignal = new AbortController().signal,
): Promise<CommandResult> {
  const read = commandWords(command);
  if (!read.ok) return refused(`The token command ${read.says}.`);
  if (read.words.length === 0) return refused('There is no token command.');
  return resultOf(
    await runChild(read.words, { env: commandEnvironment(env), limitMs: timeoutMs, maxCharacters, cancelled }),
  );
}

function resultOf(end: ChildEnd): CommandResult {
  switch (end.kind) {
    case 'notStarted':
      return refused(`The token command ${end.says}.`);
    case 'cancelled':
      return refused('The token command was not waited for.');
    case 'late':
      return refused(`The token command took longer than ${timeoutMs / 1000} s.`);
    case 'tooMuch':
      return refused(`The token command prints no token: more than ${maxCharacters} characters.`);
    case 'ended': {
      if (end.code !== 0) {
        const mend = 'Run it in your shell: it must print the token without asking.';
        return refused(`The token command failed (${end.code ?? 'unknown'}). ${mend}`);
      }
      const read = readToken(end.output);
      return read.ok ? read : refused(`The token command prints no token: ${read.reason}.`);
    }
  }
}

function refused(sentence: string): CommandResult {
  return { ok: false, sentence };
}

/** As in the person's shell, without what would let it write on the screen or open an inspector. */
function commandEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'GPG_TTY' && name !== 'NODE_OPTIONS'));
}
