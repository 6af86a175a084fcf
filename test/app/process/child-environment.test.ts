import { expect, test } from 'vitest';
import { childEnvironment } from '../../../src/app/process/child-environment.ts';

test('a child sees what finds the keychain, and nothing that is secret or changes how Node runs', () => {
  const passedOn = { PATH: '/bin', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus', DISPLAY: '' };
  const env = { ...passedOn, ROLLCALL_TOKEN: 'x', NODE_OPTIONS: '--inspect', NODE_DEBUG: 'http', AWS_SECRET: 'y' };
  expect(childEnvironment(env)).toEqual(passedOn);
});
