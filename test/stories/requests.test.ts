/** The requests of the session, for support. */
import { expect, test } from 'vitest';
import { aService, aSystem, systemsCalled } from '../support/service.ts';
import { aUser } from '../support/user.ts';

test('L shows what was sent, without what was typed and without the token; it is filtered, opened and copied', async () => {
  const service = await aService({ systems: [...systemsCalled('web', 3), aSystem({ hostname: 'db-1' })] });
  const user = aUser(service);
  await user.opens('Northwind');
  user.presses('search the service');
  await user.sees('search the service:');
  user.types('payroll');
  await user.sees('search "payroll"');
  user.presses('apply the text');
  await user.sees((screen) => !screen.includes('search the service:'));
  user.presses('requests of this session');
  await user.sees('› Requests', 'STATUS', /GET +200/, 'search=…', '/account/orgs', 'no bodies, no token');
  expect(user.screen()).not.toContain('payroll');
  expect(user.screen()).not.toContain(service.token);
  user.presses('filter the requests');
  await user.sees('filter:');
  user.types('orgs');
  await user.sees(/1 of \d+ requests/, (screen) => !screen.includes('search=…'));
  user.presses('apply the filter');
  await user.sees('filter "orgs"');
  user.presses('show all fields');
  await user.sees('received', 'trace id', /path +\/account\/orgs/);
  user.presses('copy this request');
  await user.sees('1 request copied through your terminal');
  user.pressesKey('esc');
  await user.sees('STATUS');
  user.pressesKey('esc', 'esc');
  await user.sees('› Systems');
});
