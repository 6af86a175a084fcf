import { expect, test } from 'vitest';
import { failureIn } from '../../../src/app/tokens/keychain-failure.ts';

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
  ['locked', "Couldn't access platform storage: Secret Service: object locked", 'locked'],
  ['not unlocked', "Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'locked'],
  ['a bus that forbids it', 'Platform failure: DBus error: Rejected send message, 2 matched rules', 'denied'],
  ['the wrong session', 'Platform failure: org.freedesktop.DBus.Error.AccessDenied', 'denied'],
  ['a mute service', 'DBus error: Did not receive a reply. Possible causes include', 'no answer'],
  ['anything else', 'Mutex failure in credential store: please report a bug', 'failed'],
] as const)('%s', (_, message, reason) => {
  expect(failureIn(message)).toBe(reason);
});
