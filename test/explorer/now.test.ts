/** Current values at the service, beside the fields of a form that changes them. */
import { expect, test } from 'vitest';
import { aProblem, aService, aSystem } from '../support/service.ts';
import { opensOperations, setsField } from '../support/explorer.ts';
import { aUser, row, type User } from '../support/user.ts';

const patch = 'PATCH …/policies/{policyId}';

async function opensPolicyForm(user: User): Promise<void> {
  await user.opens('Northwind');
  await opensOperations(user);
  user.pressesKey('f');
  user.types('method:patch policies');
  await user.pressesKey('enter').sees('1 of ');
  await user.pressesKey('enter').sees(`› ${patch}`, 'policyId');
}

test('the column NOW shows what the service has, once the path is filled in, and sends nothing of it', async () => {
  const service = await aService({
    systems: [aSystem({ hostname: 'laptop-anna' })],
    intercept: ({ path }) => (path.endsWith('/policies/7') ? aProblem(404, 'Policy cannot be found') : undefined),
  });
  const reads = () => service.requests.filter(({ path }) => /\/policies\/\d+$/.test(path)).map(({ path }) => path);
  const user = aUser(service, { columns: 100 });
  await opensPolicyForm(user);
  expect(reads()).toEqual([]);
  await setsField(user, '42');
  await user.sees(
    /in the body +NOW/,
    row('description', 'not sent', 'tills to payment'),
    row('logging', 'not sent', '1'),
    /source +› +not sent +2 fields/,
  );
  expect(reads()).toHaveLength(1);
  await user.presses('move down', 6).sees(/^▌ +source/m, 'enter $EDITOR');
  await user.presses('set it, JSON in its line, too').sees('esc cancel');
  await user
    .types('{"kind":"Tag"}')
    .pressesKey('enter')
    .sees(/source +› +{"kind":"Tag"} +2 fields/);
  // Only set fields are sent, not the values beside them.
  await user.presses('undo the last change').sees(/source +› +not sent +2 fields/);
  expect(reads()).toHaveLength(1);
  // A narrow terminal drops the column first.
  user.terminal.resize(60, 24);
  await user.sees((screen) => !screen.includes('tills to payment') && screen.includes('description'));
  user.terminal.resize(100, 24);
  await user.sees('tills to payment');
  // One line reports its failure.
  await user.presses('move up', 6).sees(/^▌ \* policyId/m);
  await user.pressesKey('enter').sees('esc cancel');
  user.pressesKey('ctrl-u');
  user.types('7');
  expect(reads()).toHaveLength(1);
  await user.pressesKey('enter').sees('in the body · NOW cannot be read: refused (404)');
  expect(reads()).toHaveLength(2);
  // The request has what is set, and nothing of what stands beside it.
  await setsField(user, '42');
  await user.sees('tills to payment');
  await user.presses('move down', 2).sees(row('▌', 'description'));
  await setsField(user, 'x');
  await user.pressesKey('s', 'enter').sees('To send it, type:', '{"description":"x"}');
  await user.pressesKey('esc').sees('Nothing was sent.');
  expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  await user.leaves();
});
