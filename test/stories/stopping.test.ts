/** Pausing and stopping a deletion in its middle. */
import { expect, test } from 'vitest';
import { aRunInItsMiddle } from '../support/hazards.ts';
import { outcomesIn } from '../support/records.ts';

const gone = (screen: string): boolean => !screen.includes('Paused');

test('esc pauses at once: those sent are answered, no other is taken, and enter resumes', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  await user.sees('esc pause  b back to the list');
  user.pressesKey('esc');
  await user.sees('› Deletion paused', '4 requests already sent will still be answered', 'enter resume  s stop');
  release();
  await user.sees('✓ 4 deleted', '6 waiting', 'Paused: nothing further is deleted. Resume (enter) or stop (s)?');
  const requests = service.requests.length;
  const written = user.terminal.bytes();
  // Long enough for anything that would be drawn or sent each second.
  await user.terminal.passes(2500);
  expect(service.requests).toHaveLength(requests);
  expect(user.terminal.bytes()).toBe(written);
  await user.presses('resume the deletion').sees('10 systems deleted', gone);
  expect(service.sent('DELETE')).toHaveLength(10);
});

test.each(['esc', 'h'] as const)('s stops a deletion paused by %s, and r reviews exactly the rest', async (key) => {
  const { service, user, release } = await aRunInItsMiddle();
  await user.pressesKey(key).sees('› Deletion paused');
  await user.pressesKey('s').sees('› Stopping', 'waiting for 4 answers');
  release();
  await user.sees('› Deletion stopped', '✓ 4 deleted   – 6 not reached', 'Stopped: no further system was taken.');
  await user.sees('not reached before the deletion ended', 'enter details  r retry 6');
  expect(service.sent('DELETE')).toHaveLength(4);
  expect(service.hostnames().slice(0, 7)).toEqual(['old-5', 'old-6', 'old-7', 'old-8', 'old-9', 'old-10', 'busy-1']);

  user.presses('retry the failed systems, after a review');
  await user.confirms('delete 6', '6 systems deleted');
  expect(service.hostnames()[0]).toBe('busy-1');
});

test('esc on a paused deletion goes back to the list: it stays paused, and J asks again', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  await user.pressesKey('esc').sees('› Deletion paused');
  await user.pressesKey('esc').sees('› Systems', 'deletion paused 0 of 10', 'J deletion');
  release();
  await user.sees('deletion paused 4 of 10');
  expect(service.sent('DELETE')).toHaveLength(4);
  await user.presses('show the deletion, disabling or enabling').sees('Resume (enter) or stop (s)?');
  user.presses('resume, and go back to the list');
  await user.sees('› Systems', '✓ Deletion finished: 10 of 10. J shows the results.');
  expect(service.sent('DELETE')).toHaveLength(10);
});

test('no other key resumes a paused deletion, or stops it', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  await user.pressesKey('esc').sees('› Deletion paused');
  release();
  await user.sees('✓ 4 deleted', '6 waiting');
  user.types('yxrdapnS12345').pressesKey('space', 'tab', 'up', 'down');
  await user.rests();
  await user.sees('Resume (enter) or stop (s)?', '✓ 4 deleted', '6 waiting');
  expect(service.sent('DELETE')).toHaveLength(4);
});

test('ctrl-c stops it at once, without a question', async () => {
  const { user, release } = await aRunInItsMiddle();
  user.presses('stop at once; twice quits');
  await user.sees('› Stopping', 'waiting for 4 answers', 'ctrl-c again within 2 s to quit');
  release();
  await user.sees('✓ 4 deleted   – 6 not reached');
});

test('quitting asks first: no continues to the end', async () => {
  const { user, release } = await aRunInItsMiddle();
  await user.presses('quit').sees('A deletion is in progress. Quitting stops it after the 4 requests already sent;');
  await user.presses('stay').sees('› Deleting');
  release();
  await user.sees('10 systems deleted');
});

test('leaving asks first: yes waits for those in flight, and says what became of them', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  await user.presses('quit').sees('A deletion is in progress.');
  await user.presses('stop, and quit').sees('waiting for 4 answers');
  release();
  expect(await user.terminal.exited).toEqual({ exitCode: 0, signal: 0 });
  expect(user.screen()).toContain('Deletion, Northwind: 4 deleted · 6 not reached');
  expect(service.hostnames()).toHaveLength(56);
  expect([...outcomesIn(user.home).values()]).toEqual(['done', 'done', 'done', 'done']);
});
