import { expect, test } from 'vitest';
import { gapWords } from '../../../src/screens/text/gap-wording.ts';

test.each([
  [
    { kind: 'untrusted', page: 3, reason: 'another address', link: '//else.example/org' },
    'incomplete: stopped at page 3, the service pointed to a different address (else.example)',
  ],
  [
    { kind: 'untrusted', page: 3, reason: 'not a link', link: 'a\u001b[2J' },
    'incomplete: stopped at page 3, the service pointed to something that is no address ("a␛[2J")',
  ],
  [{ kind: 'failed', page: 1200 }, 'incomplete: page 1,200 could not be read, r tries again'],
  [
    { kind: 'moved', seen: 1000, total: 1002 },
    'the list changed while it was read: 1,000 of 1,002 seen, r reads it again',
  ],
  [{ kind: 'moved', seen: 1000, total: null }, 'the list changed while it was read: 1,000 seen, r reads it again'],
] as const)('%j', (gap, words) => {
  expect(gapWords(gap)).toBe(words);
});
