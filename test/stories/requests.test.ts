/** The requests of the session, for support. */
import { expect, test } from 'vitest';
import { aSystem, systemsCalled } from '../support/service.ts';
import { aUserOf } from '../support/user.ts';

test('L shows what was sent, without what was typed and without the token; it is filtered, opened and copied', async () => {
  const { service, user } = await aUserOf({ systems: [...systemsCalled('web', 3), aSystem({ hostname: 'db-1' })] });
  await user.presses('search the service').sees('search the service:');
  await user.types('payroll').sees('search "payroll"');
  await user.presses('apply the text').sees((screen) => !screen.includes('search the service:'));
  user.presses('requests of this session');
  await user.sees('› Requests', 'STATUS', /GET +200/, 'search=…', '/account/orgs', 'no bodies, no token');
  expect(user.screen()).not.toContain('payroll');
  expect(user.screen()).not.toContain(service.token);
  await user.presses('filter the requests').sees('filter:');
  await user.types('orgs').sees(/1 of \d+ requests/, (screen) => !screen.includes('search=…'));
  await user.presses('apply the filter').sees('filter "orgs"');
  await user.presses('show all fields').sees('received', 'trace id', /path +\/account\/orgs/);
  await user.presses('copy this request').sees('1 request copied through your terminal');
  await user.pressesKey('esc').sees('STATUS');
  await user.pressesKey('esc', 'esc').sees('› Systems');
});
