/** An address is sent only where it means what was asked for, as it is parsed for sending. */
import { expect, test } from 'vitest';
import { isMeant } from '../../../src/api/calls/call-address.ts';

const baseUrl = 'https://api.example.com/v1';

test.each([
  ['https://api.example.com/v1/a/b%20c?d=1', true],
  ['https://sam@api.example.com/v1/a/b%20c?d=1', false],
  ['https://:secret@api.example.com/v1/a/b%20c?d=1', false],
  ['https://api.example.com/v1/a/b%20c?d=1#e', false],
  ['http://api.example.com/v1/a/b%20c?d=1', false],
  ['https://api.example.com:8443/v1/a/b%20c?d=1', false],
  ['https://api.example.com/v10/a/b%20c?d=1', false],
  ['https://api.example.com/v1/a/b%20c/?d=1', false],
  ['https://api.example.com/v1/a/../b%20c?d=1', false],
  ['https://api.example.com/v1/a/b%2520c?d=1', false],
  ['https://api.example.com/v1/a/b%20c', false],
  ['https://api.example.com/v1/a/b%20c?d=1&d=1', false],
  ['https://api.example.com/v1/a/b%20c?d=2', false],
  ['https://api.example.com/v1/a/b%20c?e=1', false],
])('%s is a, "b c" and d=1 below the address of the service: %j', (address, is) => {
  expect(isMeant(new URL(address), baseUrl, ['a', 'b c'], [['d', '1']])).toBe(is);
});
