/** A wrong clock of this computer makes no live system stale, whatever times the list has. */
import { expect, test } from 'vitest';
import { dayMs } from '../../src/state/fleet/staleness/staleness.ts';
import { dated } from '../support/dates.ts';
import { aService, aSystem, type StoryService, systemsCalled } from '../support/service.ts';
import { asked, aUser, runAt } from '../support/user.ts';

/** This computer is this far ahead of the service and of the true time. */
const ahead = 200 * dayMs;

/** Systems seen within the last days by the service's clock, and one with times in the future. */
async function aServiceBehind(date: Parameters<typeof dated>[0]): Promise<StoryService> {
  const ago = (days: number): string => new Date(Date.now() - ahead - days * dayMs).toISOString();
  const systems = [
    ...systemsCalled('live', 11, { lastSeen: ago(3), enrolledAt: ago(300) }),
    ...systemsCalled('spare', 12, { state: 'Connected', lastSeen: ago(0) }),
    aSystem({ hostname: 'odd', lastSeen: '9999-12-31T23:59:59Z', enrolledAt: '9999-01-01T00:00:00Z' }),
  ];
  return aService({ systems, intercept: dated(date) });
}

test('by the service’s `Date`, a clock that is 200 days ahead makes nothing stale, whatever year the list holds', async () => {
  const service = await aServiceBehind(() => -ahead);
  const user = aUser(service);
  await user.sees('clock is 200 d ahead', '● 0 stale');
  await user.presses('mark all stale').sees('0 stale', (screen) => !screen.includes('marked'));
  const printed = await runAt(service, 'systems', '--org=Northwind', '--stale', '--json');
  expect([JSON.parse(printed.output), printed.exitCode]).toEqual([[], 0]);
});

test('without a `Date` ages are unverified: said in the list, in red in the review, and in the phrase', async () => {
  const service = await aServiceBehind(() => null);
  const user = aUser(service);
  await user.sees('Ages are unverified: the service sent no reliable time.', '○ 11 stale');
  await user.marksStale(11);
  user.presses('review and delete');
  await user.sees('Ages are unverified: the service sent no reliable time. Check each system.');
  // In the terminal's red.
  expect(user.terminal.raw()).toContain('\u001b[91m  Ages are unverified');
  await user.sees(asked('delete 11 unverified from Northwind'));
  await user.typesPhrase('delete 11 from Northwind', (screen) => !screen.includes('Checking '));
  await user.pressesKey('enter').sees('Not the phrase.');
  expect(service.sent('DELETE')).toHaveLength(0);
  user.pressesKey('ctrl-u');
  await user.confirms('delete 11 unverified from Northwind', '11 deleted');
});

const unverified = 'rollcall: Ages are unverified: the service sent no reliable time.';
const withheld = `${unverified} Nothing is printed; --unverified accepts this computer's clock.\n`;

const dates: readonly (readonly [string, (path: string) => number | string | null])[] = [
  ['no `Date`', () => null],
  ['one that cannot be read', () => 'yesterday'],
  ['two that contradict each other', (path) => (path === '/account/orgs' ? 0 : -ahead)],
];

const choosing = ['--stale', '--filter=is:stale', '--filter=-is:stale', '--filter=seen:>90d', '--filter=-seen:<90d'];

test.each(dates)('with %s a pipe prints nothing that was chosen by age, and ends with 1', async (_, date) => {
  const service = await aServiceBehind(date);
  const printed = (...flags: readonly string[]) => runAt(service, 'systems', '--org=Northwind', ...flags);
  for (const flag of [...choosing, '--filter=web or offline:>90d', '--filter=enrolled:>1y', '--filter=disabled:>30d']) {
    for (const form of ['--json', '--csv', '--table']) {
      expect(await printed(flag, form), `${flag} ${form}`).toMatchObject({
        ...{ output: '', exitCode: 1, complaint: withheld },
      });
    }
  }
  // With the flag, all of it is printed, with a warning.
  const accepted = await printed('--stale', '--unverified', '--json');
  expect(accepted).toMatchObject({ exitCode: 0, complaint: `${unverified}\n` });
  for (const system of JSON.parse(accepted.output) as object[]) expect(system).toMatchObject({ ageVerified: false });
});

test('without a `Date` a list that is not chosen by age is printed; each system says that its age is unverified', async () => {
  const service = await aServiceBehind(() => null);
  const printed = await runAt(service, 'systems', '--org=Northwind', '--json');
  const complaint = `${unverified} --unverified accepts this computer's clock.\n`;
  expect(printed).toMatchObject({ exitCode: 1, complaint });
  const systems = JSON.parse(printed.output) as object[];
  expect(systems).toHaveLength(24);
  for (const system of systems) expect(system).toMatchObject({ ageVerified: false });
  const csv = await runAt(service, 'systems', '--org=Northwind', '--csv');
  expect(csv.output).toMatch(/^[^\r]*,ageDays,ageVerified,stale,/);
});

test('with a `Date` nothing is to be accepted, and ages are verified', async () => {
  const service = await aServiceBehind(() => -ahead);
  const printed = await runAt(service, 'systems', '--org=Northwind', '--json');
  expect(printed.exitCode).toBe(0);
  expect(new Set((JSON.parse(printed.output) as { ageVerified: boolean }[]).map((one) => one.ageVerified))).toEqual(
    new Set([true]),
  );
});
