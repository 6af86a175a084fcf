/** Disables what Node would show on its own: memory to other people on this computer, and warnings on the screen. */
import process from 'node:process';

/** Before anything secret is in memory: the environment's own variables are taken first. */
export async function disableInspectors(env: NodeJS.ProcessEnv): Promise<void> {
  // Without a listener, this signal opens an inspector to which every local user can connect.
  process.on('SIGUSR1', () => undefined);
  // React's inspector is asked for by this name.
  delete env['DEV'];
  // Reports hold the environment, and snapshots the whole memory.
  Object.assign(process.report, {
    reportOnFatalError: false,
    reportOnSignal: false,
    reportOnUncaughtException: false,
    excludeEnv: true,
  });
  const options = [...process.execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  for (const option of options) {
    const [, signal] = /^--heapsnapshot-signal=(SIG[A-Z0-9]+)$/.exec(option) ?? [];
    if (signal !== undefined) process.removeAllListeners(signal).on(signal, () => undefined);
  }
  if (options.some((option) => option.startsWith('--inspect'))) {
    const inspector = await import('node:inspector');
    inspector.close();
  }
}

/**
 * Keeps Node's own warnings off the screen, in the middle of which they would be written. Called before the screen is
 * there; of certificates that are not checked, the screen itself warns.
 */
export async function silenceNodeWarnings(env: NodeJS.ProcessEnv): Promise<void> {
  process.removeAllListeners('warning');
  // Node reads this file with the first encrypted connection, and complains of it past every listener.
  if ((env['NODE_EXTRA_CA_CERTS'] ?? '') === '') return;
  const { createSecureContext } = await import('node:tls');
  createSecureContext();
}
