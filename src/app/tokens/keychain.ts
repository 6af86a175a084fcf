/** Stores tokens in the operating system's keychain: one child process for each request, killed at its timeout. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { readToken } from '../../api/token.ts';
import { childEnvironment, linesOf, startChild } from '../process/child.ts';
import { partIn } from '../process/parts.ts';
import type { KeychainAnswer, KeychainFailure, KeychainRequest, KeychainTask } from './keychain-request.ts';

/** The result of asking a storage, this one or another. `value`: the found token, or null. */
export type StorageResult<Reason = string> =
  | { readonly ok: true; readonly value: string | null }
  | { readonly ok: false; readonly reason: Reason; readonly sentence: string };

export type KeychainResult = StorageResult<KeychainFailure>;

export interface Keychain {
  /** Succeeds only after the token was read back. */
  store(account: string, token: string): Promise<KeychainResult>;
  find(account: string): Promise<KeychainResult>;
  /** Succeeds where there was none, too. */
  remove(account: string): Promise<KeychainResult>;
  /** Ends the requests that wait for an answer now. */
  cancel(): void;
}

interface KeychainOptions {
  /** The built keychain-helper.js, or the argument that asks the one file for it. */
  readonly helperPath: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly limitMs?: number;
}

/** On Linux a prompt could not be answered over SSH; elsewhere the system may ask the person, who takes their time. */
export function timeoutOn(platform: NodeJS.Platform): number {
  return platform === 'linux' ? 3000 : 60_000;
}

export function openKeychain(options: KeychainOptions): Keychain {
  const { helperPath, env, platform = process.platform, limitMs = timeoutOn(platform) } = options;
  let requests = new AbortController();
  const askHelper = async (request: KeychainRequest): Promise<KeychainAnswer> => {
    const { signal: cancelled } = requests;
    const start = await startChild([process.execPath, helperPath], {
      env: childEnvironment(env),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    if (start.kind === 'notStarted') return { ok: false, reason: 'failed' };
    const { child } = start;
    const ending: { why?: 'no answer' | 'cancelled' } = {};
    // Nothing gentler ends a process that waits for an unlock prompt nobody sees.
    const end = (why: 'no answer' | 'cancelled'): void => {
      ending.why ??= why;
      child.kill('SIGKILL');
    };
    const cancel = end.bind(null, 'cancelled');
    if (cancelled.aborted) cancel();
    cancelled.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(end, request.limitMs, 'no answer');
    const killed = (): void => void child.kill('SIGKILL');
    process.once('exit', killed);
    child.stdin?.end(JSON.stringify(request));
    const lines = linesOf(child);
    await lines.next();
    // It is there, and begins to ask: the time of its own start is not the keychain's.
    timer.refresh();
    const line = await lines.next();
    clearTimeout(timer);
    process.removeListener('exit', killed);
    cancelled.removeEventListener('abort', cancel);
    child.kill('SIGKILL');
    return line.done === true ? { ok: false, reason: ending.why ?? 'failed' } : answerIn(line.value);
  };
  const ask = async (account: string, request: KeychainTask): Promise<KeychainResult> => {
    // The file of the helper may be missing.
    const isThere = partIn(helperPath) !== null || existsSync(helperPath);
    if (!isThere || !canHaveKeychain(platform, env)) return failed('absent');
    const answer = await askHelper({ ...request, account, limitMs });
    if (!answer.ok) return failed(answer.reason);
    if (answer.value === null) return { ok: true, value: null };
    const read = readToken(answer.value);
    return read.ok ? { ok: true, value: read.token } : failed('damaged');
  };
  return {
    store: (account, token) => ask(account, { kind: 'store', token }),
    find: (account) => ask(account, { kind: 'find' }),
    remove: (account) => ask(account, { kind: 'remove' }),
    cancel() {
      requests.abort();
      requests = new AbortController();
    },
  };
}

/** Without a D-Bus session there is no Secret Service: no process is started to learn that. */
function canHaveKeychain(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  if (platform !== 'linux' || env['DBUS_SESSION_BUS_ADDRESS'] !== undefined) return true;
  const folder = env['XDG_RUNTIME_DIR'];
  return folder !== undefined && existsSync(join(folder, 'bus'));
}

function answerIn(line: string): KeychainAnswer {
  try {
    return JSON.parse(line) as KeychainAnswer;
  } catch {
    return { ok: false, reason: 'failed' };
  }
}

function failed(reason: KeychainFailure): KeychainResult {
  return { ok: false, reason, sentence: keychainSentences[reason] };
}

export const keychainSentences: Readonly<Record<KeychainFailure, string>> = {
  absent: 'There is no keychain here.',
  locked: 'The keychain is locked. Unlock it, for example by signing in on the desktop.',
  denied: 'The keychain does not permit this.',
  'no answer': 'The keychain did not answer.',
  damaged: 'The keychain holds no valid token.',
  failed: 'The keychain could not do it.',
  noexec: 'The keychain cannot be used: every folder for its module is mounted noexec.',
  cancelled: 'The keychain was not waited for.',
};
