/** Stores tokens in the operating system's keychain: one child process per request, killed at its timeout. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { readToken } from '../../api/access.ts';
import { childEnvironment, linesOf, startChild } from '../process/child.ts';
import { partIn } from '../process/parts.ts';
import type { KeychainAnswer, KeychainFailure, KeychainRequest, KeychainTask } from './keychain-request.ts';

/** The result of a request to any storage. `value`: the found token, or null. */
export type StorageResult<Reason = string> =
  | { readonly ok: true; readonly value: string | null }
  | { readonly ok: false; readonly reason: Reason; readonly sentence: string };

export type KeychainResult = StorageResult<KeychainFailure>;

export interface Keychain {
  /** Succeeds only after the token was read back. */
  store(account: string, token: string): Promise<KeychainResult>;
  find(account: string): Promise<KeychainResult>;
  /** Succeeds even if there was no token. */
  remove(account: string): Promise<KeychainResult>;
  cancel(): void;
}

interface KeychainOptions {
  /** The built keychain-helper.js, or the argument with which the single executable runs it. */
  readonly helperPath: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly limitMs?: number;
}

/**
 * Milliseconds. On Linux nobody could answer a prompt over SSH; other systems may show you a prompt, which takes time.
 */
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
    // Only SIGKILL ends a process that waits for an invisible unlock prompt.
    const end = (why: 'no answer' | 'cancelled'): void => {
      ending.why ??= why;
      child.kill('SIGKILL');
    };
    const cancel = end.bind(null, 'cancelled');
    if (cancelled.aborted) cancel();
    cancelled.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(end, request.limitMs, 'no answer');
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.stdin?.end(JSON.stringify(request));
    const lines = linesOf(child);
    await lines.next();
    // The timeout restarts here, because the helper's own start does not count.
    timer.refresh();
    const line = await lines.next();
    clearTimeout(timer);
    process.removeListener('exit', kill);
    cancelled.removeEventListener('abort', cancel);
    child.kill('SIGKILL');
    return line.done === true ? { ok: false, reason: ending.why ?? 'failed' } : answerIn(line.value);
  };
  const ask = async (account: string, request: KeychainTask): Promise<KeychainResult> => {
    // The file of the helper may be missing.
    const isThere = partIn(helperPath) !== null || existsSync(helperPath);
    if (!isThere || !canHaveKeychain(platform, env)) return fail('absent');
    const answer = await askHelper({ ...request, account, limitMs });
    if (!answer.ok) return fail(answer.reason);
    if (answer.value === null) return { ok: true, value: null };
    const read = readToken(answer.value);
    return read.ok ? { ok: true, value: read.token } : fail('damaged');
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

/** False without a D-Bus session, which a Secret Service needs: saves starting a process. */
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

function fail(reason: KeychainFailure): KeychainResult {
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
