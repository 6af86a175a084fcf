/** A filter of systems whose times or fields cannot be read: yes, no, or neither. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSystem } from '../../../../src/api/decode.ts';
import type { FieldName, System } from '../../../../src/api/system.ts';
import { answerOf, matches, readFilter } from '../../../../src/state/fleet/filter/filter.ts';
import { aSystem, daysAgo } from '../../../support/make.ts';
import { aContext, anySystem } from './arbitraries.ts';
import { holds, property } from '../../../support/property.ts';

const words = [
  ...['is:stale', 'seen:>90d', 'seen:<30d', 'seen:<2026-01-31', 'seen:never', 'offline:>90d', 'offline:<=400d'],
  ...['enrolled:>1y', 'enrolled:<2w', 'is:connected', 'web', 'tag:prod', 'is:protected', 'is:disabled', 'tag:p*'],
  ...['key:lap', 'key:=2', 'name:web', 'os:linux', 'os:deb', 'version:<4', 'ip:192.0.0.0/8', 'state:off', 'desc:a'],
];

const anyWord = fc
  .tuple(fc.boolean(), fc.constantFrom(...words))
  .map(([isNegated, word]) => (isNegated ? '-' : '') + word);

const anyTerm = fc.oneof(
  { weight: 4, arbitrary: anyWord },
  fc.tuple(fc.constantFrom('', '-'), anyWord, anyWord).map(([sign, one, other]) => `${sign}(${one} ${other})`),
);

const anyFilter = fc
  .array(fc.array(anyTerm, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map((alternatives) => alternatives.map((all) => all.join(' ')).join(' or '));

/** Every field, as the service might have meant it. */
const meanings = {
  description: fc.constantFrom('a', 'b', null),
  enrolmentKeyDescription: fc.constantFrom('laptops', 'tills', null),
  enrolmentKeyId: fc.constantFrom(1, 2, null),
  isEnabled: fc.boolean(),
  connectedFrom: fc.constantFrom('192.0.2.1', '10.0.0.1', null),
  hostname: fc.constantFrom('web', 'till', null),
  platformType: fc.constantFrom('Linux', 'Windows', null),
  osVersion: fc.constantFrom('Debian 13', null),
  serviceVersion: fc.constantFrom('3.9', '4.2', null),
  tags: fc.subarray(['prod', 'site-1']),
} satisfies Partial<Readonly<Record<FieldName, unknown>>>;

/** A system with these fields of another type, and the same one as it might be meant. */
const anyUnread = fc
  .tuple(anySystem, fc.record(meanings), fc.subarray(Object.keys(meanings) as (keyof typeof meanings)[]))
  .map(([system, meant, unread]) => {
    const empty = picked({ ...blank, tags: [] }, unread);
    return { sent: { ...system, ...empty, unread }, meant: { ...system, ...picked(meant, unread) } };
  });

const blank = Object.fromEntries(Object.keys(meanings).map((field) => [field, null]));

function picked(from: Partial<System>, fields: readonly FieldName[]): Partial<System> {
  return Object.fromEntries(fields.map((field) => [field, from[field]]));
}

/** Every time that cannot be read is one that can. */
function dated(system: System, [seen, enrolled]: readonly [number, number]): System {
  const { lastSeen, lastSeenMs, enrolledAtMs } = system;
  return {
    ...system,
    ...(lastSeen !== null && lastSeenMs === null && aSystemSeen(seen)),
    ...(enrolledAtMs === null && { enrolledAt: daysAgo(enrolled), enrolledAtMs: Date.parse(daysAgo(enrolled)) }),
  };
}

function aSystemSeen(days: number): Pick<System, 'lastSeen' | 'lastSeenMs'> {
  return { lastSeen: daysAgo(days), lastSeenMs: Date.parse(daysAgo(days)) };
}

const anyDays = fc.integer({ min: 0, max: 900 });

test('whatever unreadable times and fields might mean, a yes stays a yes, and a no a no', () => {
  let [runs, open] = [0, 0];
  holds([anyFilter, anyUnread, fc.tuple(anyDays, anyDays)], { numRuns: 6000 }, (text, { sent, meant }, days) => {
    runs += 1;
    const answer = answerOf(readFilter(text), sent, aContext);
    if (answer === null) open++;
    else expect(matches(readFilter(text), dated(meant, days), aContext), text).toBe(answer);
  });
  expect(open).toBeGreaterThan(runs / 12);
});

