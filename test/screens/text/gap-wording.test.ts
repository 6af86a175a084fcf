import { expect, test } from 'vitest';
import { gapSentence, gapWords } from '../../../src/screens/text/gap-wording.ts';

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
  [{ kind: 'short', seen: 4995, total: 5000 }, 'incomplete: 4,995 of 5,000 systems listed, r refreshes'],
] as const)('%j', (gap, words) => {
  expect(gapWords(gap)).toBe(words);
});

test.each([
  [
    { kind: 'moved', seen: 1000, total: 1002 },
    'The list changed while it was read, twice: 1,000 of 1,002. Systems may be missing here.',
  ],
  [
    { kind: 'short', seen: 4995, total: 5000 },
    'The service listed 4,995 of 5,000 systems, twice. Systems are missing here.',
  ],
] as const)('M6 %j, where no key reads it again', (gap, sentence) => {
  expect(gapSentence(gap)).toBe(sentence);
});
