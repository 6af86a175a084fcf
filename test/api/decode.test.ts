import { describe, expect, test } from 'vitest';
import { type Decoded, decodeSystem } from '../../src/api/decode.ts';
import type { FieldName, System } from '../../src/api/system.ts';

/** A system as the specification shows it: every field has a value. */
const record = {
  systemId: 'S1',
  description: 'Till 1',
  state: 'Connected',
  customDns: ['192.0.2.53'],
  lastSeen: '2026-11-20T16:00:00.1234567Z',
  enrolledAt: '2025-01-02T03:04:05Z',
  enrolmentKeyId: 7,
  enrolmentKeyDescription: 'tills',
  isEnabled: true,
  connectedFrom: '192.0.2.1',
  hostname: 'till-1',
  platformType: 'Linux',
  osVersion: 'Debian 13',
  serviceVersion: '4.2.0',
  tags: [{ tag: 'site-1' }, { tag: 'prod' }],
};

const system: System = {
  ...record,
  lastSeenMs: Date.parse('2026-11-20T16:00:00.123Z'),
  enrolledAtMs: Date.parse('2025-01-02T03:04:05Z'),
  tags: ['site-1', 'prod'],
  faults: [],
  unread: [],
  odd: {},
  others: null,
  otherTimes: [],
  notSent: [],
  nulls: [],
  alsoListed: null,
};

/** A system with nothing but its id. */
const bare: System = {
  systemId: 'S1',
  description: null,
  state: null,
  customDns: [],
  lastSeen: null,
  lastSeenMs: null,
  enrolledAt: null,
  enrolledAtMs: null,
  enrolmentKeyId: null,
  enrolmentKeyDescription: null,
  isEnabled: null,
  connectedFrom: null,
  hostname: null,
  platformType: null,
  osVersion: null,
  serviceVersion: null,
  tags: [],
  faults: [],
  unread: [],
  odd: {},
  others: null,
  otherTimes: [],
  notSent: [],
  nulls: [],
  alsoListed: null,
};

/** The same, with these fields. */
function bareWith(sent: object, about: Partial<System> = {}): System {
  return { ...bare, notSent: optional.filter((field) => !Object.hasOwn(sent, field)), ...about };
}

const optional = Object.keys(record).filter((field) => field !== 'systemId');

function valueOf<T>(decoded: Decoded<T>): T {
  if (!decoded.ok) throw new Error(decoded.path);
  return decoded.value;
}

describe('a system', () => {
  test('has every field of the specification', () => {
    expect(valueOf(decodeSystem(record))).toEqual(system);
  });

  test('needs nothing but its id', () => {
    expect(valueOf(decodeSystem({ systemId: 'S1' }))).toEqual(bareWith({}));
    expect(valueOf(decodeSystem({ systemId: '' })).systemId).toBe('');
  });

  test.each(optional)('may have null as its %s', (field) => {
    const nulls = ['tags', 'customDns'].filter((name) => name === field);
    const about = nulls.length === 0 ? {} : { nulls };
    expect(valueOf(decodeSystem({ systemId: 'S1', [field]: null }))).toEqual({
      ...bareWith({ [field]: null }),
      ...about,
    });
  });

  test.each(['lastSeen', 'enrolledAt'])('may have an empty %s', (field) => {
    expect(valueOf(decodeSystem({ systemId: 'S1', [field]: '' }))).toEqual(bareWith({ [field]: '' }));
  });

  test.each(['never', '0001-01-01T00:00:00Z', '2026-02-30T00:00:00Z'])(
    'keeps a time that is none as it was sent: %s',
    (time) => {
      const times = { lastSeen: time, enrolledAt: time };
      expect(valueOf(decodeSystem({ systemId: 'S1', ...times }))).toEqual(bareWith(times, times));
    },
  );

  test.each([[[]], [['192.0.2.53']], [[{ server: '192.0.2.53', domains: ['a'] }]], [[null, 1, true, [[]]]]])(
    'may have custom DNS entries of any shape: %j',
    (customDns) => {
      expect(valueOf(decodeSystem({ systemId: 'S1', customDns }))).toEqual(bareWith({ customDns }, { customDns }));
    },
  );

  test('keeps the texts as they were sent', () => {
    const texts = { systemId: ' S1\u202E', hostname: '\u001B[2J', description: '\uD800', state: '' };
    expect(valueOf(decodeSystem(texts))).toEqual(bareWith(texts, texts));
  });

  test('keeps undocumented fields; other fields of a tag can be compared', () => {
    const tags = [{ tag: 'site-1', colour: 'red' }, { tag: 'prod' }];
    const others = { names: ['more', 'most'], values: '["x",{"y":null}]' };
    expect(valueOf(decodeSystem({ ...record, more: 'x', most: { y: null } }))).toEqual({ ...system, others });
    expect(valueOf(decodeSystem({ ...record, tags }))).toEqual({ ...system, odd: { tags: JSON.stringify(tags) } });
  });

  test('has the times of undocumented fields, the latest first', () => {
    const [early, late] = ['2026-01-02T03:04:05Z', '2026-11-20T16:00:00.1234567+01:00'];
    const more = {
      session: { at: early, deep: { deeper: late, deepest: [{ at: late }] } },
      at: [late, 5, null],
      connectedAt: late,
      note: 'at 2026-01-02T03:04:05Z',
      epoch: 1_763_640_000,
      never: '0001-01-01T00:00:00Z',
      __proto__x: early,
      lastSeen: { at: early },
      tags: [{ tag: early }],
    };
    const { otherTimes } = valueOf(decodeSystem({ ...record, ...more }));
    expect(otherTimes.map(({ field }) => field)).toEqual([
      ...['connectedAt', '__proto__x', 'lastSeen.at', 'session.at', 'at[0]', 'session.deep.deeper'],
    ]);
    expect(otherTimes[0]).toEqual({ field: 'connectedAt', text: late, ms: Date.parse('2026-11-20T15:00:00.123Z') });
  });

  test('is scanned only up to a limit', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`at${at}`, '2026-01-02T03:04:05Z']));
    expect(valueOf(decodeSystem({ ...record, ...many })).otherTimes).toHaveLength(20);
    const long = Array.from({ length: 100_000 }, () => ({ at: '2026-01-02T03:04:05Z' }));
    expect(valueOf(decodeSystem({ ...record, many: [long, long] })).otherTimes).toEqual([]);
  });

  test('keeps of what is too long or too deep enough to tell it from another', () => {
    const [one, other] = ['a', 'b'].map((end) =>
      valueOf(decodeSystem({ ...record, tags: `${'x'.repeat(9000)}${end}` })),
    );
    expect(one?.odd['tags']).not.toBe(other?.odd['tags']);
    expect(one?.odd['tags']?.length).toBeLessThan(8100);
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(valueOf(decodeSystem({ ...record, lastSeen: deep }))).toMatchObject({ lastSeen: '…', lastSeenMs: null });
  });
});

