/**
 * What does the keychain hold? The child process that alone loads the native module, which can block for good: one
 * request on standard input, one answer on standard output.
 */
import { text } from 'node:stream/consumers';
import { carryOut, type KeychainEntry, type KeychainRequest } from './keychain-request.ts';

/** Without the choice of a store, a token would silently go to the kernel's keyring where there is no keychain. */
const secretService = { linux: { store: 'secret-service' } } as const;

async function openEntry(account: string): Promise<KeychainEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return new AsyncEntry('rollcall', account, secretService);
}

// The parent kills this process after 3 seconds. Where the parent is gone, an unlock prompt could keep it for ever,
// and even `process.exit` waits for the prompt.
setTimeout(() => process.kill(process.pid, 'SIGKILL'), 5000).unref();

const request = JSON.parse(await text(process.stdin)) as KeychainRequest;
process.stdout.write(`${JSON.stringify(await carryOut(request, openEntry))}\n`);
