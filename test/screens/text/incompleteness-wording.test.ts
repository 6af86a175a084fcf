import { expect, test } from 'vitest';
import {
  incompletenessSentence,
  incompletenessStatus,
  incompletenessWords,
} from '../../../src/screens/text/fleet-wording.ts';

test.each([
  [
    { kind: 'untrusted', page: 3, reason: 'another address', link: '//else.example/org' },
    'incomplete at page 3: pointed to a different address',
  ],
  [
    { kind: 'untrusted', page: 3, reason: 'not a link', link: 'a\u001b[2J' },
    'incomplete at page 3: pointed to something that is no address',
  ],
  [{ kind: 'failed', page: 1200 }, 'incomplete: page 1,200 could not be loaded, r retries'],
  [{ kind: 'moved', seen: 1000, total: 1002 }, 'the list changed while it was loaded, r refreshes'],
  [{ kind: 'short', seen: 4995, total: 5000 }, 'incomplete: 4,995 of 5,000 systems listed, r refreshes'],
] as const)('%j', (why, words) => {
  expect(incompletenessStatus(why)).toBe(words);
});

test.each([
  [
    { kind: 'moved', seen: 1000, total: 1002 },
    'The list changed while it was loaded, twice: 1,000 of 1,002. Systems may be missing here.',
  ],
  [
    { kind: 'short', seen: 4995, total: 5000 },
    'The service listed 4,995 of 5,000 systems, twice. Systems are missing here.',
  ],
] as const)('%j, where no key reads it again', (why, sentence) => {
  expect(incompletenessSentence(why)).toBe(sentence);
});

test('a review has the numbers, and names no key', () => {
  const [moved, short] = [
    { kind: 'moved', seen: 4, total: 5 },
    { kind: 'short', seen: 4, total: 5 },
  ] as const;
  expect([moved, short].map(incompletenessWords)).toEqual([
    'the list changed while it was loaded: 4 of 5 seen',
    'incomplete: 4 of 5 systems listed',
  ]);
});