describe('a field of a wrong type is left out and named', () => {
  test.each([
    ...[
      'description',
      'state',
      'lastSeen',
      'enrolledAt',
      'enrolmentKeyDescription',
      'connectedFrom',
      'hostname',
      'platformType',
      'osVersion',
      'serviceVersion',
    ].flatMap((field) => [5, true, {}, ['x']].map((value) => [field, value, `${field}: expected string`] as const)),
    ['isEnabled', 'true', 'isEnabled: expected boolean'],
    ['isEnabled', 1, 'isEnabled: expected boolean'],
    ['enrolmentKeyId', '7', 'enrolmentKeyId: expected number'],
    ['enrolmentKeyId', 1.5, 'enrolmentKeyId: expected int'],
    ['customDns', '192.0.2.53', 'customDns: expected array'],
    ['customDns', {}, 'customDns: expected array'],
    ['tags', 'prod', 'tags: expected array'],
    ['tags', ['prod'], 'tags[0].tag: expected string'],
    ['tags', [{}], 'tags[0].tag: expected string'],
  ] as const)('%s: %j', (field, value, fault) => {
    const decoded = valueOf(decodeSystem({ systemId: 'S1', [field]: value }));
    const json = JSON.stringify(value);
    const isLife = ['state', 'lastSeen', 'enrolledAt'].includes(field);
    const unread: readonly FieldName[] = field === 'lastSeen' || field === 'enrolledAt' ? [] : [field as FieldName];
    const about = { faults: [fault], unread, odd: { [field]: json }, ...(isLife && { [field]: json }) };
    expect(decoded).toEqual(bareWith({ [field]: value }, about));
  });

  test('and hides no other field', () => {
    const decoded = valueOf(decodeSystem({ ...record, hostname: 5, tags: [{ tag: null }] }, 'items[3]'));
    const faults = ['items[3].hostname: expected string', 'items[3].tags[0].tag: expected string'];
    const odd = { hostname: '5', tags: '[{"tag":null}]' };
    const read = { ...decoded, faults: decoded.faults.toSorted() };
    expect(read).toEqual({ ...system, hostname: null, tags: [], faults, unread: ['hostname', 'tags'], odd });
  });
});

describe('a value that is no system', () => {
  test.each([
    [{}, 'items[3].systemId: expected string'],
    [{ ...record, systemId: null }, 'items[3].systemId: expected string'],
    [{ ...record, systemId: 5, hostname: 5 }, 'items[3].systemId: expected string'],
    [null, 'items[3]: expected object'],
    [undefined, 'items[3]: expected object'],
    [5, 'items[3]: expected object'],
    ['S1', 'items[3]: expected object'],
    [[], 'items[3]: expected object'],
    [[record], 'items[3]: expected object'],
  ])('%j', (json, path) => {
    expect(decodeSystem(json, 'items[3]')).toEqual({ ok: false, path });
  });

  test('an answer of its own is named by its fields alone', () => {
    expect(decodeSystem({})).toEqual({ ok: false, path: 'systemId: expected string' });
    expect(decodeSystem(null)).toEqual({ ok: false, path: 'expected object' });
  });
});

describe('JSON made to confuse', () => {
  test('the last of two equal keys counts', () => {
    const decoded = decodeSystem(JSON.parse('{"systemId": "S1", "hostname": "a", "hostname": "b"}'));
    expect(valueOf(decoded)).toEqual(bareWith({ hostname: 'b' }, { hostname: 'b' }));
  });

  test('__proto__ is an undocumented field', () => {
    expect(decodeSystem(JSON.parse('{"__proto__": {"systemId": "S1"}}'))).toEqual({
      ok: false,
      path: 'systemId: expected string',
    });
    const decoded = valueOf(
      decodeSystem(JSON.parse('{"systemId": "S1", "hostname": 5, "__proto__": {"state": "Connected"}}')),
    );
    const others = { names: ['__proto__'], values: '[{"state":"Connected"}]' };
    const unread = ['hostname'] as const;
    const about = { faults: ['hostname: expected string'], unread, odd: { hostname: '5' }, others };
    expect(decoded).toEqual(bareWith({ hostname: 5 }, about));
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('state');
  });

  test('a hundred thousand levels are no fault', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    const decoded = valueOf(decodeSystem({ systemId: 'S1', customDns: deep, other: deep }));
    expect(decoded).toMatchObject({ customDns: [], faults: ['customDns: nested too deep'], odd: { customDns: '…' } });
    expect(() => JSON.stringify(decoded)).not.toThrow();
  });
});
