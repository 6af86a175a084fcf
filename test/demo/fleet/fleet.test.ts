/** The demo's fleet is plausible, and as irregular as real ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aFleet, type SystemRecord } from '../../../src/demo/fleet/fleet.ts';
import { systemIdOf } from '../../../src/demo/fleet/system-ids.ts';
import { holds, property } from '../../support/property.ts';
import { DEMO_NOW as NOW, idsOf } from '../client.ts';
import { seededRandom } from '../../../src/demo/fleet/random.ts';
import { timestamp } from '../../../src/demo/timestamps.ts';

const DAY = 24 * 60 * 60_000;
const FLEET = aFleet({ seed: 1, systems: 12_431, now: NOW });
const [NORTHWIND = [], TAILSPIN = [], CONTOSO = []] = FLEET.organisations.map(({ systems }) => systems);

function count(matches: (system: SystemRecord) => boolean): number {
  return NORTHWIND.filter(matches).length;
}

/** Days since the system was last seen, or enrolled where it never was. */
function age({ lastSeen, enrolledAt }: SystemRecord): number {
  return (NOW - Date.parse(String(lastSeen ? lastSeen : enrolledAt))) / DAY;
}

function isConnected({ state }: SystemRecord): boolean {
  return state === 'Connected';
}

test('there are three organisations: 12,431 systems, 260 and none', () => {
  expect(FLEET.organisations.map(({ orgName, role }) => [orgName, role])).toEqual([
    ['Northwind Traders', 'Owner'],
    ['Tailspin Toys', 'Admin'],
    ['Contoso Labs', 'Member'],
  ]);
  expect([NORTHWIND.length, TAILSPIN.length, CONTOSO.length]).toEqual([12_431, 260, 0]);
});

test('no two systems share an id', () => {
  expect(new Set(idsOf([...NORTHWIND, ...TAILSPIN])).size).toBe(12_691);
});

describe('chance', () => {
  const fleetOf = (seed: number, systems: number, now: number): string =>
    JSON.stringify(aFleet({ seed, systems, now }));

  test('the same seed and time give the same fleet', () => {
    expect(fleetOf(7, 500, NOW)).toBe(fleetOf(7, 500, NOW));
  });

  test('another seed gives another fleet', () => {
    expect(fleetOf(8, 500, NOW)).not.toBe(fleetOf(7, 500, NOW));
  });

  test('the size of the first organisation changes nothing in the second', () => {
    const second = (systems: number) => aFleet({ seed: 7, systems, now: NOW }).organisations[1]?.systems;
    expect(second(10)).toEqual(second(0));
  });
});

test('systems are made once, at the first request', () => {
  const [huge] = aFleet({ seed: 1, systems: 1e15, now: NOW }).organisations;
  expect(huge?.orgName).toBe('Northwind Traders');
  expect(FLEET.organisations[0]?.systems).toBe(NORTHWIND);
});

describe('times', () => {
  test('systems are listed in the order of their enrolment, not of their last connection', () => {
    const enrolled = NORTHWIND.map(({ enrolledAt }) => Date.parse(String(enrolledAt)));
    // Times may be cut to whole seconds, so that the order can be off by as much.
    expect(enrolled.every((time, index) => time > (enrolled[index - 1] ?? 0) - 1000)).toBe(true);
    const seen = NORTHWIND.map(age);
    expect(seen).not.toEqual(seen.toSorted((a, b) => a - b));
  });

  test('no system was seen before its enrolment, and nothing happened after now or over two years ago', () => {
    for (const system of NORTHWIND) {
      const enrolledAt = Date.parse(String(system['enrolledAt']));
      const lastSeen = Date.parse(String(system['lastSeen']));
      if (!Number.isNaN(lastSeen)) expect(lastSeen).toBeGreaterThan(enrolledAt - 1000);
      expect(age(system)).toBeGreaterThanOrEqual(0);
      expect(age(system)).toBeLessThan(730.1);
    }
  });

  test('most were seen within a week, and three to four thousand not for 90 days', () => {
    expect(count((system) => age(system) <= 7)).toBeGreaterThan(6200);
    expect(count((system) => age(system) > 90)).toBeGreaterThan(3000);
    expect(count((system) => age(system) > 90)).toBeLessThan(4000);
    expect(count((system) => age(system) > 365)).toBeGreaterThan(800);
    expect(count((system) => age(system) < 1 / 24)).toBeGreaterThan(1000);
  });

  test('never connected is written as null, as an empty text or not at all', () => {
    expect(count(({ lastSeen }) => lastSeen === null)).toBeGreaterThan(50);
    expect(count(({ lastSeen }) => lastSeen === '')).toBeGreaterThan(10);
    expect(count(({ lastSeen }) => lastSeen === undefined)).toBeGreaterThan(3);
  });

  test('several dozen are connected although they were last seen months ago, or never', () => {
    const old = count((system) => isConnected(system) && Boolean(system['lastSeen']) && age(system) > 90);
    const never = count((system) => isConnected(system) && !system['lastSeen']);
    expect(old).toBeGreaterThan(24);
    expect(never).toBeGreaterThan(5);
    expect(old + never).toBeLessThan(120);
  });
});

