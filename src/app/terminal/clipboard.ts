/** Copies text to the clipboard of the terminal, over SSH too; the terminal does not confirm. */
import process from 'node:process';
import { childEnvironment, runChild } from '../process/child.ts';

export function copyText(text: string): void {
  const { TMUX: server = '' } = process.env;
  if (server === '') copyWithOsc52(text);
  else void copyWithTmux(server, text);
}

/** OSC 52 sets the terminal's clipboard. */
function copyWithOsc52(text: string): void {
  process.stdout.write(`\u{1B}]52;c;${Buffer.from(text).toString('base64')}\u{7}`);
}

/** A server that is stopped never answers. */
const limitMs = 3000;

/** tmux drops that sequence unless it is set up to pass it on; its own command, since 3.2, reaches the terminal. */
async function copyWithTmux(server: string, text: string): Promise<void> {
  const env = { ...childEnvironment(process.env), TMUX: server };
  const end = await runChild(['tmux', 'load-buffer', '-w', '-'], { env, input: text, limitMs, maxCharacters: 0 });
  if (end.kind !== 'ended' || end.code !== 0) copyWithOsc52(text);
}
