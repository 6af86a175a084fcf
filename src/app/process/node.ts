/** Changes Node's own behaviour: inspectors, reports, warnings, the heap, and a removed working directory. */
import { homedir, userInfo } from 'node:os';
import process from 'node:process';
import { fromHome } from '../../state/kernel/spelling.ts';
import type { Store } from '../../state/kernel/store.ts';
import type { Action, State } from '../../state/root/state.ts';

/** Called before any secret is in memory, and after the environment's variables are read. */
export async function disableInspectors(env: NodeJS.ProcessEnv): Promise<void> {
  // Without a listener, SIGUSR1 opens an inspector to which every local user can connect.
  process.on('SIGUSR1', () => undefined);
  // DEV makes Ink connect to React's inspector.
  delete env['DEV'];
  const options = [...process.execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)].filter((one) => one !== '');
  // Reports contain the environment, and snapshots the whole memory. Without options Node writes neither.
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

/** Called before the screen opens, which warnings would break. rollcall itself warns of unchecked certificates. */
export async function silenceNodeWarnings(env: NodeJS.ProcessEnv): Promise<void> {
  process.removeAllListeners('warning');
  // Node reads this file at the first encrypted connection, and its warning bypasses every listener.
  if ((env['NODE_EXTRA_CA_CERTS'] ?? '') === '') return;
  const { createSecureContext } = await import('node:tls');
  createSecureContext();
}

/**
 * Limits the heap once many systems are loaded; a smaller list loads with 10 % less CPU time without the limit. The
 * young generation then stops growing, and the old one grows by a third at a time: by default, V8 takes several times
 * the memory that 100,000 systems need, without a noticeable gain.
 */
export function keepHeapSmallForMany(store: Store<State, Action>): void {
  const unsubscribe = store.subscribe(() => {
    if ((store.state().list.listing.scan?.count ?? 0) < 15_000) return;
    // Loaded on demand: few starts load so many systems.
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    setFlagsFromString('--semi-space-growth-factor=1');
    setFlagsFromString('--heap-growing-percent=30');
    unsubscribe();
  });
}

/**
 * Libraries read the working directory on load and would throw, so a removed one is replaced. `main.ts` imports this
 * file first.
 */
let isGone = false;
try {
  process.cwd();
} catch {
  process.chdir('/');
  isGone = true;
}

/** The folder in which rollcall was started; throws as `fs` does if it was removed. */
export function workingDirectory(): string {
  if (isGone) throw Object.assign(new Error('The folder has been removed.'), { code: 'ENOENT' });
  return process.cwd();
}

/** The name of the working directory for a sentence: `~/exports`. */
export function folderName(home = homedir()): string {
  return isGone ? 'a removed folder' : fromHome(process.cwd(), home);
}

/** The user's name on this computer, or the user id if the name is unknown, as in some containers. */
export function userName(): string {
  try {
    return userInfo()
      .username.replace(/[^\w.-]/g, '_')
      .slice(0, 32);
  } catch {
    return `${process.getuid?.() ?? 'unknown'}`;
  }
}
