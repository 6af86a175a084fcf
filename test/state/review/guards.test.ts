import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OtherTime } from '../../../src/api/timestamp.ts';
import type { System } from '../../../src/api/system.ts';
import {
  addressIn,
  defaultGuards,
  type Guards,
  guardBeyond,
  guardOf,
  guardsOf,
  guardsText,
  isTooLargeShare,
  readGuards,
  storedGuards,
} from '../../../src/state/review/guards.ts';
import { aSystem, daysAgo, noGuards, now } from '../../support/make.ts';

const old = { lastSeen: daysAgo(200) };

describe('a system is guarded', () => {
  test.each<[string, Partial<System>, Partial<Guards>, string | undefined]>([
    ['by a tag, however it is written', { ...old, tags: ['Till', 'PROTECT'] }, { tags: ['protect'] }, 'tag'],
    ['not by a part of a tag', { ...old, tags: ['protected-not'] }, { tags: ['protect'] }, undefined],
    ['by its key’s description', { ...old, enrolmentKeyDescription: 'Servers' }, { keys: ['servers'] }, 'key'],
    ['by its key’s number', { ...old, enrolmentKeyId: 7 }, { keys: ['7'] }, 'key'],
    ['where it was seen lately', { lastSeen: daysAgo(6) }, { seenDays: 7 }, 'seen'],
    ['not where that is longer ago', { lastSeen: daysAgo(8) }, { seenDays: 7 }, undefined],
    ['while it is connected', { ...old, state: 'connected' }, { seenDays: 1 }, 'connected'],
    ['where it was enrolled lately', { ...old, enrolledAt: daysAgo(6) }, { seenDays: 7 }, 'enrolled'],
    ['where its enrolment lies in the future', { ...old, enrolledAt: daysAgo(-99) }, { seenDays: 7 }, 'enrolled'],
    ['where another field has a late time', { ...old, otherTimes: [at(6)] }, { seenDays: 7 }, 'time'],
    ['by the time of a clock that is a little ahead', { ...old, otherTimes: [at(-1)] }, { seenDays: 7 }, 'time'],
    ['not by a time when something ends', { ...old, otherTimes: [at(-99)] }, { seenDays: 7 }, undefined],
    ['by a state that is not understood, whatever the days', { ...old, state: 'Away' }, {}, 'state'],
    ['by no state', { ...old, state: null }, {}, 'state'],
    ['by a tag in another shape', { ...old, odd: { tags: '["protect"]' } }, { tags: ['protect'] }, 'tag'],
    ['by tags too long to read', { ...old, odd: { tags: '["…' } }, { tags: ['protect'] }, 'tagsUnreadable'],
    ['where this session comes through it', { ...old, connectedFrom: '192.0.2.7' }, { session: true }, 'session'],
    ['not where another one does', { ...old, connectedFrom: '192.0.2.77' }, { session: true }, undefined],
    [
      'not where guards are off',
      { lastSeen: daysAgo(0), tags: ['protect'], connectedFrom: '192.0.2.7' },
      {},
      undefined,
    ],
  ])('%s', (_, about, guards, kind) => {
    expect(guardOf(aSystem(about), { guards: { ...noGuards, ...guards }, address: '192.0.2.7' }, now)?.kind).toBe(kind);
  });
});

test('a guard that was not there when others were lifted is another one; the time that passes makes none', () => {
  const guarding = { guards: defaultGuards, address: null };
  const system = aSystem({ ...old, state: 'Away', tags: ['protect'], otherTimes: [at(1)] });
  const lifted = [...guardsOf(system, guarding, now)];
  expect(lifted.map(({ kind }) => kind)).toEqual(['tag', 'time', 'state']);
  expect(guardBeyond(lifted, system, guarding, now + 1000)).toBeUndefined();
  const later: readonly Partial<System>[] = [
    { state: 'Lost' },
    { tags: ['protected'] },
    { lastSeen: daysAgo(0), lastSeenMs: now },
    { otherTimes: [{ ...at(1), field: 'other' }] },
  ];
  for (const about of later) {
    expect(guardBeyond(lifted, aSystem({ ...system, ...about }), guarding, now)).toBeDefined();
  }
});

