/** Two addresses of the same service. */
import { expect, test } from 'vitest';
import { isSameService } from '../../../src/state/session/session.ts';

test.each([
  ['http://localhost:8080', 'http://127.0.0.1:8080'],
  ['http://LOCALHOST:8080', 'http://[::1]:8080/'],
  ['http://localhost.:8080', 'http://127.1.2.3:8080'],
  ['https://API.example.com', 'https://api.example.com:443/'],
  ['https://api.example.com/v1/', 'https://api.example.com./v1'],
])('%s is %s', (one, other) => {
  expect(isSameService(one, other)).toBe(true);
  expect(isSameService(other, one)).toBe(true);
});

test.each([
  ['http://localhost:8080', 'http://localhost:8081'],
  ['https://localhost', 'http://localhost'],
  ['https://api.example.com', 'https://staging.example.com'],
  ['https://api.example.com', 'https://api.example.com/v1'],
  ['https://localhost.example.com', 'https://localhost'],
  ['https://127.0.0.1.example.com', 'https://127.0.0.1'],
  [null, 'https://api.example.com'],
  [null, null],
])('%s may be another one than %s', (one, other) => {
  expect(isSameService(one, other)).toBe(false);
  expect(isSameService(other, one)).toBe(false);
});
