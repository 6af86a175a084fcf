/** The clock warning is about the service in use, also after signing out and in again (hazards, D). */
import { expect, test } from 'vitest';
import { dayMs } from '../../src/state/fleet/staleness/staleness.ts';
import { dated } from '../support/dates.ts';
import { aService, aSystem, daysAgo, type StoryService } from '../support/service.ts';
import { givesAddress, givesToken, keepsIn, signsInAndKeeps } from '../support/sign-in.ts';
import { aNewcomer } from '../support/user.ts';

const warning = 'clock is 10 d ahead';

/** A service whose clock is right, or ten days behind this computer's. */
async function aServiceAt(offset: number, hostname: string): Promise<StoryService> {
  const system = aSystem({ hostname, lastSeen: daysAgo(20), enrolledAt: daysAgo(30) });
  return aService({ systems: [system], ...(offset !== 0 && { intercept: dated(() => offset) }) });
}

test('the warning comes back at the same service, and goes at another one whose clock agrees', async () => {
  const behind = await aServiceAt(-10 * dayMs, 'laptop-anna');
  const right = await aServiceAt(0, 'till-0815');
  const user = aNewcomer();
  await signsInAndKeeps(user, behind, 'this session only');
  await user.sees('laptop-anna', warning);
  await user.signsOut('enter sign in', 'signed out', (screen) => !screen.includes(warning));
  await givesToken(user, behind.token);
  await user.sees('laptop-anna', warning);

  await user.signsOut('enter sign in', 'signed out');
  await user.pressesKey('esc').sees('service address');
  await user.pressesKey('ctrl-u').sees(/service address *\n/);
  await givesAddress(user, right.baseUrl);
  await givesToken(user, right.token);
  await user.sees('till-0815', '20 d', (screen) => !screen.includes(warning));
});

test('the warning goes with the profile, and comes back with it', async () => {
  const behind = await aServiceAt(-10 * dayMs, 'laptop-anna');
  const right = await aServiceAt(0, 'till-0815');
  const user = aNewcomer();
  await signsInAndKeeps(user, behind, 'a file');
  await user.sees('laptop-anna', warning);
  await user.chooses('switch to another profile', 'default (in use)');
  await user.goesTo('new profile…');
  await user.presses('use this profile').sees('name');
  await user.types('tills').sees('tills');
  user.presses('use the profile with this name');
  await givesAddress(user, right.baseUrl);
  await givesToken(user, right.token);
  await keepsIn(user, 'a file');
  await user.sees('till-0815', (screen) => !screen.includes(warning));
  await user.chooses('switch to another profile', '▌ tills (in use)');
  await user.goesTo('default');
  await user.presses('use this profile').sees('laptop-anna', warning);
  expect(await user.leaves()).not.toContain('Error');
});
