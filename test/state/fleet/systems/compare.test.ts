import { expect, test } from 'vitest';
import { fieldKinds, type System } from '../../../../src/api/system.ts';
import { fieldNames } from '../../../../src/state/fleet/systems/fields.ts';
import { withLaterRecord, withRecord } from '../../../../src/state/fleet/systems/compare.ts';
import { defaultGuards, guardOf, isProtected } from '../../../../src/state/fleet/protection/guards.ts';
import { aSystem, daysAgo, now } from '../../../support/make.ts';

const guarding = { guards: defaultGuards, address: null };

function made(about: Partial<System>): System {
  return aSystem({ systemId: 'S0', lastSeen: daysAgo(200), ...about });
}

test.each<[string, Partial<System>, Partial<System>, string | null]>([
  [
    'connected before seen lately',
    { state: 'Connected', lastSeen: daysAgo(400) },
    { lastSeen: daysAgo(0) },
    'connected',
  ],
  ['the newer time', { lastSeen: daysAgo(200) }, { lastSeen: daysAgo(300) }, null],
  ['a time before none', { lastSeen: daysAgo(200) }, { lastSeen: null, enrolledAt: null }, null],
  ['a late enrolment before an old time', { lastSeen: null, enrolledAt: daysAgo(5) }, {}, 'enrolled'],
  ['an unreadable time before an old one', { lastSeen: '17', lastSeenMs: null }, {}, null],
  ['a state that is not understood before "Disconnected"', { state: 'Away' }, {}, 'state'],
])('%s is shown, whichever came first', (_, more, less, guard) => {
  const [one, other] = [made(more), made(less)];
  for (const merged of [withRecord(one, other), withRecord(other, one)]) {
    expect({ ...merged, alsoListed: null }).toEqual(one);
    expect(merged.alsoListed).toEqual(other);
    expect(guardOf(merged, guarding, now)?.kind ?? null).toBe(guard);
  }
});

test('a protection in the record behind the one that is shown protects, too', () => {
  const shown = made({ lastSeen: daysAgo(100) });
  const behind = [made({ tags: ['protect'] }), made({ lastSeen: daysAgo(2) }), made({ state: 'Away' })];
  for (const one of behind) {
    expect(guardOf(withRecord(withRecord(shown, made({ lastSeen: daysAgo(300) })), one), guarding, now)).not.toBeNull();
  }
});

test('the one that is listed first is shown of two that are as alive', () => {
  const [one, other] = [made({ hostname: 'one' }), made({ hostname: 'other' })];
  expect(withRecord(one, other)).toMatchObject({ hostname: 'one', alsoListed: { hostname: 'other' } });
  expect(withRecord(other, one)).toMatchObject({ hostname: 'other', alsoListed: { hostname: 'one' } });
});

/** A value of each kind that no made system has; `b` for any text. */
const others: Readonly<Record<string, unknown>> = {
  time: '2026-01-01T00:00:00Z',
  flag: false,
  number: 7,
  list: ['a'],
  tags: ['a'],
};

test.each(fieldNames.filter((name) => name !== 'systemId'))(
  'two records that differ in %s alone are both kept',
  (name) => {
    const [one, other] = [made({}), made({ odd: { [name]: 'of another type' } })];
    const unlike = { ...made({}), [name]: others[fieldKinds[name]] ?? 'b' };
    for (const later of [other, unlike]) {
      const merged = withRecord(one, later);
      expect([merged, merged.alsoListed].map((record) => record?.[name])).toEqual(
        expect.arrayContaining([one[name], later[name]]),
      );
      expect(merged.alsoListed).not.toBeNull();
    }
  },
);

test('the same facts twice are one record, and those of a record behind it add none', () => {
  const system = made({});
  expect(withRecord(system, made({}))).toBe(system);
  const both = withRecord(system, made({ lastSeen: daysAgo(300) }));
  expect(withRecord(both, made({ lastSeen: daysAgo(300) }))).toBe(both);
});

test('the address of this session protects also where only one of two records, or a later list, has it', () => {
  const ofSession = { guards: defaultGuards, address: '203.0.113.7' };
  const address = '["::ffff:203.0.113.7"]';
  const holders: Partial<System>[] = [
    { others: { names: ['virtualAddress'], values: address } },
    { description: address },
    { customDns: ['203.0.113.7'] },
  ];
  for (const holder of holders) {
    const [one, other] = [made({}), made(holder)];
    const merged = [withRecord(one, other), withRecord(other, one), withLaterRecord(one, other)];
    for (const system of merged) expect(isProtected(system, ofSession)).toBe(true);
  }
});

test('the record of a later list stands behind the one that was marked', () => {
  const marked = withRecord(made({}), made({ lastSeen: daysAgo(300) }));
  const later = withLaterRecord(marked, made({ state: 'Connected' }));
  expect(later).toMatchObject({ state: 'Disconnected', lastSeen: daysAgo(200) });
  expect(guardOf(later, guarding, now)?.kind).toBe('connected');
  expect(later.alsoListed).toMatchObject({ lastSeen: daysAgo(300) });
  expect(withLaterRecord(marked, undefined)).toBe(marked);
  expect(withLaterRecord(marked, made({})).alsoListed).toBe(marked.alsoListed);
});
