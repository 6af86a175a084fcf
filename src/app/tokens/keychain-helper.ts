/**
 * What does the keychain hold? The child process that alone loads the native module, which can block for good: one
 * request on standard input; on standard output a line that says that it begins, and the answer.
 */
import { text } from 'node:stream/consumers';
import { carryOut, type KeychainEntry, type KeychainRequest } from './keychain-request.ts';

/** Without the choice of a store, a token would silently go to the kernel's keyring where there is no keychain. */
const linuxStores = { keychain: 'secret-service', kernel: 'keyutils' } as const;

const loading = import('@napi-rs/keyring');
// Told with the answer to the request; until then nobody waits for it.
loading.catch(() => undefined);

async function openEntry({ store, account }: KeychainRequest): Promise<KeychainEntry> {
  const { AsyncEntry } = await loading;
  return new AsyncEntry('rollcall', account, { linux: { store: linuxStores[store] } });
}

const request = JSON.parse(await text(process.stdin)) as KeychainRequest;
// Where the module is missing, that is the answer to the request.
await loading.catch(() => undefined);
process.stdout.write('begins\n');

// The parent kills this process in time. Where the parent is gone, an unlock prompt could keep it for ever, and even
// `process.exit` waits for the prompt.
setTimeout(() => process.kill(process.pid, 'SIGKILL'), request.limitMs + 2000).unref();

process.stdout.write(`${JSON.stringify(await carryOut(request, openEntry))}\n`);
