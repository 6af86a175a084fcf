/** Neither a wrong clock nor an invalid time makes a system stale. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTimestamp } from '../../src/api/timestamp.ts';
import { dayMs, isStale } from '../../src/state/fleet/staleness/staleness.ts';
import { dated } from '../support/dates.ts';
import { aSystem as aKnownSystem, now } from '../support/make.ts';
import { aService, aStale, aSystem, daysAgo } from '../support/service.ts';
import { asked, aUser, row, runAt } from '../support/user.ts';
import { holds } from '../support/property.ts';

/** A year and a day: the second that the start takes must not make it less than a year. */
const year = 366 * dayMs;

/** One system seen a day ago by the service's clock, and one 200 days ago. */
function systemsAt(offset: number) {
  const ago = (days: number): string => new Date(Date.now() + offset - days * dayMs).toISOString();
  return [
    aSystem({ hostname: 'fresh', lastSeen: ago(1.5), enrolledAt: ago(300) }),
    aSystem({ hostname: 'old', lastSeen: ago(200.5), enrolledAt: ago(300) }),
  ];
}

test('a clock that is ahead is said, and ages are by the service’s', async () => {
  const service = await aService({ systems: systemsAt(-year), intercept: dated(() => -year) });
  const user = aUser(service);
  await user.sees(
    "clock is 1 y ahead; ages use the service's time",
    row('fresh', ' 1 d'),
    row('● old', ' 200 d'),
    '● 1 stale',
  );
  await user.marksStale(1);
  await user.presses('hide the warning').sees((screen) => !screen.includes('ahead;'));
  expect(await user.leaves()).not.toContain('Error');
});

test('a clock that is behind is said, and nothing is stale that is not', async () => {
  const service = await aService({ systems: systemsAt(30 * dayMs), intercept: dated(() => 30 * dayMs) });
  await aUser(service).sees(
    'clock is 30 d behind; some ages are too small',
    row('fresh', '<1 min'),
    row('● old', ' 170 d'),
  );
});

test('a service whose answers carry no time: ages are unverified, and stale is hollow', async () => {
  const service = await aService({ systems: systemsAt(-2 * dayMs), intercept: dated(() => null) });
  const user = aUser(service);
  await user.sees('Ages are unverified', row('○ old'), '○ 1 stale');
  await user.marksStale(1);
  user.presses('review and delete');
  await user.sees('Ages are unverified: the service sent no reliable time.', asked('delete 1 unverified from'));
});

test('a service whose answers carry two times that contradict each other: ages are unverified, and nothing older is a check', async () => {
  const date = (path: string): number => (path === '/account/orgs' ? 0 : -2 * dayMs);
  const service = await aService({ systems: systemsAt(-2 * dayMs), intercept: dated(date) });
  const user = aUser(service);
  await user.sees('Ages are unverified', row('○ old'), '○ 1 stale');
  await user.marksStale(1);
  user.presses('review and delete');
  await user.sees('0 of 1 checked: a cache on the way answered, 1 d old. r checks the');
});

test('rollcall systems --stale with a clock a year ahead lists what is stale by the service, and says so', async () => {
  const service = await aService({ systems: systemsAt(-year), intercept: dated(() => -year) });
  const printed = await runAt(service, 'systems', '--org=Northwind', '--stale', '--json');
  const complaint = "rollcall: This computer's clock is 1 y ahead; ages use the service's time.\n";
  expect(printed).toMatchObject({ exitCode: 0, complaint });
  expect(JSON.parse(printed.output)).toMatchObject([{ hostname: 'old', stale: true }]);
});

test('a time in the future is age 0, and said', async () => {
  const service = await aService({ systems: [aSystem({ hostname: 'ahead', lastSeen: daysAgo(-400) })] });
  const user = aUser(service);
  await user.sees(row('ahead', '<1 min'), '● 0 stale');
  user.presses('open the system');
  await user.sees(/^last seen .* UTC,.*\n +in the future/m, 'not stale', /^WHY.*within the limit of 90 d\./m);
});

