/** The file of a review: whatever is cut, flipped or foreign in it is refused, and what is read is what was written. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSystem } from '../../../../src/api/decode.ts';
import { parseExactly } from '../../../../src/api/exact-json.ts';
import { writtenEdit } from '../../../../src/state/change/journal/written-edit.ts';
import { anEdit } from '../../../support/edits.ts';
import {
  isSendable,
  readReview,
  type ReviewContent,
  reviewText,
} from '../../../../src/state/removal/review-file/format.ts';
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

test('it says all of the review, in members that a person can read, a system a line', () => {
  const [first, second] = records;
  const one = { by: 'rule', record: expect.objectContaining({ systemId: first?.systemId }) as unknown };
  expect(JSON.parse(text)).toEqual({
    ...{ rollcall: 'review', format: 1, version: '1.0.0', kind: 'delete', service: 'https://api.example.com' },
    ...{ organisation: { orgId: 'n7Kq2wTd', orgName: 'Größe "GmbH"' }, person: 'anna', at: content.at, days: 90 },
    ...{ rules: { filter: 'key:lab' }, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
    systems: [one, { ...one, record: expect.objectContaining({ systemId: second?.systemId }) as unknown }],
  });
  expect(text.match(/^ {4}\{"by":"rule",/gm)).toHaveLength(2);
  expect(text).toMatch(/^\{\n {2}"rollcall": "review",\n/);
});

test('each kind, each way to choose and each change is read as it was written', () => {
  const change = { edit: writtenEdit(anEdit()), bodies: { aB3: { description: 'own' } } };
  const [system] = content.systems;
  const origins = ['hand', 'filter', 'rule', 'row', 'run'] as const;
  for (const kind of ['delete', 'disable', 'enable', 'change', 'heavyChange'] as const) {
    const systems = origins.map((by, at) => ({
      ...{ system: { ...systemOf(records[0]), systemId: `S${at}` }, by, isIncluded: at % 2 === 0 },
    }));
    const about = kind === 'change' || kind === 'heavyChange' ? { change } : {};
    const file = { ...content, kind, ...about, systems };
    const read = readReview(Buffer.from(reviewText(file, {}, '1.0.0')), 'a.json');
    expect(read).toMatchObject({ ok: true, file });
    expect(read.ok && Object.hasOwn(read.file, 'change')).toBe(kind === 'change' || kind === 'heavyChange');
  }
  expect(system?.isIncluded).toBe(false);
  const long = { ...content, by: 'x'.repeat(100) };
  expect(readReview(Buffer.from(reviewText(long, {}, '1.0.0')), 'a.json')).toMatchObject({ ok: true, file: long });
});

test('a change of a file that is cut or edited is told apart from a file of another kind', () => {
  const edited = Buffer.from(text.replace('"anna"', '"ben"'));
  const message = '"a.json" was changed or cut off since it was written. Ask for the file again.';
  expect(readReview(edited, 'a.json')).toEqual({ ok: false, message });
  expect(readReview(Buffer.from(JSON.stringify({ rollcall: 'review', format: 1 })), 'a.json')).toEqual({
    ok: false,
    message,
  });
});

test('a system whose id fits into no address is not written', () => {
  expect(['S1', '../x', ''].map((systemId) => isSendable({ ...systemOf(records[0]), systemId }))).toEqual([
    ...[true, false, false],
  ]);
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

property(
  'a file whose lines or ends were changed on its way is read as the same file',
  [fc.boolean(), fc.boolean(), fc.nat(3)],
  (hasMark, hasReturns, newlines) => {
    const sent = `${hasMark ? '\uFEFF' : ''}${text.trimEnd()}${'\n'.repeat(newlines)}`;
    const read = readReview(Buffer.from(hasReturns ? sent.replaceAll('\n', '\r\n') : sent), 'a.json');
    expect(read).toEqual(readReview(bytes, 'a.json'));
  },
);

property('a file that is cut anywhere before its last line ends is refused', [fc.nat(bytes.length - 2)], (length) => {
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
  expect(read).toMatchObject({ ok: false, message: expect.stringMatching(/^"a\.json" .*\.$/) as string });
});

describe('a file with a right checksum is refused', () => {
  const twice = (systems: unknown) => [...(systems as unknown[]), (systems as unknown[])[0]];
  const withId = (systemId: string) => [{ by: 'hand', record: { systemId } }];
  const newer = '"a.json" was written by a newer rollcall. Update rollcall here, and open it again.';
  const none = '"a.json" is no review of rollcall, or was cut off. Ask for the whole file.';
  const alike = '"a.json" names systems that rollcall cannot tell apart. Ask for another review.';
  test.each<[string, string, (value: Record<string, unknown>) => object]>([
    ['of a newer format', newer, (value) => ({ ...value, format: 2 })],
    ['with a kind that nobody knows', newer, (value) => ({ ...value, kind: 'explode' })],
    ['of another program', none, (value) => ({ ...value, rollcall: undefined })],
    ['without a system', alike, (value) => ({ ...value, systems: [] })],
    ['with a system twice', alike, (value) => ({ ...value, systems: twice(value['systems']) })],
    ['with an id that moves a path', alike, (value) => ({ ...value, systems: withId('../x') })],
    [
      'with an organisation that moves a path',
      alike,
      (value) => ({ ...value, organisation: { orgId: '..', orgName: 'x' } }),
    ],
    ['with an address that is not encrypted', alike, (value) => ({ ...value, service: 'http://example.com' })],
    ['without a name', newer, (value) => ({ ...value, person: ' ' })],
    ['with a name that nobody has', newer, (value) => ({ ...value, person: 'x'.repeat(101) })],
    ['with a time that is none', newer, (value) => ({ ...value, at: 'today' })],
    ['with a change that is none', newer, (value) => ({ ...value, change: { edit: {} } })],
    ['of another way to choose', newer, (value) => ({ ...value, systems: [{ by: 'dice', record: {} }] })],
    ['with a system that is none', alike, (value) => ({ ...value, systems: [{ by: 'hand', record: [] }] })],
    ['with an address in another spelling', alike, (value) => ({ ...value, service: 'https://API.example.com' })],
    [
      'with two ids in one system',
      alike,
      (value) => ({ ...value, systems: [{ by: 'hand', record: { systemId: 'a' }, also: [{ systemId: 'b' }] }] }),
    ],
  ])('%s', (_, message, change) => {
    expect(
      readReview(
        forged((value) => value),
        'a.json',
      ).ok,
    ).toBe(true);
    const read = readReview(forged(change), 'a.json');
    expect(read).toEqual({ ok: false, message });
  });
});
