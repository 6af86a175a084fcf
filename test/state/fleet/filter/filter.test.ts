import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { meantField } from '../../../../src/state/fleet/filter/fields.ts';
import { answerOf, toggleMarked, matches, readFilter } from '../../../../src/state/fleet/filter/filter.ts';
import { textTest } from '../../../../src/state/fleet/filter/tests.ts';
import { aSystem, daysAgo, now } from '../../../support/make.ts';
import { aContext, anySystem } from './arbitraries.ts';
import { holds } from '../../../support/property.ts';

const never = () => false;
const context = {
  now,
  days: 90,
  isMarked: (systemId: string) => systemId === 'T1',
  isProtected: ({ tags }: System) => tags.includes('protect'),
  isNew: never,
  isSilent: never,
  disabledAt: ({ systemId, isEnabled }: System) =>
    systemId === 'T1' && isEnabled === false ? now - 34 * 24 * 60 * 60_000 : null,
};

const till: System = aSystem({
  systemId: 'T1',
  hostname: 'till-0412',
  description: 'behind the counter',
  connectedFrom: '10.20.30.40:50123',
  state: 'Disconnected',
  lastSeen: daysAgo(100),
  enrolmentKeyDescription: 'Retail',
  platformType: 'Linux',
  osVersion: 'Debian 13',
  tags: ['site-1', 'prod'],
});

test.each([
  ['', 'an empty filter'],
  ['TILL', 'a name, in any letters'],
  ['t1', 'an id'],
  ['counter', 'a description'],
  ['retail', 'an enrolment key'],
  ['site-1', 'a tag'],
  ['state:disc', 'a state'],
  ['key:retail', 'a key by its field'],
  ['os:debian', 'a version'],
  ['os:linux', 'a platform'],
  ['tag:site', 'a part of a tag'],
  ['desc:counter', 'a description by its field'],
  ['ip:10.20.', 'a part of its address'],
  ['ip:10.*', 'a pattern of its address'],
  ['ip:10.16.0.0/12', 'a network'],
  ['ip:192.168.0.0/16,10.20.30.40/32', 'one of two networks'],
  ['ip:::ffff:10.0.0.0/104', 'a network of IPv4 as IPv6 writes it'],
  ['-ip:10.24.0.0/13 -ip:2001:db8::/32', 'networks it is not in'],
  ['seen:>90d', 'an age'],
  ['seen:<101', 'an age without its unit'],
  ['is:stale', 'staleness'],
  ['is:marked', 'its mark'],
  ['-is:connected', 'what it is not'],
  ['enrolled:>300d', 'how long ago it was enrolled'],
  ['enrolled:<2026-01-01', 'the day before which it was enrolled'],
  ['seen:<2026-11-01', 'the day before which it was seen'],
  ['version:<4.10', 'a version, by its numbers'],
  ['version:>=4.2.0', 'a version that is at least this'],
  ['version:4.2', 'a part of its version'],
  ['name:till', 'its name alone'],
  ['id:t1', 'its id alone'],
  ['"behind the"', 'words with a space between'],
  ['-key:"build agents"', 'what it is not, with a space in it'],
  ['till is:stale -tag:lab', 'several words at once'],
  ['!tag:lab', 'what it is not, with the other sign'],
  ['web or till', 'the second of two words'],
  ['web or is:stale tag:prod OR db', 'an alternative of two words'],
  ['key:laptops,retail', 'one of two keys'],
  ['tag:lab,"site-1"', 'a tag among others, in quotes'],
  ['is:disabled,stale', 'one of two properties'],
  ['seen:never,>90d', 'one of two times'],
  ['-key:laptops,lab', 'none of two keys'],
  ['name:till-*', 'a pattern of its name'],
  ['name:TILL-04?2', 'a pattern with any character'],
  ['till-*', 'a pattern of any of its texts'],
  ['tag:*', 'any tag'],
  ['key:ret*,lap*', 'one of two patterns'],
  ['seen:>=100d', 'an age that it has'],
  ['seen:>3mo', 'an age in months'],
  ['seen:>14w', 'an age in weeks'],
  ['seen:>2399h', 'an age in hours'],
  ['seen:>143999min', 'an age in minutes'],
  ['seen:<1y', 'an age in years'],
  ['name:0412*', 'a pattern of a part of its name', false],
  ['name:"till-*"', 'a star that is quoted', false],
  ['"or"', 'a word that is quoted', false],
  ['web or db', 'neither of two words', false],
  ['web or till tag:lab', 'an alternative of which a word is missing', false],
  ['-key:laptops,retail', 'one of two keys that it must not have', false],
  ['tag:"site-1,prod"', 'a comma that is quoted', false],
  ['-', 'a lone dash, as it stands in its name'],
  ['-tag:prod', 'the opposite of its tag', false],
  ['seen:>100d', 'an age that it does not exceed', false],
  ['enrolled:>2026-01-01', 'a day that it is not after', false],
  ['version:<4.2', 'a version that it is not below', false],
  ['is:disabled', 'another property', false],
  ['is:never', 'never connected', false],
  ['till db', 'words, one of them missing', false],
])('a till, disconnected and 100 days old, "%s" matches by %s', (text, _, expected: string | boolean = true) => {
  expect(matches(readFilter(text), till, context)).toBe(expected);
});