test('a system that never connected is aged by its enrolment', async () => {
  const service = await aService({
    systems: [aSystem({ hostname: 'unused', lastSeen: null, enrolledAt: daysAgo(120) })],
  });
  const user = aUser(service);
  await user.sees(row('● unused', 'never (120 d)'));
  user.presses('open the system');
  await user.sees(
    row('last seen', 'never connected'),
    '● stale by 30 d',
    /^WHY +Never connected, enrolled 120 d ago: over the limit/m,
  );
});

test('an age that is not known is marked by hand only, and stands last in the order of ages', async () => {
  const service = await aService({
    systems: [
      aSystem({ hostname: 'odd', lastSeen: '0001-01-01T00:00:00Z' }),
      aSystem({ hostname: 'odder', lastSeen: 'never', enrolledAt: '1' }),
      aStale('old'),
    ],
  });
  const user = aUser(service);
  await user.sees(row('odd', 'unreadable'), row('odder', 'unreadable'), '● 1 stale');
  await user.presses('mark all stale').sees(row('✓', 'old'), '1 marked');
  await user.presses('sort by the next column', 2).sees(/old[^]*odd[^]*odder/, 'by last seen');
  await user.goesTo('odder');
  await user.presses('mark and move down').sees('2 marked');
});

describe('whatever stands in the place of a time', () => {
  const places = ['2026', '-', '11', '-', '20', 'T', '16', ':', '00', ':', '00', '.5', 'Z'];
  const digits = ['0', '00', '02', '30', '31', '60', '24', '1999', '0001', '２'];
  const others = ['', '+01:00', '-05:30', '.123456789', '.1234567890', 't', 'z', ' ', '−', 'x'];
  const odd = fc.constantFrom(...digits, ...others);
  const changes = fc.array(fc.tuple(fc.nat(places.length - 1), odd), { maxLength: 3 });
  const nearly = changes.map((all) => all.reduce((parts, [at, text]) => parts.with(at, text), places).join(''));

  test('50,000 texts: only a time that another reading of RFC 3339 agrees on makes a system stale', () => {
    let read = 0;
    holds([nearly], { numRuns: 50_000, seed: 7 }, (text) => {
      const lastSeenMs = readTimestamp(text);
      expect(lastSeenMs).toBe(oracle(text));
      if (lastSeenMs !== null) read++;
      const system = aKnownSystem({ lastSeen: text, lastSeenMs });
      if (lastSeenMs === null) expect(isStale(system, 1, now + 50 * year)).toBe(false);
    });
    expect(read).toBeGreaterThan(1_250);
  });
});

/** A second reader of RFC 3339: by its parts, with a calendar of its own. */
function oracle(text: string): number | null {
  if (!/^[\x20-\x7e]+$/.test(text)) return null;
  const [date = '', clock = '', ...rest] = text.split(/t/i);
  const zone = /(?:z|[+-]..:..)$/i.exec(clock)?.[0] ?? '';
  const [time = '', fraction = '0', ...more] = clock.slice(0, clock.length - zone.length).split('.');
  const [y = '', mo = '', d = ''] = date.split('-');
  const [h = '', mi = '', s = ''] = time.split(':');
  const [zh = '0', zm = '0'] = zone.slice(1).split(':');
  const isWritten =
    rest.length + more.length === 0 &&
    zone !== '' &&
    date.length === 10 &&
    time.length === 8 &&
    [y, mo, d, h, mi, s, fraction].every((part) => /^\d+$/.test(part)) &&
    fraction.length <= 9 &&
    y.length === 4 &&
    [mo, d, h, mi, s].every((part) => part.length === 2) &&
    (/z/i.test(zone) || (/^\d\d$/.test(zh) && /^\d\d$/.test(zm)));
  if (!isWritten) return null;
  const leap = Number(y) % 4 === 0 && (Number(y) % 100 !== 0 || Number(y) % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(mo) - 1] ?? 0;
  const isReal =
    Number(y) >= 2000 && Number(d) >= 1 && Number(d) <= days && Number(h) < 24 && Number(mi) < 60 && Number(s) < 60;
  const isZone = /z/i.test(zone) || (Number(zh) < 24 && Number(zm) < 60);
  if (!isReal || !isZone) return null;
  return Date.parse(`${date}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}${zone.toUpperCase()}`);
}
