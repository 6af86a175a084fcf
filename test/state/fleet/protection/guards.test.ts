import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSystem } from '../../../../src/api/decode.ts';
import { parseExactly } from '../../../../src/api/exact-json.ts';
import type { OtherTime } from '../../../../src/api/timestamp.ts';
import type { System } from '../../../../src/api/system.ts';
import {
  cameBack,
  defaultGuards,
  type Guard,
  type Guards,
  guardBeyond,
  guardOf,
  guardsOf,
  holdsId,
  idsWithout,
  isProtected,
  isProtectedByYou,
  guardFoundSince,
  type Protection,
  type SignOfLife,
  strongerOf,
  withSystemsProtected,
} from '../../../../src/state/fleet/protection/guards.ts';
import { aSystem, daysAgo, noGuards, now, systemsOf } from '../../../support/make.ts';
import { holds } from '../../../support/property.ts';

const old = { lastSeen: daysAgo(200) };

test.each<[string, Partial<System>, Partial<Guards>, string | undefined]>([
  ['by a tag, however it is written', { ...old, tags: ['Till', 'PROTECT'] }, { tags: ['protect'] }, 'tag'],
  ['not by a part of a tag', { ...old, tags: ['protected-not'] }, { tags: ['protect'] }, undefined],
  ['by its key’s description', { ...old, enrolmentKeyDescription: 'Servers' }, { keys: ['servers'] }, 'key'],
  ['by a person, by its id in any spelling', { ...old, systemId: 'S1' }, { systems: new Set(['s 1']) }, 'byYou'],
  ['by its key’s number', { ...old, enrolmentKeyId: 7 }, { keys: ['7'] }, 'key'],
  ['by its key’s number as a text', { ...old, odd: { enrolmentKeyId: '"7"' } }, { keys: ['7'] }, 'key'],
  ['by its key in another shape', { ...old, odd: { enrolmentKeyId: '{"id":7}' } }, { keys: ['7'] }, 'key'],
  ['by a key too long to read', { ...old, odd: { enrolmentKeyDescription: '["…' } }, { keys: ['7'] }, 'keyUnread'],
  ['by a key that cannot be read', { ...old, odd: { enrolmentKeyId: '"70"' } }, { keys: ['7'] }, 'keyUnread'],
  ['not by such a key where no key protects', { ...old, odd: { enrolmentKeyId: '"70"' } }, {}, undefined],
  ['not by the number of another key', { ...old, enrolmentKeyId: 70 }, { keys: ['7'] }, undefined],
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
  ['by tags too long to read', { ...old, odd: { tags: '["…' } }, { tags: ['protect'] }, 'tagsUnread'],
  ['by tags that cannot be read', { ...old, odd: { tags: '["prod"]' } }, { tags: ['protect'] }, 'tagsUnread'],
  ['not by such tags where no tag protects', { ...old, odd: { tags: '["prod"]' } }, {}, undefined],
  ['where this session comes through it', { ...old, connectedFrom: '192.0.2.7' }, { session: true }, 'session'],
  ['not where another one does', { ...old, connectedFrom: '192.0.2.77' }, { session: true }, undefined],
  ['not where guards are off', { lastSeen: daysAgo(0), tags: ['protect'], connectedFrom: '192.0.2.7' }, {}, undefined],
])('a system is guarded, and the field that says so is named: %s', (_, about, guards, kind) => {
  const guarding = { guards: { ...noGuards, ...guards }, address: '192.0.2.7' };
  const system = aSystem(about);
  expect(guardOf(system, guarding, now)?.kind).toBe(kind?.endsWith('Unread') === true ? 'unread' : kind);
  const field = kind === undefined ? undefined : guardFields[kind];
  const protection = { guarding, lifted: new Map() };
  expect(guardFoundSince({ protection }, system, now)).toEqual(
    field === undefined ? null : { why: 'protected', field },
  );
});

const guardFields: Readonly<Record<string, string>> = {
  ...{ byYou: 'systemId', tag: 'tags', tagsUnread: 'tags', key: 'enrolmentKeyDescription' },
  keyUnread: 'enrolmentKeyDescription',
  ...{ connected: 'state', state: 'state', seen: 'lastSeen', enrolled: 'enrolledAt' },
  ...{ time: 'checkedAt', session: 'connectedFrom' },
};

