/** The program on a host that is reached over SSH. */
import { expect, test } from 'vitest';
import { aCrowd, aService, aSystem, daysAgo, idOf, onRequest, systemsCalled } from '../support/service.ts';
import { signsInAndKeeps } from '../support/sign-in.ts';
import { row } from '../support/user.ts';
import { noRollcallRunsIn, rollcallsIn } from './processes.ts';
import { anSshHost } from './ssh.ts';

const systems = [aSystem({ hostname: 'old-laptop', lastSeen: daysAgo(200), osVersion: 'Debian 13' })];

test('with address and token in the environment it lists the systems, opens one, and ends cleanly', async () => {
  const { baseUrl, token } = await aService({ systems });
  const host = await anSshHost();
  const user = host.ssh(['-t'], 'rollcall', { ROLLCALL_BASE_URL: baseUrl, ROLLCALL_TOKEN: token });
  await user.opens('Northwind');
  await user.sees(row('▌', 'old-laptop'));
  await user.presses('open the system').sees('Checked just now', 'Debian 13');
  expect(await user.leaves()).toBe('');
  await noRollcallRunsIn(host.home.path);
});

test('there is no keychain: the token is kept for this session, and the next one asks for it', async () => {
  const service = await aService({ systems });
  const host = await anSshHost();
  const first = host.ssh(['-t'], 'rollcall');
  await signsInAndKeeps(first, service, 'this session only');
  await first.sees('lasts for this session only');
  await first.leaves();

  const second = host.ssh(['-t'], 'rollcall');
  await second.sees(service.baseUrl, 'enter sign in');
  expect(host.home.filesWith(service.token)).toEqual([]);
});

test('without a terminal it says how to get one', async () => {
  const host = await anSshHost();
  const user = host.ssh(['-T'], 'rollcall');
  await user.sees('over SSH with `ssh -t`');
  expect(await user.terminal.exited).toMatchObject({ exitCode: 2 });
});

test('a dropped line ends the program and its demo service', async () => {
  const host = await anSshHost();
  const user = host.ssh(['-t'], 'rollcall --demo');
  await user.opens('Tailspin Toys');
  expect(rollcallsIn(host.home.path)).toEqual(['demo-service.js', 'rollcall']);
  user.terminal.kill('SIGKILL');
  await noRollcallRunsIn(host.home.path);
});

test('a line dropped while a system is deleted leaves a record of the system', async () => {
  const neverAnswered = new Promise<undefined>(() => undefined);
  const service = await aService({
    systems: [...systems, ...aCrowd()],
    intercept: onRequest('DELETE', () => neverAnswered),
  });
  const host = await anSshHost();
  const user = host.ssh(['-t'], 'rollcall', { ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: service.token });
  await user.opens('Northwind');
  await user.deletes('delete old-laptop');
  await service.received('DELETE', 1);
  user.terminal.kill('SIGKILL');
  await noRollcallRunsIn(host.home.path);
  const records = host.home.filesWith(idOf('old-laptop')).filter((path) => path.startsWith(host.home.changesFolder));
  expect(records).toHaveLength(1);
});

test('a day over SSH: resize, copy, suspend, lose the line, and come back to where one was', async () => {
  const service = await aService({ systems: [...systems, ...systemsCalled('web', 9)] });
  const host = await anSshHost();
  const environment = { ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: service.token };
  const shell = 'PS1="\\$ " bash --noprofile --norc -i';
  const first = host.ssh(['-t'], shell, environment);
  await first.sees(/^\$$/m);
  first.types('rollcall\r');
  await first.opens('Northwind');

  first.terminal.resize(100, 30);
  await first.sees(/^(?=rollcall › Northwind)(.*\n){29}.*? help$/);
  await first.marks('web-2');
  await first.presses('copy: name, id, fields, marked systems').sees('Copy');
  await first.presses('copy it').sees('Copied through your terminal');
  const sequence = `]52;c;${Buffer.from('web-3').toString('base64')}`;
  await expect.poll(() => first.terminal.raw().includes(sequence)).toBe(true);

  await first.presses('suspend (fg returns)').sees('Stopped');
  await first.types('fg\r').sees('1 marked', row('▌', 'web-3'));
  // The client is gone, and with it the line.
  first.terminal.kill('SIGKILL');
  await noRollcallRunsIn(host.home.path);

  const second = host.ssh(['-t'], 'rollcall', environment);
  await second.sees(row('▌', 'web-3'), (screen) => !screen.includes('marked'));
  await second.chooses('mark systems from a list', '1 mark of this organisation was saved at');
  // Without EDITOR it is vi.
  await second.presses('open the saved list').sees('web-2', '# One system per line');
  await second.types(':q\r').sees('1 of 1 listed names marked', row('✓', 'web-2'));
  await second.leaves();
});
