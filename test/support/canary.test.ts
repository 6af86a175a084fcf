import { describe, expect, test } from 'vitest';
import { leaksIn, processesWith } from './canary.ts';

const token = `${'Canary0'.repeat(8)}abcdefg`;

describe('a token is found', () => {
  test.each<[string, string]>([
    ['plain', token],
    ['plain', token.slice(5, 50)],
    ['plain', `x${token.slice(0, 20)}x`],
    ['URL-encoded', Array.from(token, (c) => `%${c.charCodeAt(0).toString(16)}`).join('')],
    ['hexadecimal', Buffer.from(token).toString('hex')],
    ['escaped as in JSON', Array.from(token, (c) => String.raw`\u00` + c.charCodeAt(0).toString(16)).join('')],
    ['base64', Buffer.from(token).toString('base64')],
    ['base64', Buffer.from(`Bearer ${token}`).toString('base64')],
    ['base64', Buffer.from(`a:${token}:b`).toString('base64url')],
  ])('%s', (name, text) => {
    expect(leaksIn(`some ${text} text`, token)).toContain(name);
  });

  test('among the arguments of a process', () => {
    expect(processesWith(process.argv[0] ?? '')).toContain(String(process.pid));
  });
});

test('other texts hold none', () => {
  expect(leaksIn(`${token.slice(0, 12)} ${'x'.repeat(9000)} Authorization: Bearer (access token)`, token)).toEqual([]);
});
