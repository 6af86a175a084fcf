import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { System } from '../../../src/api/system.ts';
import { completionsOf, filterWords, matches, readFilter, wordText } from '../../../src/state/filter/filter.ts';
import { aSystem, daysAgo, now } from '../../support/make.ts';
import { aContext, anySystem } from './arbitraries.ts';

const never = () => false;
const context = {
  now,
  days: 90,
  isMarked: (systemId: string) => systemId === 'T1',
  isNew: never,
  isSilent: never,
};

const till: System = aSystem({
  systemId: 'T1',
  hostname: 'till-0412',
  description: 'behind the counter',
  state: 'Disconnected',
  lastSeen: daysAgo(100),
  enrolmentKeyDescription: 'Retail',
  platformType: 'Linux',
  osVersion: 'Debian 13',
  tags: ['site-1', 'prod'],
});

describe('a till, disconnected and 100 days old,', () => {
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
    ['-', 'a lone dash, as it stands in its name'],
    ['-tag:prod', 'the opposite of its tag', false],
    ['seen:>100d', 'an age that it does not exceed', false],
    ['enrolled:>2026-01-01', 'a day that it is not after', false],
    ['version:<4.2', 'a version that it is not below', false],
    ['is:disabled', 'another property', false],
    ['is:never', 'never connected', false],
    ['till db', 'words, one of them missing', false],
  ])('"%s" matches by %s', (text, _, expected: string | boolean = true) => {
    expect(matches(readFilter(text), till, context)).toBe(expected);
  });
});

test.each<[string, Partial<System>]>([
  ['is:never', { lastSeen: null }],
  ['seen:never', { lastSeen: null }],
  ['-seen:never', { lastSeen: daysAgo(900) }],
  ['seen:>1y', { lastSeen: daysAgo(365.5) }],
  ['-seen:>1y', { lastSeen: daysAgo(364.5) }],
  ['is:disabled', { isEnabled: false }],
  ['is:connected', { state: 'connected' }],
  ['-is:stale', { state: 'Connected', lastSeen: daysAgo(500) }],
  ['-seen:>1d', { lastSeen: null, enrolledAt: daysAgo(500) }],
])('"%s" matches where it is so', (text, about) => {
  expect(matches(readFilter(text), aSystem(about), context)).toBe(true);
});

test('any text is a filter, and its opposite matches the rest', () => {
  const words = fc.constantFrom('state:x', 'seen:>9999', ':', 'a:b:c');
  fc.assert(
    fc.property(fc.oneof(fc.string(), words), anySystem, (text, system) => {
      const isMatch = matches(readFilter(text), system, aContext);
      const word = text.trim();
      if (word !== '' && !/[\s"]/.test(word) && readFilter(word).fault === null && !word.startsWith('-'))
        expect(matches(readFilter(`-${word}`), system, aContext)).toBe(!isMatch);
    }),
  );
});

test.each([
  ['is:marked', { usesMarks: true, usesThreshold: false, usesClock: false }],
  ['-IS:marked', { usesMarks: true, usesThreshold: false, usesClock: false }],
  ['is:stale', { usesMarks: false, usesThreshold: true, usesClock: true }],
  ['till seen:>90d', { usesMarks: false, usesThreshold: false, usesClock: true }],
  ['till', { usesMarks: false, usesThreshold: false, usesClock: false }],
])('"%s" says what its answer moves with', (text, uses) => {
  expect(readFilter(text)).toMatchObject(uses);
});

describe('a mistake is said with its place, and does not count', () => {
  test.each([
    ['till seen:soon', 5, 'seen expects >90d, <12h, <2026-01-01 or never'],
    ['is:purple', 0, 'is expects stale, marked, connected, disabled, never, new, silent'],
    ['state:', 0, 'state expects a text'],
    ['enrolled:<2026-02-30', 0, 'enrolled expects >90d, <12h or <2026-01-01'],
    ['version:<', 0, 'version expects a version, or <2024.8'],
    ['till constructor:x', 5, expect.stringContaining('no field constructor: state seen') as string],
    ['key:"build', 4, 'this quote has no end'],
  ])('%s', (text, at, says) => {
    const filter = readFilter(text);
    expect(filter.fault).toMatchObject({ at, says });
    const alone = readFilter(text.split(' ')[0] ?? '');
    if (text.startsWith('till')) expect(matches(filter, till, context)).toBe(matches(alone, till, context));
  });
});

test.each<[string, boolean]>([
  ['os:', true],
  ['till seen:>', true],
  ['seen:>2026-01', true],
  ['is:st', true],
  ['key:"build', true],
  ['version:>=', true],
  ['os: ', false],
  ['os: till', false],
  ['seen:90', false],
  ['is:purple', false],
  ['foo:', false],
])('"%s" is unfinished at its end: %s', (text, isUnfinished) => {
  expect(readFilter(text).fault).toMatchObject({ isUnfinished });
});

test('a word means the same after it is written and parsed', () => {
  const value = fc.string().filter((text) => !text.includes('"'));
  const word = fc.record({
    isNegated: fc.boolean(),
    field: fc.option(fc.constantFrom('state', 'key', 'tag', 'anything')),
    value: value.filter((text) => text !== ''),
  });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 4 }), (words) => {
      const text = words.map(wordText).join(' ');
      const again = filterWords(text);
      expect(again.fault).toBeNull();
      expect(again.words.map(({ isNegated, field, value }) => ({ isNegated, field, value }))).toEqual(words);
    }),
  );
});

describe('completion', () => {
  const systems = [
    aSystem({ state: 'Disconnected', enrolmentKeyDescription: 'build agents' }),
    aSystem({ state: 'Disabled', enrolmentKeyDescription: 'build agents' }),
    aSystem({ state: 'Disabled', enrolmentKeyDescription: 'tills' }),
  ];
  test.each([
    ['st', ['state:']],
    ['web -s', ['web -state:', 'web -seen:']],
    ['state:dis', ['state:Disabled', 'state:Disconnected']],
    ['key:', ['key:"build agents"', 'key:tills']],
    ['is:s', ['is:stale', 'is:silent']],
    ['web ', []],
    ['nothing:x', []],
  ])('of %j', (text, texts) => {
    expect(completionsOf(text, systems)).toEqual(texts);
  });
});

test('N8: no name that every object has is a field or a value of one: it matches nothing, and throws nothing', () => {
  const names = Object.getOwnPropertyNames(Object.prototype);
  const system = aSystem();
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.constantFrom('is', 'seen', 'enrolled', ...names),
      fc.boolean(),
      fc.boolean(),
      (name, field, isNegated, isQuoted) => {
        const filter = readFilter(`${isNegated ? '-' : ''}${field}:${isQuoted ? `"${name}"` : name}`);
        // Only letters make a field; what has others is a text, which is looked for.
        const isText = !/^[a-z]+$/i.test(field);
        expect(filter.fault === null).toBe(isText);
        expect(matches(filter, system, context)).toBe(!isText || isNegated);
      },
    ),
  );
  for (const name of names) expect(matches(readFilter(name), system, context)).toBe(false);
});
