import { expect, test } from 'vitest';
import { takeEnvironment } from '../../../src/app/cli/environment.ts';

test('both variables are read, and the token is gone from the environment at once', () => {
  const env = { ROLLCALL_BASE_URL: 'https://x.example', ROLLCALL_TOKEN: 'secret', PATH: '/bin' };
  expect(takeEnvironment(env)).toEqual({
    baseUrl: 'https://x.example',
    token: 'secret',
    isTlsUnchecked: false,
    address: null,
    isScreenReader: false,
  });
  expect(env).toEqual({ ROLLCALL_BASE_URL: 'https://x.example', PATH: '/bin' });
});

const none = { baseUrl: null, token: null, isTlsUnchecked: false, address: null, isScreenReader: false };

test('missing and empty variables count as none', () => {
  expect(takeEnvironment({})).toEqual(none);
  expect(takeEnvironment({ ROLLCALL_BASE_URL: '', ROLLCALL_TOKEN: '' })).toEqual(none);
});

test('where the person comes from over SSH is known', () => {
  expect(takeEnvironment({ SSH_CONNECTION: '203.0.113.7 51000 10.0.0.2 22' }).address).toBe('203.0.113.7');
  expect(takeEnvironment({ SSH_CONNECTION: '::ffff:203.0.113.7 51000 ::1 22' }).address).toBe('203.0.113.7');
});

test.each([
  ['0', true],
  ['1', false],
  ['', false],
])('certificates that Node is told not to look at are noticed (%j)', (value, isTlsUnchecked) => {
  expect(takeEnvironment({ NODE_TLS_REJECT_UNAUTHORIZED: value })).toMatchObject({ isTlsUnchecked });
});

test('a screen reader is known by the variable of Ink', () => {
  expect(takeEnvironment({ INK_SCREEN_READER: 'true' }).isScreenReader).toBe(true);
  expect(takeEnvironment({ INK_SCREEN_READER: '1' }).isScreenReader).toBe(false);
});
