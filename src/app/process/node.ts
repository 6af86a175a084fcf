/** Changes Node's own behaviour: inspectors, reports, warnings, the heap, and a working directory that is gone. */
import { homedir, userInfo } from 'node:os';
import process from 'node:process';
import type { Store } from '../../state/kernel/store.ts';
import type { Action, State } from '../../state/root/state.ts';

/** Before anything secret is in memory: the environment's own variables are taken first. */
export async function disableInspectors(env: NodeJS.ProcessEnv): Promise<void> {
  // Without a listener, this signal opens an inspector to which every local user can connect.
  process.on('SIGUSR1', () => undefined);
  // React's inspector is requested by this name.
  delete env['DEV'];
  const options = [...process.execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)].filter((one) => one !== '');
  // Reports hold the environment, and snapshots the whole memory. Without options Node makes neither.
  if (options.length > 0) {
    const never = { reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false };
    Object.assign(process.report, { ...never, excludeEnv: true });
  }
  for (const option of options) {
    const [, signal] = /^--heapsnapshot-signal=(SIG[A-Z0-9]+)$/.exec(option) ?? [];
    if (signal !== undefined) process.removeAllListeners(signal).on(signal, () => undefined);
  }
  if (options.some((option) => option.startsWith('--inspect'))) {
    const inspector = await import('node:inspector');
    inspector.close();
  }
}

/** Before the screen, which they would break; it warns itself of certificates that are not checked. */
export async function silenceNodeWarnings(env: NodeJS.ProcessEnv): Promise<void> {
  process.removeAllListeners('warning');
  // Node reads this file with the first encrypted connection, and complains of it past every listener.
  if ((env['NODE_EXTRA_CA_CERTS'] ?? '') === '') return;
  const { createSecureContext } = await import('node:tls');
  createSecureContext();
}

/**
 * Once so many systems are read that it matters: fewer are read with a tenth less processor time. From then on the
 * space for new objects does not grow, and the rest grows by a third at a time: left to itself, V8 takes several times
 * what 100,000 systems need, and saves no time that a person could notice.
 */
export function keepHeapSmallForMany(store: Store<State, Action>): void {
  const unsubscribe = store.subscribe(() => {
    if ((store.state().list.listing.scan?.count ?? 0) < 15_000) return;
    // Not imported: few starts read so many.
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    setFlagsFromString('--semi-space-growth-factor=1');
    setFlagsFromString('--heap-growing-percent=30');
    unsubscribe();
  });
}

/** Libraries read the folder as they load, and would throw: from here on it is another one. `main.ts` loads this first. */
let isGone = false;
try {
  process.cwd();
} catch {
  process.chdir('/');
  isGone = true;
}

/** Where rollcall was started; throws as `fs` does where that is gone. */
export function workingDirectory(): string {
  if (isGone) throw Object.assign(new Error('The folder has been removed.'), { code: 'ENOENT' });
  return process.cwd();
}

/** The same in short words: `~/exports`. */
export function folderName(home = homedir()): string {
  const folder = isGone ? 'a removed folder' : process.cwd();
  if (folder === home) return '~';
  return folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder;
}

/** The user's name on this computer as a word; the number where no list of users has it, as in some containers. */
export function userName(): string {
  try {
    return userInfo()
      .username.replace(/[^\w.-]/g, '_')
      .slice(0, 32);
  } catch {
    return `${process.getuid?.() ?? 'unknown'}`;
  }
}