test.each<[string, Partial<System>]>([
  ['is:never', { lastSeen: null }],
  ['seen:never', { lastSeen: null }],
  ['-seen:never', { lastSeen: daysAgo(900) }],
  ['seen:>1y', { lastSeen: daysAgo(365.5) }],
  ['-seen:>1y', { lastSeen: daysAgo(364.5) }],
  ['is:disabled', { isEnabled: false }],
  ['is:disabled-by-us', { systemId: 'T1', isEnabled: false }],
  ['-is:disabled-by-us', { systemId: 'T1', isEnabled: true }],
  ['-is:disabled-by-us', { systemId: 'T2', isEnabled: false }],
  ['disabled:>30d', { systemId: 'T1', isEnabled: false }],
  ['-disabled:>35d', { systemId: 'T1', isEnabled: false }],
  ['-disabled:>30d disabled:<30d or -disabled:>30d', { systemId: 'T2', isEnabled: false }],
  ['-disabled:>30d', { systemId: 'T1', isEnabled: null }],
  ['is:protected', { tags: ['protect'] }],
  ['is:connected', { state: 'connected' }],
  ['-is:stale', { state: 'Connected', lastSeen: daysAgo(500) }],
  ['-seen:>1d', { lastSeen: null, enrolledAt: daysAgo(500) }],
])('"%s" matches where it is so', (text, about) => {
  expect(matches(readFilter(text), aSystem(about), context)).toBe(true);
});

