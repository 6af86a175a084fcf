/** How does a text get to the clipboard of the person's terminal, over SSH too? There is no receipt. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { childEnvironment } from './child-environment.ts';

export function copyText(text: string): void {
  const { TMUX: server = '' } = process.env;
  if (server === '') askTerminal(text);
  else askTmux(server, text);
}

/** OSC 52: the terminal itself puts it on its clipboard. */
function askTerminal(text: string): void {
  process.stdout.write(`\u{1B}]52;c;${Buffer.from(text).toString('base64')}\u{7}`);
}

const tmuxMs = 3000;

/** tmux drops that sequence unless it is set up to pass it on; its own command, since 3.2, reaches the terminal. */
function askTmux(server: string, text: string): void {
  const tmux = spawn('tmux', ['load-buffer', '-w', '-'], {
    env: { ...childEnvironment(process.env), TMUX: server },
    stdio: ['pipe', 'ignore', 'ignore'],
    // A server that is stopped never answers.
    timeout: tmuxMs,
    killSignal: 'SIGKILL',
  });
  tmux
    .once('error', () => undefined)
    .once('close', (code) => {
      if (code !== 0) askTerminal(text);
    });
  tmux.stdin.on('error', () => undefined).end(text);
}