test('protection by a person holds also after it was lifted before, and all that was lifted beside it stays so', () => {
  const tag: Guard = { kind: 'tag', tag: 'protect' };
  const byYou: Guard = { kind: 'byYou' };
  const before = {
    guarding: { guards: { ...noGuards, tags: ['protect'], systems: new Set(['S1', 'S2']) }, address: null },
    lifted: new Map<string, readonly Guard[]>([
      ['S1', [byYou, tag]],
      ['S2', [byYou]],
    ]),
  };
  const after = withSystemsProtected(before, ['s 1', 'S3']);
  expect(after.lifted).toEqual(
    new Map([
      ['S1', [tag]],
      ['S2', [byYou]],
    ]),
  );
  expect(after.guarding.guards.systems).toEqual(new Set(['S1', 'S2', 's 1', 'S3']));
  const byPerson = (protection: Protection) => ['S1', 'S2', 'S3', 'S4'].map((id) => isProtectedByYou(protection, id));
  expect([byPerson(before), byPerson(after)]).toEqual([
    [false, false, false, false],
    [true, false, true, false],
  ]);
  const why = { why: 'protected', field: 'systemId' };
  const tagged = systemsOf(4, (at) => ({ ...old, systemId: `S${at + 1}`, tags: ['protect'] }));
  expect(tagged.map((system) => guardFoundSince({ protection: after }, system, now)?.field)).toEqual([
    ...['systemId', 'tags', 'systemId', 'tags'],
  ]);
  expect(guardFoundSince({ protection: after }, aSystem({ ...old, systemId: 'S3' }), now)).toEqual(why);
});

test('two sets of rules together protect all that one of them protects', () => {
  const one: Guards = { ...noGuards, tags: ['a'], seenDays: 3, share: 40, systems: new Set(['S1']) };
  const other: Guards = { ...noGuards, tags: ['a', 'b'], keys: ['7'], session: true, share: 60, secondPersonAbove: 5 };
  const both = {
    ...{ tags: ['a', 'b'], keys: ['7'], seenDays: 3, session: true, share: 40, secondPersonAbove: 5 },
    systems: new Set(['S1']),
  };
  for (const all of [strongerOf(one, other), strongerOf(other, one)]) expect(all).toEqual(both);
});

test('an id is the same in any case, with blanks and with signs that nobody sees', () => {
  const spelled = ['s1', ' S 1', 'S1\u200B'];
  expect(idsWithout([...spelled, 'S2', 'S11'], 'S1')).toEqual(['S2', 'S11']);
  for (const id of spelled) expect([holdsId(['S1'], id), holdsId(new Set([id]), 'S1')]).toEqual([true, true]);
  expect([holdsId([], 'S1'), holdsId(['S1'], 'S11'), holdsId(['S1'], '')]).toEqual([false, false, false]);
});

describe('the days in which a sign of life protects include their last millisecond, and no more', () => {
  const limit = 7 * 24 * 60 * 60 * 1000;
  const of = (about: Partial<System>): readonly string[] =>
    guardsOf(aSystem({ ...old, ...about }), { guards: { ...noGuards, seenDays: 7 }, address: null }, now).map(
      ({ kind }) => kind,
    );
  const time = (ms: number): string => new Date(now + ms).toISOString();

  test.each<[string, (text: string) => Partial<System>]>([
    ['seen', (lastSeen) => ({ lastSeen })],
    ['enrolled', (enrolledAt) => ({ enrolledAt })],
    ['time', (text) => ({ otherTimes: [{ field: 'checkedAt', text, ms: Date.parse(text) }] })],
  ])('%s', (kind, about) => {
    expect([-limit - 1, -limit, -1, 0, 1].map((ms) => of(about(time(ms))).includes(kind))).toEqual([
      ...[false, true, true, true, true],
    ]);
  });

  test('a time in the future of a field that is not known', () => {
    const about = (ms: number): Partial<System> => ({ otherTimes: [{ field: 'checkedAt', text: '', ms: now + ms }] });
    expect([limit, limit + 1].map((ms) => of(about(ms)))).toEqual([['time'], []]);
  });

  test('none at all where it is 0 days, not even of a connected system', () => {
    const system = aSystem({ lastSeen: time(0), enrolledAt: time(0), state: 'Connected' });
    expect(guardsOf(system, { guards: { ...noGuards, seenDays: 0 }, address: null }, now)).toEqual([]);
  });
});

