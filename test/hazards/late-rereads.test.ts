/** No system is deleted by a reading from before the computer slept. */
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { send } from '../../src/demo/service.ts';
import { eachInItsOwnProcess } from '../support/program.ts';
import { aCrowd, aService, aStale, daysAgo, idOf } from '../support/service.ts';
import { aUser, row, type User } from '../support/user.ts';

eachInItsOwnProcess();

test('a computer that sleeps between the reading of a system and its deletion reads it again: it had come back', async () => {
  let asked = 0;
  let user: User | null = null;
  const service = await aService({
    systems: [aStale('old'), ...aCrowd()],
    intercept: ({ method, path }) => {
      if (method !== 'GET' || !path.endsWith(idOf('old'))) return undefined;
      asked++;
      return ({ response, answer }) => {
        // The review reads it first, the deletion second: then the computer falls asleep.
        if (asked === 2) {
          response.once('finish', () => void sleep());
          user?.terminal.kill('SIGSTOP');
        }
        const own = answer();
        const system = JSON.parse(String(own.body)) as object;
        const now = asked > 2 ? { state: 'Connected', lastSeen: daysAgo(0) } : {};
        send(response, { ...own, body: JSON.stringify({ ...system, ...now }) });
      };
    },
  });
  const sleep = async (): Promise<void> => {
    await setTimeout(2500);
    user?.terminal.kill('SIGCONT');
  };
  user = aUser(service);
  await user.opens('Northwind');
  await user.deletesStale(1, '✓ 0 deleted   ↩ 1 kept', row('kept', 'old', 'reconnected'));
  expect(service.sent('DELETE')).toEqual([]);
  expect(service.hostnames()).toContain('old');
});
