/** Times in a form that rollcall does not read are reported as unread: never as "nothing is stale". */
import { expect, test } from 'vitest';
import { holdsHidden } from '../../src/state/kernel/spelling.ts';
import { aService, aSystem, daysAgo, type StoryService } from '../support/service.ts';
import { aUser, row, runAt } from '../support/user.ts';

/** Forms from services that ignore the specification ("What the service does", 6). None gives one certain moment. */
const forms: readonly (readonly [string, (time: string) => string])[] = [
  ['no offset', (time) => time.replace('Z', '')],
  ['seven digits and no offset', (time) => time.replace('Z', '4567')],
  ['a blank', (time) => time.replace('T', ' ')],
  ['an offset without a colon', (time) => time.replace('Z', '+0000')],
  ['no seconds', (time) => `${time.slice(0, 16)}Z`],
  ['a comma', (time) => time.replace('.', ',')],
  ['a Microsoft date', (time) => `/Date(${Date.parse(time)})/`],
  ['the least date', () => '0001-01-01T00:00:00'],
  ['the beginning of 1970', () => '1970-01-01T00:00:00Z'],
  ['an HTTP date', (time) => new Date(time).toUTCString()],
  ['a day alone', (time) => time.slice(0, 10)],
  ['the hour 24', (time) => `${time.slice(0, 10)}T24:00:00Z`],
  ['a blank at the end', (time) => `${time} `],
  ['a zone in brackets', (time) => `${time}[UTC]`],
];

function fleet(form: (time: string) => string, wrong: number, right = 0) {
  return [
    ...Array.from({ length: wrong }, (_, at) =>
      aSystem({ hostname: `odd-${at}`, lastSeen: form(daysAgo(100 + 40 * at)), enrolledAt: form(daysAgo(900)) }),
    ),
    ...Array.from({ length: right }, (_, at) => aSystem({ hostname: `old-${at}`, lastSeen: daysAgo(200) })),
  ];
}

function systems(service: StoryService, ...flags: readonly string[]) {
  return runAt(service, 'systems', '--org=Northwind', ...flags);
}

const leftOut = 'Left out: nothing says whether they match.\n';

test.each(forms)(
  'a list whose times have %s is not said to hold nothing stale: exit 1, with one of them',
  async (_, form) => {
    const service = await aService({ systems: fleet(form, 12) });
    for (const flags of [['--stale'], ['--filter=seen:>90d'], ['--filter=-seen:<90d'], ['--filter=enrolled:>1y']]) {
      const printed = await systems(service, ...flags, '--json');
      expect(printed, flags.join(' ')).toMatchObject({ output: '[]\n', exitCode: 1 });
      expect(printed.complaint).toContain('12 of 12 systems have unreadable times ("');
      expect(printed.complaint).toMatch(/ \("[^"]{6,32}"\)\. Left out: nothing says whether they match\.\n$/);
    }
    const csv = await systems(service, '--stale', '--csv');
    expect([csv.exitCode, csv.output.split('\r\n').length]).toEqual([1, 2]);
  },
);

test('a part of them is said, and the others are printed', async () => {
  const service = await aService({ systems: fleet((time) => time.replace('Z', ''), 3, 2) });
  const stale = await systems(service, '--stale', '--json');
  expect(stale.exitCode).toBe(1);
  expect(stale.complaint).toMatch(/3 of 5 systems have unreadable times \("20[^"]*"\)\. Left/);
  expect(JSON.parse(stale.output)).toMatchObject([{ hostname: 'old-0' }, { hostname: 'old-1' }]);
  // A system that cannot match anyway is not in doubt; nor is one that is excluded by name, or asked for.
  for (const [filter, shown] of [
    ['name:old-* is:stale', ['old-0', 'old-1']],
    ['-offline:unknown is:stale', ['old-0', 'old-1']],
    ['offline:unknown', ['odd-0', 'odd-1', 'odd-2']],
    ['is:stale or name:odd-1', ['odd-1', 'old-0', 'old-1']],
  ] as const) {
    const printed = await systems(service, `--filter=${filter}`, '--json');
    const isInDoubt = filter.includes(' or ');
    expect(printed.exitCode, filter).toBe(isInDoubt ? 1 : 0);
    expect(printed.complaint.includes('2 of 5 systems'), filter).toBe(isInDoubt);
    const names = (JSON.parse(printed.output) as { hostname: string }[]).map(({ hostname }) => hostname);
    expect(names.toSorted(), filter).toEqual(shown);
  }
  const all = await systems(service, '--json');
  expect([all.exitCode, all.complaint]).toEqual([0, '']);
  const ages = (JSON.parse(all.output) as { ageDays: number | null; ageVerified: boolean }[]).map(
    ({ ageDays, ageVerified }) => [ageDays === null, ageVerified],
  );
  expect(ages).toEqual([...Array.from({ length: 3 }, () => [true, false]), [false, true], [false, true]]);
});

test('no time at all is said as well', async () => {
  const service = await aService({ systems: [aSystem({ hostname: 'new', lastSeen: null, enrolledAt: null })] });
  expect(await systems(service, '--stale', '--json')).toMatchObject({
    ...{ exitCode: 1, output: '[]\n', complaint: `rollcall: 1 of 1 system has no time to count from. ${leftOut}` },
  });
});

test('the example is cut, and nothing in it acts on a terminal', async () => {
  const time = `\u001b[2J\u202e${'9'.repeat(500)}\n`;
  const service = await aService({ systems: [aSystem({ hostname: 'odd', lastSeen: time })] });
  const { complaint } = await systems(service, '--stale', '--json');
  expect(complaint).toMatch(/\("[^"]{20,40}…"\)\./);
  expect(holdsHidden(complaint.trimEnd())).toBe(false);
});

test('on the screen nothing is called not stale whose time cannot be read, and one of the times is shown', async () => {
  const service = await aService({ systems: fleet((time) => time.replace('Z', ''), 12) });
  const user = aUser(service);
  await user.sees('● 0 stale (over 90 d) · 12 of unknown age', row('odd-0', 'unreadable'));
  await user
    .presses('mark all stale')
    .sees(/Nothing marked: 12 of 12 systems\s+have\s+unreadable\s+times\s+\("20[\d-]+T[\d:.]+"\)\./);
  expect(user.screen()).not.toContain('No system is stale');
  user.presses('stale systems: threshold and ages');
  await user.sees(row('age unknown', '12', 'not judged'), /12 of 12 systems have unreadable times \("20/);
  await user.pressesKey('enter').sees('Threshold 90 d: 0 of 12 systems are stale, 12 of unknown age.');
});

test('a part of them is counted wherever stale systems are', async () => {
  const service = await aService({ systems: fleet((time) => time.replace('Z', ''), 3, 2) });
  const user = aUser(service);
  await user.sees('● 2 stale (over 90 d) · 3 of unknown age');
  user.presses('mark all stale');
  await user.sees('2 marked: stale over 90 d. d reviews, u undoes. Unknown age: 3.');
  await user.presses('enrolment keys').sees(row('laptops', '5', '2+3?'));
  await user.pressesKey('esc').sees('› Systems');
  await user.presses('switch organisation').sees(row('Northwind', '5', '2+3?', 'just now, 3 of unknown'));
});
