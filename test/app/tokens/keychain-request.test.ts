import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  carryOut,
  failureIn,
  type KeychainEntry,
  type KeychainRequest,
} from '../../../src/app/tokens/keychain-request.ts';

const about = { account: 'https://a.example', limitMs: 3000 } as const;

/** A keychain of one entry. */
class Entry implements KeychainEntry {
  stored: string | null = null;

  getPassword(): Promise<string | null> {
    return Promise.resolve(this.stored);
  }

  setPassword(token: string): Promise<void> {
    this.stored = token;
    return Promise.resolve();
  }

  deletePassword(): Promise<boolean> {
    const wasThere = this.stored !== null;
    this.stored = null;
    return Promise.resolve(wasThere);
  }
}

function ask(entry: Entry, request: KeychainRequest) {
  return carryOut(request, () => Promise.resolve(entry));
}

const storing: KeychainRequest = { ...about, kind: 'store', token: 'x' };

test('a token is stored, found and removed', async () => {
  const entry = new Entry();
  expect(await ask(entry, { ...about, kind: 'find' })).toEqual({ ok: true, value: null });
  expect(await ask(entry, storing)).toEqual({ ok: true, value: null });
  expect(await ask(entry, { ...about, kind: 'find' })).toEqual({ ok: true, value: 'x' });
  expect(await ask(entry, { ...about, kind: 'remove' })).toEqual({ ok: true, value: null });
  expect(await ask(entry, { ...about, kind: 'remove' })).toEqual({ ok: true, value: null });
  expect(entry.stored).toBeNull();
});

test('a token that reads back as another was not stored', async () => {
  class Forgetful extends Entry {
    override getPassword() {
      return Promise.resolve('another');
    }
  }
  expect(await ask(new Forgetful(), storing)).toEqual({ ok: false, reason: 'damaged' });
});

/** Reports a failure, and yet stores the token. */
class Lying extends Entry {
  override async setPassword(token: string) {
    await super.setPassword(token);
    throw new Error('object locked');
  }
}

test('after a write that failed, nothing is left behind', async () => {
  const entry = new Lying();
  expect(await ask(entry, storing)).toEqual({ ok: false, reason: 'locked' });
  expect(entry.stored).toBeNull();
});

test('a write that failed is answered once its clean-up is done: the helper may end then', async () => {
  class Slow extends Lying {
    override async deletePassword() {
      await setImmediate();
      return super.deletePassword();
    }
  }
  const entry = new Slow();
  await ask(entry, storing);
  expect(entry.stored).toBeNull();
});

test('when the clean-up fails as well, the first failure is reported', async () => {
  class Denying extends Lying {
    override deletePassword() {
      return Promise.reject(new Error('AccessDenied'));
    }
  }
  expect(await ask(new Denying(), storing)).toEqual({ ok: false, reason: 'locked' });
});

test('a keychain that cannot be opened is an answer, too', async () => {
  const open = () => Promise.reject(new Error("Cannot find package '@napi-rs/keyring'"));
  expect(await carryOut({ ...about, kind: 'find' }, open)).toEqual({ ok: false, reason: 'absent' });
});

// The messages of @napi-rs/keyring 2.1.2, as they were seen.
test.each([
  [
    'no bus',
    'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time',
    'absent',
  ],
  ['a dead bus', 'Platform failure: DBus error: Failed to connect to socket /run/user/0/bus: No such file', 'absent'],
  ['no service', 'DBus error: The name org.freedesktop.secrets was not provided by any .service files', 'absent'],
  ['no keyring', "Couldn't access platform storage: Secret Service: no result found", 'absent'],
  ['no module', "Error: Cannot find package '@napi-rs/keyring' imported from /opt/x.js", 'absent'],
  ['no binary', 'Error: Cannot find native binding. npm has a bug related to optional dependencies', 'absent'],
  ['no folder for code', 'Error: noexec: /tmp: failed to map segment from shared object', 'noexec'],
  ['locked', "Couldn't access platform storage: Secret Service: object locked", 'locked'],
  ['not unlocked', "Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'locked'],
  ['a bus that forbids it', 'Platform failure: DBus error: Rejected send message, 2 matched rules', 'denied'],
  ['the wrong session', 'Platform failure: org.freedesktop.DBus.Error.AccessDenied', 'denied'],
  ['a mute service', 'DBus error: Did not receive a reply. Possible causes include', 'no answer'],
  ['anything else', 'Mutex failure in credential store: please report a bug', 'failed'],
] as const)('the words of a failure: %s', (_, message, reason) => {
  expect(failureIn(message)).toBe(reason);
});