test('any text is a filter, and its opposite matches the rest', () => {
  const words = fc.constantFrom('state:x', 'seen:>9999', ':', 'a:b:c');
  holds([fc.oneof(fc.string(), words), anySystem], (text, system) => {
    const answer = answerOf(readFilter(text), system, aContext);
    const word = text.trim();
    if (word !== '' && !/[\s"]/.test(word) && readFilter(word).fault === null && !/^[-!]/.test(word))
      expect(answerOf(readFilter(`-${word}`), system, aContext)).toBe(answer === null ? null : !answer);
  });
});

test.each([
  ['is:marked', { usesMarks: true, usesThreshold: false, usesClock: false }],
  ['-IS:marked', { usesMarks: true, usesThreshold: false, usesClock: false }],
  ['is:protected', { usesProtection: true, usesMarks: false }],
  ['is:stale', { usesMarks: false, usesThreshold: true, usesClock: true }],
  ['till seen:>90d', { usesMarks: false, usesThreshold: false, usesClock: true }],
  ['till', { usesMarks: false, usesThreshold: false, usesClock: false }],
])('"%s" says what its answer moves with', (text, uses) => {
  expect(readFilter(text)).toMatchObject(uses);
});

test.each([
  ['till seen:soon', 10, '"soon" is not an age. Example: seen:>90d'],
  ['seen:>30m', 5, '"30m": min or mo?'],
  ['seen:>30q', 5, '"q" is not a unit. Units: min, h, d, w, mo, y.'],
  ['seen:30', 5, 'Which side of 30d? seen:>30d or seen:<30d'],
  ['is:purple', 3, expect.stringContaining('unknown "is:purple". Known: stale, marked') as string],
  ['is:stael', 3, 'unknown "is:stael". Did you mean stale?'],
  ['is:online', 3, 'unknown "is:online". Did you mean connected?'],
  ['state:', 6, 'state needs a value.'],
  ['key:lab,', 8, 'key needs a value.'],
  ['key:lab,,x', 8, 'key needs a value.'],
  ['enrolled:<2026-02-30', 9, '"2026-02-30" is not a date. Example: <2026-01-31'],
  ['enrolled:2026-02-01', 9, 'Which side of 2026-02-01? < is before it, > from it on.'],
  ['version:<', 8, '"<" is not a version. Example: version:<2024.8'],
  ['age:>90d', 0, 'unknown field "age". Did you mean seen?'],
  ['-stat:x', 0, 'unknown field "stat". Did you mean state?'],
  ['till constructor:x', 5, expect.stringContaining('unknown field "constructor". Known: state, seen') as string],
  ['key:"build', 4, 'The closing " is missing.'],
  ['till or', 5, '"or" needs a filter on both sides.'],
  ['or till', 0, '"or" needs a filter on both sides.'],
  ['till or or till', 5, '"or" needs a filter on both sides.'],
  ['""', 0, 'The quotes are empty.'],
])('a mistake is said with its place, and nothing matches: %s', (text, at, message) => {
  const filter = readFilter(text);
  expect(filter.fault).toMatchObject({ at, message });
  expect(matches(filter, till, context)).toBe(false);
});

test.each([
  ['seen', 'age last lastseen since idle'],
  ['name', 'host hostname system machine'],
  ['state', 'status'],
  ['os', 'platform distro'],
  ['tag', 'label'],
  ['key', 'group'],
  ['enrolled', 'enrolment enrollment created'],
  ['version', 'agent'],
  ['id', 'uuid'],
  ['is', 'has'],
  ['desc', 'description'],
  ['ip', 'address from ip net network subnet cidr'],
])('%s is meant where other tools say %s', (field, others) => {
  for (const other of others.split(' ')) expect([other, meantField(other)]).toEqual([other, field]);
});

test.each<[string, boolean]>([
  ['os:', true],
  ['till seen:>', true],
  ['seen:>2026-01', true],
  ['is:st', true],
  ['key:"build', true],
  ['version:>=', true],
  ['seen:>30m', true],
  ['seen:>30mi', true],
  ['seen:ne', true],
  ['key:lab,', true],
  ['web or', true],
  ['or', true],
  ['""', true],
  ['seen:>30m till', false],
  ['or web', false],
  ['web or or', false],
  ['os: ', false],
  ['os: till', false],
  ['seen:soon', false],
  ['is:purple', false],
  ['foo:', false],
])('"%s" is unfinished at its end: %s', (text, isUnfinished) => {
  expect(readFilter(text).fault).toMatchObject({ isUnfinished });
});

test.each([
  ['', 'is:marked'],
  ['till', 'till is:marked'],
  ['till or "a b"', 'till is:marked or "a b" is:marked'],
  ['-is:marked', '-is:marked is:marked'],
])('m, marked only, is added to %j, and taken away again', (text, added) => {
  expect(toggleMarked(text)).toBe(added);
  expect(toggleMarked(added)).toBe(text);
});

test('no name that every object has is a field or a value of one: it matches nothing, and throws nothing', () => {
  const names = Object.getOwnPropertyNames(Object.prototype);
  const system = aSystem();
  holds(
    [fc.constantFrom(...names), fc.constantFrom('is', 'seen', 'enrolled', ...names), fc.boolean(), fc.boolean()],
    (name, field, isNegated, isQuoted) => {
      const filter = readFilter(`${isNegated ? '-' : ''}${field}:${isQuoted ? `"${name}"` : name}`);
      // Only letters make a field; what has others is a text, which is looked for.
      const isText = !/^[a-z]+$/i.test(field);
      expect(filter.fault === null).toBe(isText);
      expect(matches(filter, system, context)).toBe(isText && isNegated);
    },
  );
  for (const name of names) expect(matches(readFilter(name), system, context)).toBe(false);
});

test('a pattern matches what its regular expression would', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
  const pattern = fc
    .string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 6 })
    .filter((one) => /[*?]/.test(one));
  holds([pattern, text], { numRuns: 500 }, (written, whole) => {
    const likewise = new RegExp(`^${written.replaceAll('*', '.*').replaceAll('?', '.')}$`);
    expect(textTest({ text: written, isQuoted: false })(whole)).toBe(likewise.test(whole));
  });
});
