import { expect, test } from 'vitest';
import { takeEnvironment } from '../../src/app/environment.ts';

test('both variables are read, and the token is gone from the environment at once', () => {
  const env = { ROLLCALL_BASE_URL: 'https://x.example', ROLLCALL_TOKEN: 'secret', PATH: '/bin' };
  expect(takeEnvironment(env)).toEqual({ baseUrl: 'https://x.example', token: 'secret' });
  expect(env).toEqual({ ROLLCALL_BASE_URL: 'https://x.example', PATH: '/bin' });
});

test('missing and empty variables count as none', () => {
  expect(takeEnvironment({})).toEqual({ baseUrl: null, token: null });
  expect(takeEnvironment({ ROLLCALL_BASE_URL: '', ROLLCALL_TOKEN: '' })).toEqual({ baseUrl: null, token: null });
});
