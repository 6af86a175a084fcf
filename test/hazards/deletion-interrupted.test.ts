/** Runs that are stopped, signalled, disconnected or interrupted by sleep. */
import { expect, test } from 'vitest';
import { aRunInItsMiddle } from '../support/hazards.ts';
import { outcomesIn } from '../support/records.ts';
import { eachInItsOwnProcess, runWithoutTerminalIn } from '../support/program.ts';
import { aUser, aUserIn, row } from '../support/user.ts';

eachInItsOwnProcess();

test('SIGTERM takes no further system, waits for those in flight, and sums up on the shell’s screen', async () => {
  const { user, release } = await aRunInItsMiddle();
  user.terminal.kill('SIGTERM');
  await user.sees('waiting for 4 answers');
  release();
  expect(await user.terminal.exited).toEqual({ exitCode: 143, signal: 0 });
  expect(user.screen()).toContain('Deletion, Northwind: 4 deleted · 6 not reached');
});

test('a deletion without an answer is not waited for longer than five seconds, and the next start asks about it', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  user.terminal.kill('SIGTERM');
  expect(await user.terminal.exited).toEqual({ exitCode: 143, signal: 0 });
  expect(user.screen()).toContain('0 deleted · 10 waiting');
  expect(user.screen()).toContain('The next start asks the service what became of those in flight.');
  release();
  const again = aUser(service, { home: user.home });
  await again.sees('› Interrupted', 'a deletion of 10 systems in Northwind', '○ 4 already gone   – 6 not reached');
});

test('where the line drops, those in flight end, and the next start offers the rest', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  const gone = user.terminal.hangUp();
  release();
  await gone;
  expect(outcomesIn(user.home).size).toBe(4);
  const again = aUser(service, { home: user.home });
  await again.sees('› Interrupted', 'a deletion of 10 systems', '✓ 4 deleted   – 6 not reached', 'r reviews the rest');
  again.presses('retry the failed systems, after a review');
  await again.confirms('delete 6', '6 systems deleted');
  expect(service.sent('DELETE')).toHaveLength(10);
  await again.leaves();
  const calm = await aUserIn('Northwind', service, { home: user.home });
  // The earlier session may have read a newer list, so the report of systems gone since the last visit may vary.
  await calm.sees('50 systems');
});

test('where the line drops and nothing answers, the program is gone before a request is given up', async () => {
  const { user } = await aRunInItsMiddle();
  await user.terminal.hangUp();
  // A request that was given up would have its outcome written.
  expect(outcomesIn(user.home).size).toBe(0);
});

test('a run in progress in another session is distinguished from an interrupted one', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  const listed = async (): Promise<string> => (await runWithoutTerminalIn(user.home.env, 'runs')).output;
  expect(await listed()).toContain('Northwind  in progress  0 deleted');
  const second = await aUserIn('Northwind', service, { home: user.home });
  await second.opensHistory(row('Northwind', 'in progress', '0 deleted'));
  await second.presses('write CSV, JSON, Markdown and HTML').sees('e: it is still in progress.');
  second.presses('open these results');
  await second.sees('Another session is deleting here', '0 of 10', '✓ 0 deleted   4 in flight   6 waiting');
  await second.pressesKey('esc').sees(row('Northwind', 'in progress', '0 deleted'));
  await user.isEndedBy('SIGKILL');
  release();
  await second.pressesKey('r').sees(row('Northwind', 'interrupted', '0 deleted'));
  expect(await listed()).toContain('Northwind  interrupted  0 deleted');
  const { output } = await runWithoutTerminalIn(user.home.env, 'runs', '--json');
  const counts = expect.objectContaining({ done: 0 }) as unknown;
  expect(JSON.parse(output)).toMatchObject([{ orgName: 'Northwind', state: 'interrupted', isPreview: false, counts }]);
});

test('after sleep the connections are gone, and lost requests are checked', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  user.terminal.kill('SIGSTOP');
  service.disconnect();
  release();
  user.terminal.kill('SIGCONT');
  await user.sees('✓ 6 deleted   ○ 4 already gone');
  expect(service.hostnames()).toHaveLength(50);
  const ids = service.sent('DELETE').map(({ path }) => path);
  expect(new Set(ids).size).toBe(ids.length);
});
