/** A wrong clock of this computer makes no live system stale, whatever times stand in the list. */
import { expect, test } from 'vitest';
import { dayMs } from '../../src/state/staleness/staleness.ts';
import { dated } from '../support/dates.ts';
import { runWithoutTerminalIn } from '../support/program.ts';
import { aService, aSystem, type StoryService, systemsCalled } from '../support/service.ts';
import { asked, aUser, environmentFor } from '../support/user.ts';

/** This computer is so far ahead of the service and of all that is true. */
const ahead = 200 * dayMs;

/** Seen within the last days by the service's clock, and one whose times are in the future. */
async function aServiceBehind(date: () => number | null): Promise<StoryService> {
  const ago = (days: number): string => new Date(Date.now() - ahead - days * dayMs).toISOString();
  const systems = [
    ...systemsCalled('live', 11, { lastSeen: ago(3), enrolledAt: ago(300) }),
    ...systemsCalled('spare', 12, { state: 'Connected', lastSeen: ago(0) }),
    aSystem({ hostname: 'odd', lastSeen: '9999-12-31T23:59:59Z', enrolledAt: '9999-01-01T00:00:00Z' }),
  ];
  return aService({ systems, intercept: dated(date) });
}

test('L4 by the service’s `Date`, a clock that is 200 days ahead makes nothing stale, whatever year the list holds', async () => {
  const service = await aServiceBehind(() => -ahead);
  const user = aUser(service);
  await user.sees('clock is 200 d ahead', '● 0 stale');
  user.presses('mark all stale');
  await user.sees('0 stale', (screen) => !screen.includes('marked'));
  const printed = await runWithoutTerminalIn(
    environmentFor(service),
    'systems',
    '--org=Northwind',
    '--stale',
    '--json',
  );
  expect([JSON.parse(printed.output), printed.exitCode]).toEqual([[], 0]);
});

test('L4 without a `Date` ages are unverified: said in the list, in red in the review, and in the phrase', async () => {
  const service = await aServiceBehind(() => null);
  const user = aUser(service);
  await user.sees('Ages are unverified: the service sent no reliable time.', '○ 11 stale');
  user.presses('mark all stale');
  await user.sees('11 marked');
  user.presses('review and delete');
  await user.sees('Ages are unverified: the service sent no reliable time. Check each system.');
  // In the terminal's red.
  expect(user.terminal.raw()).toContain('\u001b[31m  Ages are unverified');
  await user.sees(asked('delete 11 unverified from Northwind'));
  await user.typesPhrase('delete 11 from Northwind');
  await user.sees((screen) => !screen.includes('Checking '));
  user.pressesKey('enter');
  await user.sees('Not the phrase.');
  expect(service.sent('DELETE')).toHaveLength(0);
  user.pressesKey('ctrl-u');
  await user.confirms('delete 11 unverified from Northwind');
  await user.sees('11 deleted');
  const printed = await runWithoutTerminalIn(
    environmentFor(service),
    'systems',
    '--org=Northwind',
    '--stale',
    '--json',
  );
  expect(printed.complaint).toBe('rollcall: Ages are unverified: the service sent no reliable time.\n');
});
