/** Deleting stale systems, and nothing else. */
import { expect, test } from 'vitest';
import { aCrowd, aStale, aSystem, daysAgo, idOf } from '../support/service.ts';
import { asked, aUserOf, row } from '../support/user.ts';

test('an operator deletes two stale laptops and keeps the database', async () => {
  const { service, user } = await aUserOf({
    systems: [
      aStale('old-laptop'),
      aSystem({ hostname: 'lost-laptop', lastSeen: daysAgo(120) }),
      aSystem({ hostname: 'database', state: 'Connected', lastSeen: daysAgo(400) }),
      ...aCrowd(),
    ],
  });
  await user.deletesStale(2, '2 systems deleted');
  expect(service.hostnames()).not.toContain('old-laptop');
  expect(service.hostnames()).not.toContain('lost-laptop');
  expect(service.hostnames()).toContain('database');

  await user.presses('back to the list, or the history').sees('21 systems', 'database');
  expect(user.screen()).not.toContain('old-laptop');
  expect(await user.leaves()).toContain('Deletion, Northwind: 2 deleted');
});

test('without marks, the system under the cursor is the one that is reviewed', async () => {
  const { service, user } = await aUserOf({ systems: [...aCrowd(), aStale('old-laptop')] });
  await user.presses('to the last row').presses('review and delete').sees(row('old-laptop', '200 d'));
  await user.confirms('delete old-laptop', '1 system deleted');
  expect(service.sent('DELETE').map(({ path }) => path)).toEqual([`/org/n7Kq2wTd/systems/${idOf('old-laptop')}`]);
  expect(service.hostnames()).toHaveLength(20);
});

test('each system is checked just before it is deleted', async () => {
  const { service, user } = await aUserOf({ systems: [aStale('old-laptop'), ...aCrowd()] });
  await user.presses('review and delete').sees(asked('delete old-laptop'));
  const { length } = service.requests;
  await user.confirms('delete old-laptop', '1 system deleted');
  const path = `/org/n7Kq2wTd/systems/${idOf('old-laptop')}`;
  await expect
    .poll(() => service.requests.slice(length).map((request) => `${request.method} ${request.path}`))
    .toEqual([
      `GET ${path}`,
      `DELETE ${path}`,
      // The fresh list against which the outcome is checked.
      'GET /org/n7Kq2wTd/systems',
    ]);
});

test('the title of the terminal carries the progress and is restored, and the bell rings once at the end', async () => {
  const { user } = await aUserOf({ systems: [aStale('old-laptop'), ...aCrowd()], env: { TERM: 'xterm-256color' } });
  user.presses('review and delete');
  expect(user.terminal.raw()).not.toContain('\u{1B}]2;');
  await user.confirms('delete old-laptop', '1 system deleted');
  await user.leaves();
  const raw = user.terminal.raw();
  const [begun, ended] = ['\u{1B}[22;0t\u{1B}]2;rollcall: deleting 0 of 1 in Northwind\u{7}', '\u{1B}[23;0t'];
  expect(raw.split(begun)).toHaveLength(2);
  expect(raw.split(ended)).toHaveLength(2);
  expect(raw.indexOf(ended)).toBeGreaterThan(raw.indexOf(begun));
  // Each title ends with the character that rings where it stands alone.
  const rung = raw.replaceAll(new RegExp(String.raw`\u{1B}\][^\u{7}]*\u{7}`, 'gu'), '').split('\u{7}');
  expect(rung).toHaveLength(2);
  expect(raw).not.toContain('\u{1B}]9;');
});
