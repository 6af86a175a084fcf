import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenRefusal } from '../../../src/app/cli/token-argument.ts';

const token = 'aB3'.repeat(21);

test.each([
  [token],
  ['--token', token],
  [`--token=${token}`],
  [`-t${token}`],
  ['--org', token],
  ['--', token],
  ['Bearer', token],
  [`Bearer ${token}`],
  [`https://api.example/?token=${token}#x`],
  [`https://${token}@api.example`],
  [`https://api.example/?auth=Bearer%20${token}%0A`],
  [`${token.slice(0, 30)}\n  ${token.slice(30)}`],
  [`"${token.slice(0, 30)}\u200b${token.slice(30)}"`],
])('a token among the arguments is refused, and not repeated: %j', (...argv) => {
  const sentence = tokenRefusal(['systems', '--frobnicate', ...argv, '--json']);
  expect(sentence).toMatch(/^Do not pass tokens as arguments; revoke that token in the portal/);
  expect(sentence).not.toContain('aB3');
});

test('whatever stands around it', () => {
  const around = fc.string({ unit: 'binary' }).filter((text) => !/[a-z0-9%"'`\s\p{Cf}]/iu.test(text));
  fc.assert(fc.property(around, around, (before, after) => tokenRefusal([`${before}${token}${after}`]) !== undefined));
});

test.each([
  [],
  ['--search', 'a'.repeat(62)],
  ['--search', 'a'.repeat(64)],
  ['--filter', 'every till in the eastern halls that nobody has seen for half a year'],
  ['--base-url', 'https://api.example/%zz'],
])('other arguments are not: %j', (...argv) => {
  expect(tokenRefusal(argv)).toBeUndefined();
});
