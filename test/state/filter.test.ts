import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { System } from '../../src/api/system.ts';
import { matches, readFilter } from '../../src/state/filter.ts';
import { aSystem, daysAgo, now } from '../support/make.ts';
import { aContext, anySystem } from './arbitraries.ts';

const context = { now, days: 90, isMarked: (systemId: string) => systemId === 'T1' };

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
    ['--is:stale', 'what it is not not'],
    ['till is:stale -tag:lab', 'several words at once'],
    ['state:', 'a field without a value, looked for as text, is not found', false],
    ['-', 'a lone dash, as it stands in its name'],
    ['-tag:prod', 'the opposite of its tag', false],
    ['seen:>100d', 'an age that it does not exceed', false],
    ['seen:soon', 'an age that is none', false],
    ['is:disabled', 'another property', false],
    ['is:never', 'never connected', false],
    ['is:purple', 'a property that nothing has', false],
    ['till db', 'words of which one is not there', false],
  ])('"%s" matches by %s', (text, _, expected: string | boolean = true) => {
    expect(matches(readFilter(text), till, context)).toBe(expected);
  });
});

test.each<[string, Partial<System>]>([
  ['is:never', { lastSeen: null }],
  ['is:disabled', { isEnabled: false }],
  ['is:connected', { state: 'connected' }],
  ['-is:stale', { state: 'Connected', lastSeen: daysAgo(500) }],
  ['-seen:>1d', { lastSeen: null, enrolledAt: daysAgo(500) }],
])('"%s" matches where it is so', (text, about) => {
  expect(matches(readFilter(text), aSystem(about), context)).toBe(true);
});

test('any text is a filter, and its opposite matches the rest', () => {
  const words = fc.constantFrom(
    'constructor:x',
    '__proto__:x',
    'toString:',
    'hasOwnProperty:1',
    'seen:>9999999999',
    ':',
    '-:',
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), words), anySystem, (text, system) => {
      const isMatch = matches(readFilter(text), system, aContext);
      const word = text.trim();
      if (word !== '' && !/\s/.test(word)) expect(matches(readFilter(`-${word}`), system, aContext)).toBe(!isMatch);
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