/** A time in an undocumented field. */
function at(days: number): OtherTime {
  const text = daysAgo(days);
  return { field: 'checkedAt', text, ms: Date.parse(text) };
}

test.each([
  { tags: ['protect'] },
  { tags: ['protected'] },
  { tags: ['do-not-delete'] },
  { state: 'Connected' },
  { lastSeen: daysAgo(6) },
  { connectedFrom: '192.0.2.7' },
])('a system with %j is protected unless the settings say otherwise', (about) => {
  const guarding = { guards: defaultGuards, address: '192.0.2.7' };
  expect(guardOf(aSystem({ ...old, ...about }), guarding, now)).not.toBeNull();
  expect(guardOf(aSystem({ ...old, connectedFrom: null }), guarding, now)).toBeNull();
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:50022', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:DB8::1', '2001:db8::1'],
  ['[2001:db8::1]:50022', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['', null],
  [null, null],
])('%s is the address %s', (text, address) => {
  expect(addressIn(text)).toBe(address);
});

test('more than the share is too much; what is not known, or not guarded, is not', () => {
  const half = { ...noGuards, share: 50 };
  expect([50, 51].map((count) => isTooLargeShare(count, 100, half))).toEqual([false, true]);
  expect(isTooLargeShare(100, 100, noGuards)).toBe(false);
  expect(isTooLargeShare(100, null, half)).toBe(false);
  expect([50, 51].map((count) => isTooLargeShare(count, 100, defaultGuards))).toEqual([false, true]);
});

test('what is typed is what was meant', () => {
  expect(readGuards(guardsText(defaultGuards), noGuards)).toEqual({ ok: true, guards: defaultGuards });
  const name = fc.stringMatching(/^[\p{L}\d._/-]+( [\p{L}\d._/-]+)*$/u).filter((text) => text.toLowerCase() !== 'none');
  const guards = fc.record({
    tags: fc.array(name),
    keys: fc.array(name),
    seenDays: fc.nat({ max: 99_999 }),
    share: fc.integer({ min: 1, max: 100 }),
    session: fc.boolean(),
  });
  fc.assert(
    fc.property(guards, (given) => {
      expect(readGuards(guardsText(given), defaultGuards)).toEqual({ ok: true, guards: given });
    }),
  );
});

test.each([
  'protect',
  'tag:',
  'key:',
  'share:0',
  'share:101',
  'share:x',
  'seen:-1',
  'session:maybe',
  'other:1',
  'other:on',
])('"%s" is no guard, and nothing is changed', (text) => {
  expect(readGuards(`tag:a ${text}`, defaultGuards)).toMatchObject({
    ok: false,
    says: expect.stringContaining(text) as string,
  });
});

test.each<[string, Partial<Guards>]>([
  ['', {}],
  ['share:60', { share: 60 }],
  ['tag:mine', { tags: ['mine'] }],
  ['tag:none', { tags: [] }],
  ['key:none', {}],
  ['seen:0', { seenDays: 0 }],
  ['session:off', { session: false }],
])('of "%s", what is left out stays as it was', (text, change) => {
  expect(readGuards(text, defaultGuards)).toEqual({ ok: true, guards: { ...defaultGuards, ...change } });
});

test.each([
  ['tag:prod', { ...defaultGuards, tags: ['prod'] }, null],
  ['tag:none seen:0', { ...defaultGuards, tags: [], seenDays: 0 }, null],
  [
    'tag:prod seen:0 share:100 session:off sene:3',
    { ...defaultGuards, tags: ['prod', ...defaultGuards.tags] },
    'sene:3',
  ],
  ['share:nine tag:none key:lab', { ...defaultGuards, keys: ['lab'] }, 'share:nine'],
])('K2 guards kept as %s are off only where every word of them can be read', (text, guards, unread) => {
  expect(storedGuards(text)).toEqual({ guards, unread });
});
