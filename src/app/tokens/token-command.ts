/** Runs the token command of a profile: it is told the address, and is not run where it was not accepted for it. */
import { readPrintedToken, redactSecrets } from '../../api/token.ts';
import { clean } from '../../screens/text/clean.ts';
import { clip } from '../../screens/text/fit.ts';
import { runChild } from '../process/child.ts';
import { commandWords } from '../process/command-words.ts';
import type { Profile } from '../storage/preferences/settings-file.ts';
import { isAcceptedFor } from '../storage/preferences/token-addresses.ts';
import type { StorageResult } from './keychain.ts';

/** After this the command is killed, with everything it started; and nothing longer is a token. */
const [timeoutMs, maxCharacters] = [10_000, 4096];

/** A shell may read the words of the command. */
const plainAddress = /^[\w.~%:/[\]-]+$/;
const oddAddress = 'the address has more than letters, digits and . _ ~ % : / -';

/** From its output, of which nothing is ever shown. `cancelled` kills it at once. `unaccepted`: the person is to be asked. */
export async function tokenFromCommand(
  profile: Profile,
  baseUrl: string,
  env: NodeJS.ProcessEnv,
  cancelled?: AbortSignal,
): Promise<StorageResult> {
  const { tokenCommand: command = '' } = profile;
  if (!plainAddress.test(baseUrl)) return commandFailed(`The token command is not run: ${oddAddress}.`);
  const told = { ...env, ROLLCALL_ADDRESS: baseUrl };
  const read = commandWords(command.replaceAll('{baseUrl}', baseUrl), told);
  if (!read.ok) return commandFailed(`The token command ${read.says}.`);
  if (read.words.length === 0) return commandFailed('There is no token command.');
  if (!isAcceptedFor(profile, baseUrl))
    return { ok: false, reason: 'unaccepted', sentence: askedFor(command, baseUrl) };
  // As in the person's shell, without variables that let it write on the screen or open an inspector.
  const ownEnv = { ...told, GPG_TTY: undefined, NODE_OPTIONS: undefined, ...read.env };
  const end = await runChild(read.words, { env: ownEnv, limitMs: timeoutMs, maxCharacters, cancelled });
  if (end.kind === 'notStarted') return commandFailed(`The token command ${end.says}.`);
  if (end.kind !== 'ended') return commandFailed(endedEarly[end.kind]);
  if (end.code !== 0) {
    const mend = 'Run it in your shell: it must print the token without asking.';
    return commandFailed(`The token command failed (${end.code ?? 'unknown'}). ${mend}`);
  }
  const token = readPrintedToken(end.output);
  if (token.ok) return { ok: true, value: token.token };
  return commandFailed(`The token command prints no token: ${token.reason}.`);
}

/** A misplaced token is not shown here either. */
function askedFor(command: string, baseUrl: string): string {
  const name = clip(clean(redactSecrets(command, null)), 40);
  return `The token command "${name}" was not accepted for ${baseUrl}.`;
}

const endedEarly = {
  cancelled: 'The token command was not waited for.',
  late: `The token command took longer than ${timeoutMs / 1000} s.`,
  tooMuch: `The token command prints no token: more than ${maxCharacters} characters.`,
};

function commandFailed(sentence: string): StorageResult {
  return { ok: false, reason: 'failed', sentence };
}
