/** How is a token had from a command of the person's own? It prints it; nothing else of its output is ever shown. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import parseArgsStringToArgv from 'string-argv';
import { readToken } from '../../api/token.ts';

export type CommandResult =
  { readonly ok: true; readonly token: string } | { readonly ok: false; readonly sentence: string };

/** Once it is over, the command and everything it began is ended. */
const limitMs = 10_000;

/** More than this is no token, whatever it is. */
const maxCharacters = 4096;

/**
 * `command` is split into words as a shell splits it, and runs without one; `sh -c '…'` asks for a shell. It is over at
 * once when `cancelled` is aborted.
 */
export async function tokenFromCommand(
  command: string,
  env: NodeJS.ProcessEnv,
  cancelled: AbortSignal = new AbortController().signal,
): Promise<CommandResult> {
  const [program, ...args] = parseArgsStringToArgv(command);
  if (program === undefined) return { ok: false, sentence: 'There is no token command.' };
  const child = spawn(program, args, {
    env: commandEnvironment(env),
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own, so that it can be ended whole; and no terminal to ask on, which would be the screen's.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const end = (): void => {
    endGroup(child.pid);
  };
  process.once('exit', end);
  const ended = await new Promise<{ text: string; code: number | string | null }>((resolve) => {
    let text = '';
    let code: number | string | null = null;
    const stop = (why: 'late' | 'cancelled'): void => {
      code = why;
      end();
      child.stdout.destroy();
    };
    const timer = setTimeout(() => {
      stop('late');
    }, limitMs);
    cancelled.addEventListener('abort', () => {
      clearTimeout(timer);
      stop('cancelled');
      resolve({ text: '', code });
    });
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.length > maxCharacters) end();
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      resolve({ text: '', code: error.code ?? 'unknown' });
    });
    child.once('close', (exitCode, signal) => {
      clearTimeout(timer);
      resolve({ text, code: code ?? exitCode ?? signal });
    });
  });
  process.removeListener('exit', end);
  return resultOf(ended.text, ended.code);
}

function resultOf(text: string, code: number | string | null): CommandResult {
  if (code === 'ENOENT') return { ok: false, sentence: 'The token command was not found.' };
  if (code === 'cancelled') return { ok: false, sentence: 'The token command was not waited for.' };
  if (code === 'late') return { ok: false, sentence: `The token command took longer than ${limitMs / 1000} s.` };
  if (code !== 0) {
    const sentence = `The token command failed (${code ?? 'unknown'}). Run it in your shell: it must print the token without asking.`;
    return { ok: false, sentence };
  }
  const read = readToken(text.slice(0, maxCharacters));
  return read.ok ? read : { ok: false, sentence: `The token command prints no token: ${read.reason}.` };
}

/** As in the person's shell, without what would let it write on the screen or open an inspector. */
function commandEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'GPG_TTY' && name !== 'NODE_OPTIONS'));
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
