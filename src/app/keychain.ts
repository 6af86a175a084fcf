/** How are tokens kept in the system's keychain? The parent's side: one child process for each request, ended in time. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readToken } from '../api/token.ts';
import { childEnvironment } from './child-environment.ts';
import { firstLine } from './first-line.ts';
import { failureSentences, type KeychainFailure } from './keychain-failure.ts';
import type { KeychainAnswer, KeychainRequest } from './keychain-request.ts';

export type KeychainResult =
  | { readonly ok: true; readonly value: string | null }
  | { readonly ok: false; readonly reason: KeychainFailure; readonly sentence: string };

export interface Keychain {
  /** Succeeds only after the token was read back. */
  keep(account: string, token: string): Promise<KeychainResult>;
  /** The token of an account, or null. */
  find(account: string): Promise<KeychainResult>;
  /** Succeeds where there was none, too. */
  forget(account: string): Promise<KeychainResult>;
}

/** `helperPath` is the built keychain-helper.js; `env` says where the keychain is. */
export function openKeychain({ helperPath, env }: { helperPath: string; env: NodeJS.ProcessEnv }): Keychain {
  const ask = async (request: KeychainRequest): Promise<KeychainResult> => {
    if (!existsSync(helperPath) || !canHaveKeychain(env)) return failed('absent');
    return resultOf(await answerOf(helperPath, env, request));
  };
  return {
    keep: (account, token) => ask({ kind: 'keep', account, token }),
    find: (account) => ask({ kind: 'find', account }),
    forget: (account) => ask({ kind: 'forget', account }),
  };
}

/** Without a D-Bus session there is no Secret Service: no process is started to find that out. */
function canHaveKeychain(env: NodeJS.ProcessEnv): boolean {
  if (process.platform !== 'linux' || env['DBUS_SESSION_BUS_ADDRESS'] !== undefined) return true;
  const folder = env['XDG_RUNTIME_DIR'];
  return folder !== undefined && existsSync(join(folder, 'bus'));
}

async function answerOf(helperPath: string, env: NodeJS.ProcessEnv, request: KeychainRequest): Promise<KeychainAnswer> {
  const child = spawn(process.execPath, [helperPath], {
    env: childEnvironment(env),
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    // Nothing gentler ends a process that waits for an unlock prompt nobody sees.
    timeout: 3000,
    killSignal: 'SIGKILL',
  });
  // A helper that dies before it has read its request breaks the pipe; that it ended is noticed below.
  child.stdin.on('error', () => undefined).end(JSON.stringify(request));
  const line = await firstLine(child);
  if (line === undefined) return { ok: false, reason: child.signalCode === 'SIGKILL' ? 'no answer' : 'failed' };
  child.kill('SIGKILL');
  return answerIn(line);
}

function answerIn(line: string): KeychainAnswer {
  try {
    return JSON.parse(line) as KeychainAnswer;
  } catch {
    return { ok: false, reason: 'failed' };
  }
}

function resultOf(answer: KeychainAnswer): KeychainResult {
  if (!answer.ok) return failed(answer.reason);
  if (answer.value === null) return { ok: true, value: null };
  const read = readToken(answer.value);
  return read.ok ? { ok: true, value: read.token } : failed('damaged');
}

function failed(reason: KeychainFailure): KeychainResult {
  return { ok: false, reason, sentence: failureSentences[reason] };
}
