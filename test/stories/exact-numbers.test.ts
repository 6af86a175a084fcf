/** Numbers that a double would change: what the service sends is compared, shown and kept with all of its digits. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ExactNumber } from '../../src/api/exact-json.ts';
import { aHome, runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, aService, aSystem, daysAgo, idOf } from '../support/service.ts';
import { asked, aUserIn, environmentFor, row } from '../support/user.ts';

const old = { lastSeen: daysAgo(200), enrolmentKeyDescription: 'tills' };
const [protecting, other, serial] = ['9007199254740993', '9007199254740992', '12345678901234567891'];

test('a key of 64 bits protects its systems and no others; tables, JSON and records have all digits', async () => {
  const service = await aService({
    systems: [
      aSystem({ hostname: 'keeper', enrolmentKeyId: new ExactNumber(protecting), ...old }),
      aSystem({ hostname: 'old-1', enrolmentKeyId: new ExactNumber(other), serial: new ExactNumber(serial), ...old }),
      ...aCrowd(),
    ],
  });
  const home = aHome();
  const organisations = { [`${service.baseUrl} n7Kq2wTd`]: { protection: { keys: [protecting] } } };
  home.keepsSettings({ profiles: { default: { organisations } } });
  const env = { ...home.env, ...environmentFor(service) };
  const { output } = await runWithoutTerminalIn(env, 'systems', '--json', '--filter', 'key:tills');
  for (const digits of [protecting, other]) expect(output).toContain(`"enrolmentKeyId": ${digits},`);
  expect(output).toMatch(new RegExp(`"serial": ${serial}$`, 'm'));

  const user = await aUserIn('Northwind', service, { home });
  await user.sees(row('◆', 'keeper'));
  await user.goesTo('old-1');
  await user.presses('open the system').sees(`(${other})`, serial);
  await user.presses('go back one level').sees('s mark stale');
  await user.reviewsStale(2, asked('delete 1'), '1 kept');
  await user.presses('show the protected systems').sees(row('◆', 'keeper'), `keeper · key "${protecting}"`);
  await user.confirms('delete 1', '1 deleted');
  expect(service.sent('DELETE').map(({ path }) => path.split('/').at(-1))).toEqual([idOf('old-1')]);
  await user.leaves();

  const [name = ''] = readdirSync(home.changesFolder);
  const lines = readFileSync(join(home.changesFolder, name), 'utf8').split('\n');
  const records = lines.filter((line) => /"kind":"(?:plan|intent)"/.test(line));
  expect(records).toHaveLength(2);
  for (const line of records) {
    expect(line).toContain(`"enrolmentKeyId":${other}`);
    expect(line).toContain(`"serial":${serial}`);
  }
});