describe('states', () => {
  test('disabled systems, and they alone, are in the state Disabled', () => {
    expect(count(({ isEnabled }) => isEnabled === false)).toBeGreaterThan(200);
    expect(count(({ state, isEnabled }) => (state === 'Disabled') !== (isEnabled === false))).toBe(0);
  });

  test('a handful are in a state no document names', () => {
    const suspended = count(({ state }) => state === 'Suspended');
    expect(suspended).toBeGreaterThan(3);
    expect(suspended).toBeLessThan(30);
    expect(count(({ state }) => state === 'Connected' || state === 'Disconnected')).toBeGreaterThan(11_000);
  });
});

describe('texts', () => {
  test('some have no host name: null, or an empty text', () => {
    expect(count(({ hostname }) => hostname === null)).toBeGreaterThan(40);
    expect(count(({ hostname }) => hostname === '')).toBeGreaterThan(20);
  });

  test.each([
    ['Japanese', /\p{Script=Han}/u],
    ['Cyrillic', /\p{Script=Cyrillic}/u],
    ['Arabic', /\p{Script=Arabic}/u],
    ['accented Latin', /[éöüłø]/],
    ['joined emoji', /\p{Emoji}\u200d\p{Emoji}/u],
  ])('host names and descriptions also come in %s', (_, script) => {
    expect(count(({ hostname }) => script.test(String(hostname)))).toBeGreaterThan(3);
    expect(count(({ description }) => script.test(String(description)))).toBeGreaterThan(3);
  });

  test('nine enrolment keys, each with one id and host names of its own kind', () => {
    const keys = new Map(NORTHWIND.map((system) => [system['enrolmentKeyId'], system['enrolmentKeyDescription']]));
    expect([...keys.values()].toSorted()).toEqual(
      [
        ...['retail', 'laptops', 'lab', 'build agents', 'servers', 'branch offices', 'warehouse scanners'],
        ...['meeting rooms', '東京オフィス'],
      ].toSorted(),
    );
    const laptops = NORTHWIND.filter((system) => system['enrolmentKeyDescription'] === 'laptops' && system['hostname']);
    expect(laptops.every(({ hostname }) => String(hostname).startsWith('laptop-'))).toBe(true);
  });

  test('custom DNS is mostly empty, and its entries are texts or objects', () => {
    const entries = NORTHWIND.flatMap((system) => system['customDns'] as unknown[]);
    expect(new Set(entries.map((entry) => typeof entry))).toEqual(new Set(['string', 'object']));
    expect(count((system) => (system['customDns'] as unknown[]).length === 0)).toBeGreaterThan(11_500);
  });
});

const number = fc.integer({ min: 0, max: 2 ** 30 - 1 });

property('an id is a letter and six capitals or digits', [number], (one) => {
  expect(systemIdOf(one)).toMatch(/^[A-Z][0-9A-Z]{6}$/);
});

test('two numbers never share an id', () => {
  const neighbours = Array.from({ length: 100_000 }, (_, index) => systemIdOf(index));
  expect(new Set(neighbours).size).toBe(100_000);
  holds([number, number], (one, other) => {
    expect(systemIdOf(one) === systemIdOf(other)).toBe(one === other);
  });
});

test('a time is cut to the digits it is written with, and never moves into the future', () => {
  holds([fc.integer(), fc.integer({ min: 0, max: 4e12 })], (seed, time) => {
    const late = time - Date.parse(timestamp(seededRandom(seed), time));
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(1000);
  });
});

test('there are 0 to 7 fraction digits, mostly three, and a few times end in +00:00', () => {
  const random = seededRandom(1);
  const texts = Array.from({ length: 2000 }, () => timestamp(random, Date.UTC(2026, 0, 2, 3, 4, 5, 678)));
  const digits = texts.map((text) => /^2026-01-02T03:04:05(?:\.(\d+))?(?:Z|\+00:00)$/.exec(text)?.[1]?.length ?? 0);
  expect(new Set(digits)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  expect(digits.filter((count) => count === 3).length).toBeGreaterThan(1000);
  const offsets = texts.filter((text) => text.endsWith('+00:00')).length;
  expect(offsets).toBeGreaterThan(20);
  expect(offsets).toBeLessThan(200);
});