test('protected in every list is what a tag, a key, a person or this session protects, by any of its records', () => {
  const guards: Guards = { ...noGuards, tags: ['till'], keys: ['lab'], systems: new Set(['A']), session: true };
  const is = (about: Partial<System>): boolean =>
    isProtected(aSystem({ ...old, ...about }), { guards: { ...guards, seenDays: 7 }, address: '192.0.2.7' });
  const lasting = [{ tags: ['till'] }, { enrolmentKeyDescription: 'Lab' }, { systemId: 'A' }];
  expect([...lasting, { connectedFrom: '192.0.2.7' }].map(is)).toEqual([true, true, true, true]);
  expect(is({ alsoListed: aSystem({ ...old, tags: ['till'] }) })).toBe(true);
  // These end by themselves.
  expect([{}, { lastSeen: daysAgo(0) }, { state: 'Connected' }, { state: 'Away' }].map(is)).toEqual([
    ...[false, false, false, false],
  ]);
});

test('a guard that was not there when others were lifted is another one; the time that passes makes none', () => {
  const guarding = { guards: defaultGuards, address: null };
  const system = aSystem({ ...old, state: 'Away', tags: ['protect'], otherTimes: [at(1)] });
  const lifted = guardsOf(system, guarding, now);
  expect(lifted.map(({ kind }) => kind)).toEqual(['tag', 'time', 'state']);
  expect(guardBeyond(lifted, system, guarding, now + 1000)).toBeNull();
  const later: readonly Partial<System>[] = [
    { state: 'Lost' },
    { tags: ['protected'] },
    { lastSeen: daysAgo(0), lastSeenMs: now },
    { otherTimes: [{ ...at(1), field: 'other' }] },
  ];
  for (const about of later) {
    expect(guardBeyond(lifted, aSystem({ ...system, ...about }), guarding, now)).not.toBeNull();
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

test('a person protects a system by its id, and its protection is one of its own', () => {
  const guarding = { guards: { ...noGuards, systems: new Set(['A']) }, address: null };
  const [one, other] = [aSystem({ systemId: 'A' }), aSystem({ systemId: 'B' })];
  expect([one, other].map((system) => guardOf(system, guarding, now))).toEqual([{ kind: 'byYou' }, null]);
  expect(guardBeyond([{ kind: 'tag', tag: 'a' }], one, guarding, now)).toEqual({ kind: 'byYou' });
  expect(guardBeyond([{ kind: 'byYou' }], one, guarding, now)).toBeNull();
});

describe('a system came back', () => {
  const away = { state: 'Disconnected', lastSeen: daysAgo(200) };
  const changed = (field: string): SignOfLife => ({ why: 'changed', field });
  const cases: readonly (readonly [string, Partial<System>, Partial<System>, SignOfLife | null])[] = [
    ['when it is connected now', away, { ...away, state: 'Connected' }, { why: 'connected' }],
    ['when its state says so in other words', away, { ...away, state: 'Online (degraded)' }, { why: 'connected' }],
    ['when it was seen since', away, { ...away, lastSeen: daysAgo(1) }, { why: 'seenSince' }],
    ['when it connected for the first time', { lastSeen: null }, { lastSeen: daysAgo(1) }, { why: 'seenSince' }],
    ['when its time cannot be read any more', away, { ...away, lastSeen: 'yesterday' }, changed('lastSeen')],
    ['when its time is gone', away, { ...away, lastSeen: null }, changed('lastSeen')],
    [
      'when its time is 100 ns later',
      { lastSeen: '2026-01-02T03:04:05.1234567Z' },
      { lastSeen: '2026-01-02T03:04:05.1234568Z' },
      changed('lastSeen'),
    ],
    ['when its time is written otherwise', away, { lastSeen: `${daysAgo(200)} ` }, changed('lastSeen')],
    ['when the service now says an earlier time', away, { ...away, lastSeen: daysAgo(300) }, changed('lastSeen')],
    ['when it was enrolled again', away, { ...away, enrolledAt: daysAgo(0) }, changed('enrolledAt')],
    ['when its name is another one', away, { ...away, hostname: 'payroll-db' }, changed('hostname')],
    ['when it connected from elsewhere', away, { ...away, connectedFrom: '192.0.2.9' }, changed('connectedFrom')],
    ['when its agent is another one', away, { ...away, serviceVersion: '4.2.1' }, changed('serviceVersion')],
    ['when its system is another one', away, { ...away, osVersion: 'Debian 14' }, changed('osVersion')],
    ['when its platform is another one', away, { ...away, platformType: 'Windows' }, changed('platformType')],
    ['when its key is another one', away, { ...away, enrolmentKeyId: 2 }, changed('enrolmentKeyId')],
    ['when it was given a tag', away, { ...away, tags: ['protect'] }, changed('tags')],
    ['when it lost a tag', { ...away, tags: ['till'] }, away, changed('tags')],
    ['when a tag of another shape changed', { odd: { tags: '["a"]' } }, { odd: { tags: '["b"]' } }, changed('tags')],
    [
      'when a field of another type changed',
      { connectedFrom: null, odd: { connectedFrom: '1' } },
      { connectedFrom: null, odd: { connectedFrom: '2' } },
      changed('connectedFrom'),
    ],
    ['when a time in another field changed', { otherTimes: [at(9)] }, { otherTimes: [at(8)] }, changed('checkedAt')],
    ['when a time in another field is gone', { otherTimes: [at(9)] }, {}, changed('checkedAt')],
    ['when its state moves', away, { ...away, state: 'Expired' }, changed('state')],
    ['when it was enabled again', { ...away, isEnabled: false }, { ...away, isEnabled: true }, changed('isEnabled')],
    [
      'when a system that was connected as it was marked is not connected any more',
      { ...away, state: 'Connected' },
      away,
      changed('state'),
    ],
    ['not when it was disabled', { ...away, isEnabled: true }, { ...away, isEnabled: false }, null],
    ['not when only one answer says whether it is enabled', { ...away, isEnabled: null }, away, null],
    ['not when its tags come in another order', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, null],
    ['not when nothing changed', away, away, null],
    [
      'not when its times are the same instants in another spelling',
      { lastSeen: '2026-01-02T03:04:05.120Z', otherTimes: [{ field: 'at', text: '2026-01-02T03:04:05Z', ms: 0 }] },
      {
        lastSeen: '2026-01-02T04:04:05.1200000+01:00',
        otherTimes: [{ field: 'at', text: '2026-01-02T03:04:05+00:00', ms: 0 }],
      },
      null,
    ],
    [
      'when its last time is later by less than a millisecond',
      { lastSeen: '2026-01-02T03:04:05.1201Z' },
      { lastSeen: '2026-01-02T03:04:05.1202Z' },
      changed('lastSeen'),
    ],
    ['not when it has still never connected', { lastSeen: null }, { lastSeen: null }, null],
    ['not when its time could not be read before either', { lastSeen: 'yesterday' }, { lastSeen: 'yesterday' }, null],
    [
      'not when a person marked it although it was connected',
      { ...away, state: 'Connected' },
      { ...away, state: 'Connected' },
      null,
    ],
    ['not for what the list did not carry', { osVersion: null, notSent: ['osVersion'] }, {}, null],
    ['not for a time in a field that the list did not carry', {}, { otherTimes: [at(9)] }, null],
    ['when its first time was not in the list', { lastSeen: null, notSent: ['lastSeen'] }, {}, { why: 'seenSince' }],
    [
      'when what the list had is not in the record',
      {},
      { osVersion: null, notSent: ['osVersion'] },
      changed('osVersion'),
    ],
  ];
  test.each(cases)('%s', (_, reviewed, read, why) => {
    const [before, after] = [reviewed, read].map((about) => aSystem({ systemId: 'S0', ...about }));
    expect(before && after && cameBack(before, after)).toEqual(why);
  });
});

const words = ['protect', 'protected', 'do-not-delete'];

function tagIn(tags: unknown, among = words): Guard | undefined {
  const read = decodeSystem({ systemId: 'S0', tags });
  if (!read.ok) throw new Error(read.path);
  const guards = guardsOf(read.value, { guards: { ...noGuards, tags: among }, address: null }, now);
  return [...guards].find(({ kind }) => kind === 'tag' || kind === 'unread');
}

test.each<[unknown]>([
  [[{ tag: ' protect ' }]],
  [[{ tag: 'PROTECT' }]],
  [[{ tag: 'ｐｒｏｔｅｃｔ' }]],
  [[{ tag: 'pro\u200Btect\u2060' }]],
  [[{ tag: 'env=protect' }]],
  [[{ tag: 'owner:ops,protected' }]],
  [[{ tag: 'env\tprotect' }]],
  [[{ tag: 'Do not delete' }]],
  [[{ tag: 'do_not_delete' }]],
  [[{ tag: 'doNotDelete' }]],
  [[{ tag: 'site-1', protect: true }]],
  ['protect'],
  [['protect']],
  [[{ name: 'protect' }]],
  [[{ key: 'protect', value: 'x' }]],
  [[{ protect: true }]],
  [{ protect: 'yes' }],
  [{ labels: { deep: [[{ env: 'protect' }]] } }],
  [[null, 5, { tag: { tag: 'protect' } }]],
  [[{ tag: 'site-1' }, 'protect']],
  [[{ tag: 'für protect' }]],
])('%j protects', (tags) => {
  expect(tagIn(tags)).toBeDefined();
});

test.each<[unknown]>([
  [null],
  [[]],
  [[{ tag: 'protect-not' }]],
  [[{ tag: 'unprotected' }]],
  [[{ tag: 'my_protect' }]],
  // A letter of any language makes another word of it.
  [[{ tag: 'éprotect' }]],
  [[{ tag: 'protect東' }]],
  [[{ tag: 'site-1', protect: false }]],
])('%j does not', (tags) => {
  expect(tagIn(tags)).toBeUndefined();
});

test.each<[unknown]>([
  [[{ protect: false }]],
  [[{ protect: null }]],
  [{ protect: 0 }],
  [['site-1', { name: 'prod' }]],
  [[{ tag: 'site-1' }, null]],
  [''],
  [5],
])('%j may protect, for nobody can read it', (tags) => {
  expect(tagIn(tags)).toEqual({ kind: 'unread', field: 'tags' });
  expect(tagIn(tags, [])).toBeUndefined();
});

test('tags that are too many or too deep to inspect may protect', () => {
  const unread = { kind: 'unread', field: 'tags' };
  expect(tagIn(Array.from({ length: 10_000 }, (_, at) => `tag-${at}`))).toEqual(unread);
  expect(tagIn(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toEqual(unread);
  expect(tagIn([{ tag: 'site-1', note: 'x'.repeat(9000) }])).toEqual(unread);
  expect(tagIn(Array.from({ length: 10_000 }, (_, at) => ({ tag: `tag-${at}` })))).toBeUndefined();
});

test('a word is taken as it is, whatever signs are in it; without words nothing protects', () => {
  expect(tagIn([{ tag: 'a.*b' }], ['a.*b'])).toEqual({ kind: 'tag', tag: 'a.*b' });
  expect(tagIn([{ tag: 'axxb' }], ['a.*b'])).toBeUndefined();
  expect(tagIn([{ tag: 'protect' }], [])).toBeUndefined();
  expect(tagIn([{ tag: 'site-1' }], ['\u200B'])).toBeUndefined();
});

test('wherever in tags of any shape the word stands as a value, it protects', () => {
  const { tags } = fc.letrec<{ tags: unknown }>((tie) => ({
    tags: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant('protect'),
      fc.tuple(fc.jsonValue({ maxDepth: 1 }), tie('tags')).map(([one, other]) => [one, other]),
      fc.tuple(fc.string(), tie('tags')).map(([name, one]) => Object.fromEntries([[name, one]]) as unknown),
    ),
  }));
  holds([tags], (any) => {
    expect(tagIn(any)).toBeDefined();
  });
});

test('the number of a key protects with all of its digits, and no other number does', () => {
  const number = fc.bigInt({ min: 0n, max: 2n ** 70n });
  holds([number, fc.constantFrom(-1n, 0n, 1n)], (id, away) => {
    const read = decodeSystem(parseExactly(`{"systemId":"S1","state":"Disconnected","enrolmentKeyId":${id}}`));
    if (!read.ok) throw new Error(read.path);
    const guards = { ...noGuards, keys: [String(id + away)] };
    expect(isProtected(read.value, { guards, address: null })).toBe(away === 0n);
  });
});
