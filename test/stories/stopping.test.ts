/** Stopping a deletion in its middle. */
import { expect, test } from 'vitest';
import { aRunInItsMiddle } from '../support/hazards.ts';
import { outcomesIn } from '../support/records.ts';

test('esc lets those in flight end, and takes no other', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  user.presses('stop after those in flight, or back');
  await user.sees('stopping after the 4 in flight');
  release();
  await user.sees('4 systems deleted', '4 deleted · 6 not attempted', 'Stopped');
  expect(service.sent('DELETE')).toHaveLength(4);
  expect(service.hostnames().slice(0, 7)).toEqual(['old-5', 'old-6', 'old-7', 'old-8', 'old-9', 'old-10', 'busy-1']);

  user.presses('review the failed ones again');
  await user.confirms('delete 6');
  await user.sees('6 systems deleted');
  expect(service.hostnames()[0]).toBe('busy-1');
});

test('ctrl-c stops it, too', async () => {
  const { user, release } = await aRunInItsMiddle();
  user.presses('stop at once; twice quits');
  await user.sees('stopping after the 4 in flight', 'ctrl-c again within 2 s to quit');
  release();
  await user.sees('4 deleted · 6 not attempted');
});

test('what was never attempted is not counted as done, and the hints say what esc does', async () => {
  const { user, release } = await aRunInItsMiddle();
  await user.sees('esc stop after those in flight  b browse');
  user.presses('stop after those in flight, or back');
  await user.sees('stopping after the 4 in flight', (screen) => !screen.includes('esc stop'));
  release();
  await user.sees(/░ +4 of 10/, '4 deleted · 6 not attempted', 'esc back  r try again');
});

test('quitting asks first: no continues to the end', async () => {
  const { user, release } = await aRunInItsMiddle();
  user.presses('quit');
  await user.sees('A run of deletions is going on.');
  user.presses('stay');
  await user.sees('Deleting');
  release();
  await user.sees('10 systems deleted');
});

test('leaving asks first: yes waits for those in flight, and says what became of them', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  user.presses('quit');
  await user.sees('A run of deletions is going on.');
  user.presses('stop the deletion and quit');
  await user.sees('stopping after the 4 in flight');
  release();
  expect(await user.terminal.exited).toEqual({ exitCode: 0, signal: 0 });
  expect(user.screen()).toContain('Deletion, Northwind: 4 deleted · 6 not attempted');
  expect(service.hostnames()).toHaveLength(56);
  expect([...outcomesIn(user.home).values()]).toEqual(['deleted', 'deleted', 'deleted', 'deleted']);
});
