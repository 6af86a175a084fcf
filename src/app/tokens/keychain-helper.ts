/** The child process that loads the keychain's native module, which can block forever. */
import { text } from 'node:stream/consumers';
import { carryOut, type KeychainEntry, type KeychainRequest } from './keychain-request.ts';

const loading = import('@napi-rs/keyring');
// A failure becomes the answer to the request, so it must not be an unhandled rejection before.
loading.catch(() => undefined);

async function openEntry({ account }: KeychainRequest): Promise<KeychainEntry> {
  const { AsyncEntry } = await loading;
  // By default, the module silently writes to the kernel's keyring if there is no keychain.
  return new AsyncEntry('rollcall', account, { linux: { store: 'secret-service' } });
}

async function answerRequest(): Promise<void> {
  const request = requestIn(await text(process.stdin));
  if (request === null) {
    process.stderr.write('rollcall asks the keychain through this part. It is not for use by hand.\n');
    process.exitCode = 2;
    return;
  }
  // A missing module becomes the answer to the request.
  await loading.catch(() => undefined);
  process.stdout.write('begins\n');

  // The parent kills this process at its timeout. If the parent is gone, an unlock prompt could keep it running, and
  // even `process.exit` waits for the prompt.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), request.limitMs + 2000).unref();

  process.stdout.write(`${JSON.stringify(await carryOut(request, openEntry))}\n`);
}

/** Null if rollcall did not start this process. */
function requestIn(given: string): KeychainRequest | null {
  try {
    return JSON.parse(given) as KeychainRequest;
  } catch {
    return null;
  }
}

void answerRequest();
