/** How are Node's own warnings kept off the screen? They would be written in the middle of it. */
import process from 'node:process';

/** Before the screen is there. Of certificates that are not checked, the screen itself speaks. */
export async function settleNodeWarnings(env: NodeJS.ProcessEnv): Promise<void> {
  process.removeAllListeners('warning');
  // Node reads this file with the first encrypted connection, and complains of it past every listener.
  if ((env['NODE_EXTRA_CA_CERTS'] ?? '') === '') return;
  const { createSecureContext } = await import('node:tls');
  createSecureContext();
}
