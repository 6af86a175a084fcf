/** Requests for every operation of whole documents, judged by ajv and the parsers of the platform. */
import { expect, test } from 'vitest';
import { describedDocument } from '../support/documents/described.ts';
import { hostileDocument } from '../support/documents/hostile.ts';
import { usualDocument } from '../support/documents/usual.ts';
import { walked } from '../explorer/every-call.ts';

test.each<[string, () => string, number]>([
  ['usual', () => JSON.stringify(usualDocument()), 60],
  ['hostile', () => hostileDocument(), 1000],
  ['described', () => JSON.stringify(describedDocument()), 15],
])('no request of the %s document differs from its description', { timeout: 1_800_000 }, (name, text, least) => {
  const { operations, wrong } = walked(text(), name !== 'hostile');
  expect(wrong).toEqual([]);
  expect(operations).toBeGreaterThan(least);
});
