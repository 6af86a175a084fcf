/** The file of a review: whatever is cut, flipped or foreign in it is refused, and what is read is what was written. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSystem } from '../../../../src/api/decode.ts';
import { parseExactly } from '../../../../src/api/exact-json.ts';
import { readReview, type ReviewContent, reviewText } from '../../../../src/state/removal/review-file/format.ts';
import { property } from '../../../support/property.ts';

function systemOf(record: unknown) {
  const read = decodeSystem(record);
  if (!read.ok) throw new Error(read.path);
  return { ...read.value };
}

const records = [
  { systemId: 'aB3', hostname: 'web-1\u202E', state: 'Offline', tags: [{ tag: 'x' }], extra: { deep: [1.5, 'é'] } },
  { systemId: 'aB4', hostname: null, lastSeen: '2025-01-01T00:00:00Z', enrolmentKeyId: 7, tags: 'odd' },
];

const content: ReviewContent = {
  ...{ kind: 'delete', by: 'anna', at: '2026-11-26T10:00:00.000Z', baseUrl: 'https://api.example.com' },
  ...{ orgId: 'n7Kq2wTd', orgName: 'Größe "GmbH"', days: 90 },
  systems: records.map((record) => ({ system: systemOf(record), by: 'rule', isIncluded: false })),
};

const text = reviewText(content, { filter: 'key:lab' }, '1.0.0');
const bytes = Buffer.from(text);

/** A file with this content and a right checksum, as a program would write it. */
function forged(change: (value: Record<string, unknown>) => object): Buffer {
  const body = JSON.stringify({ ...change(JSON.parse(text) as Record<string, unknown>), sha256: undefined }).slice(
    0,
    -1,
  );
  const checksum = createHash('sha256').update(body).digest('hex');
  return Buffer.from(`${body},\n  "sha256": "${checksum}"\n}\n`);
}

test('a file is read as it was written', () => {
  const read = readReview(bytes, 'a.json');
  expect(read).toMatchObject({ ok: true, file: content });
  expect(JSON.parse(text)).toMatchObject({ rules: { filter: 'key:lab' } });
});

test('numbers beyond those of JavaScript, and a second record under one id, are kept', () => {
  const big = systemOf(parseExactly('{"systemId":"aB5","enrolmentKeyId":9007199254740993,"other":1e400}'));
  const system = { ...big, alsoListed: systemOf({ systemId: 'aB5', hostname: 'twin' }) };
  const written = reviewText({ ...content, systems: [{ system, by: 'row', isIncluded: true }] }, {}, '1.0.0');
  const read = readReview(Buffer.from(written), 'a.json');
  expect(read).toMatchObject({ ok: true, file: { systems: [{ system, by: 'row', isIncluded: true }] } });
});

test('nothing in the file acts on a terminal', () => {
  expect(text).not.toContain('\u202E');
});

property('a file that is cut anywhere is refused', [fc.nat(bytes.length - 1)], (length) => {
  expect(readReview(bytes.subarray(0, length), 'a.json').ok).toBe(false);
});

property(
  'a file with any other byte in any place is refused',
  [fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 })],
  { numRuns: 2000 },
  (at, flip) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ flip;
    expect(readReview(changed, 'a.json').ok).toBe(false);
  },
);

property('any bytes are refused with a sentence', [fc.uint8Array()], (some) => {
  const read = readReview(some, 'a.json');
  expect(read).toMatchObject({ ok: false, says: expect.stringMatching(/^"a\.json" .*\.$/) as string });
});

describe('a file with a right checksum is refused', () => {
  const twice = (systems: unknown) => [...(systems as unknown[]), (systems as unknown[])[0]];
  const withId = (systemId: string) => [{ by: 'hand', record: { systemId } }];
  test.each<[string, RegExp, (value: Record<string, unknown>) => object]>([
    ['of a newer format', /newer rollcall/, (value) => ({ ...value, format: 2 })],
    ['with a kind that nobody knows', /newer rollcall/, (value) => ({ ...value, kind: 'explode' })],
    ['of another program', /no review/, (value) => ({ ...value, rollcall: undefined })],
    ['without a system', /cannot tell apart/, (value) => ({ ...value, systems: [] })],
    ['with a system twice', /cannot tell apart/, (value) => ({ ...value, systems: twice(value['systems']) })],
    ['with an id that moves a path', /cannot tell apart/, (value) => ({ ...value, systems: withId('../x') })],
    [
      'with an organisation that moves a path',
      /cannot tell apart/,
      (value) => ({ ...value, organisation: { orgId: '..', orgName: 'x' } }),
    ],
    [
      'with an address that is not encrypted',
      /cannot tell apart/,
      (value) => ({ ...value, service: 'http://example.com' }),
    ],
    ['without a name', /newer rollcall/, (value) => ({ ...value, person: ' ' })],
    [
      'with two ids in one system',
      /cannot tell apart/,
      (value) => ({ ...value, systems: [{ by: 'hand', record: { systemId: 'a' }, also: [{ systemId: 'b' }] }] }),
    ],
  ])('%s', (_, says, change) => {
    expect(
      readReview(
        forged((value) => value),
        'a.json',
      ).ok,
    ).toBe(true);
    const read = readReview(forged(change), 'a.json');
    expect(read).toMatchObject({ ok: false, says: expect.stringMatching(says) as string });
  });
});
