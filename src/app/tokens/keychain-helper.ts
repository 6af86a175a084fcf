/** The child process that alone loads the native module of the keychain, which can block for good. */
import { text } from 'node:stream/consumers';
import { carryOut, type KeychainEntry, type KeychainRequest } from './keychain-request.ts';

const loading = import('@napi-rs/keyring');
// A failure is part of the answer to the request; until then nothing waits for it.
loading.catch(() => undefined);

async function openEntry({ account }: KeychainRequest): Promise<KeychainEntry> {
  const { AsyncEntry } = await loading;
  // Left to itself, the module would write to the kernel's keyring where there is no keychain, and not say so.
  return new AsyncEntry('rollcall', account, { linux: { store: 'secret-service' } });
}

async function answerRequest(): Promise<void> {
  const request = requestIn(await text(process.stdin));
  if (request === null) {
    process.stderr.write('rollcall asks the keychain through this part. It is not for use by hand.\n');
    process.exitCode = 2;
    return;
  }
  // Where the module is missing, that is the answer to the request.
  await loading.catch(() => undefined);
  process.stdout.write('begins\n');

  // The parent kills this process in time. Where the parent is gone, an unlock prompt could keep it running, and even
  // `process.exit` waits for the prompt.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), request.limitMs + 2000).unref();

  process.stdout.write(`${JSON.stringify(await carryOut(request, openEntry))}\n`);
}

/** Null: this was not started by rollcall. */
function requestIn(given: string): KeychainRequest | null {
  try {
    return JSON.parse(given) as KeychainRequest;
  } catch {
    return null;
  }
}

void answerRequest();