property('where everything can be read, nothing is left open', [anyFilter, anySystem], (text, system) => {
  expect(answerOf(readFilter(text), dated(system, [3, 300]), aContext)).not.toBeNull();
});

property(
  'an exclusion lets in nothing that the filter itself leaves open',
  [anyFilter, anyUnread],
  (text, { sent }) => {
    const [plain, opposite] = [text, `-(${text})`].map((one) => answerOf(readFilter(one), sent, aContext));
    expect(opposite).toBe(plain == null ? null : !plain);
  },
);

const undated = { lastSeen: '01.08.2026 10h', state: 'Disconnected', tags: ['prod'] };
const untagged = { odd: { tags: '["prod"]' } };

test.each([
  ['is:stale', undated, null],
  ['-is:stale', undated, null],
  ['is:stale tag:retail', undated, false],
  ['is:stale or tag:prod', undated, true],
  ['seen:>30d seen:<90d', undated, null],
  ['is:stale', { ...undated, state: 'Connected' }, false],
  ['seen:>90d', { ...undated, state: 'Connected' }, null],
  ['seen:>90d', { ...undated, lastSeen: null }, false],
  ['seen:never', undated, false],
  ['is:stale', { ...undated, lastSeen: null, enrolledAt: 'x' }, null],
  ['is:stale', { ...undated, lastSeen: null, enrolledAt: null }, null],
  ['is:stale', { ...undated, lastSeen: daysAgo(200), enrolledAt: 'x' }, true],
  ['enrolled:>1y', { ...undated, enrolledAt: 'x' }, null],
  // A person who asks for them by name knows of them.
  ['offline:unknown', undated, true],
  ['is:stale -offline:unknown', undated, false],
  ['-tag:prod', untagged, null],
  ['tag:prod', untagged, null],
  ['-tag:*', untagged, null],
  ['-prod', untagged, null],
  ['tag:prod', { ...untagged, tags: ['prod'] }, true],
  ['-tag:prod', { ...untagged, tags: ['prod'] }, false],
  ['-tag:prod', { tags: [] }, true],
  ['-tag:prod name:web', { ...untagged, hostname: 'db' }, false],
  ['-tag:prod or name:web', { ...untagged, hostname: 'web' }, true],
  ['is:unreadable', untagged, true],
  ['-tag:prod -is:unreadable', untagged, false],
  ['is:unreadable', {}, false],
  ['-is:disabled', { isEnabled: null, odd: { isEnabled: '"no"' } }, null],
  ['-is:disabled', { isEnabled: null }, null],
  ['is:disabled', { isEnabled: null }, null],
  ['-is:disabled', { isEnabled: true }, true],
  ['-is:connected', { state: '1', odd: { state: '1' } }, null],
  ['-key:=7', { odd: { enrolmentKeyId: '"7"' }, enrolmentKeyId: null }, null],
  ['-key:lab', { odd: { enrolmentKeyId: '"7"' }, enrolmentKeyId: null }, true],
  ['-disabled:>30d', { isEnabled: null, odd: { isEnabled: '"no"' } }, null],
] as const)('%s of %j: %s', (text, about, expected) => {
  expect(answerOf(readFilter(text), aSystem(about), aContext)).toBe(expected);
});

test.each([
  ['tag', 'tags', ['prod']],
  ['key', 'enrolmentKeyDescription', { name: 'laptops' }],
  ['os', 'platformType', 7],
  ['os', 'osVersion', ['13']],
  ['version', 'serviceVersion', 4.2],
  ['name', 'hostname', { fqdn: 'web' }],
  ['desc', 'description', 5],
  ['ip', 'connectedFrom', ['192.0.2.1']],
  ['state', 'state', 1],
] as const)('-%s: does not let in a system whose %s is %j, and lets in one without it', (word, field, value) => {
  const [sent, absent, empty] = [value, undefined, null].map((one) => decodeSystem({ systemId: 'S1', [field]: one }));
  const filter = readFilter(`-${word}:none`);
  const answers = [sent, absent, empty].map((one) => one?.ok === true && answerOf(filter, one.value, aContext));
  expect(answers).toEqual([null, true, true]);
});
