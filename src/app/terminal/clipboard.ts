/** Copies text to the clipboard of the terminal, over SSH too; the terminal does not confirm. */
import process from 'node:process';
import { childEnvironment, runChild } from '../process/child.ts';

export function copyText(text: string): void {
  const { TMUX = '' } = process.env;
  if (TMUX === '') copyWithOsc52(text);
  else void copyWithTmux(TMUX, text);
}

/** OSC 52 sets the terminal's clipboard. */
function copyWithOsc52(text: string): void {
  process.stdout.write(`\u{1B}]52;c;${Buffer.from(text).toString('base64')}\u{7}`);
}

/** tmux drops that sequence unless it is set up to pass it on; its own command, since 3.2, reaches the terminal. */
async function copyWithTmux(TMUX: string, text: string): Promise<void> {
  const env = { ...childEnvironment(process.env), TMUX };
  // A server that is stopped never answers.
  const limits = { env, input: text, limitMs: 3000, maxCharacters: 0 };
  const end = await runChild(['tmux', 'load-buffer', '-w', '-'], limits);
  if (end.kind !== 'ended' || end.code !== 0) copyWithOsc52(text);
}
