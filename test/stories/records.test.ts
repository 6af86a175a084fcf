/** A record of every system is kept before the system is deleted. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { ReceivedRequest } from '../../src/demo/request.ts';
import { aHome } from '../support/program.ts';
import { entries, outcomesIn, runFile } from '../support/records.ts';
import { aCrowd, aService, aStale, aSystem, daysAgo, onRequest } from '../support/service.ts';
import { aUser, type User } from '../support/user.ts';

const old = [
  aSystem({ hostname: 'old-1', lastSeen: daysAgo(300), tags: [{ tag: 'till' }], gatewayId: 'gw-ams-1' }),
  aStale('old-2'),
];
const systems = [...old, ...aCrowd()];

async function deletesTheOldOnes(user: User): Promise<void> {
  await user.opens('Northwind');
  await user.deletesStale(2);
}

test('it is on the disk, with every field the service sent, when the deletion arrives there', async () => {
  const home = aHome();
  const onDisk = new Map<string, unknown>();
  const look = ({ path }: ReceivedRequest): undefined => {
    const intent = entries(home).find(({ kind, id }) => kind === 'intent' && id === basename(path));
    onDisk.set(basename(path), intent?.was);
  };
  const user = aUser(await aService({ systems, intercept: onRequest('DELETE', look) }), { home });
  await deletesTheOldOnes(user);
  await user.sees('2 systems deleted');
  expect(onDisk).toEqual(new Map(old.map((system) => [system.systemId, system])));
});

test('the file is for its owner alone, its path is said, and it tells how each deletion ended', async () => {
  const user = aUser(await aService({ systems }));
  await deletesTheOldOnes(user);
  await user.sees('2 systems deleted');
  const path = runFile(user.home);
  await user.sees('Records  ', basename(path));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await user.leaves()).replaceAll(/\r?\n/g, '')).toContain(`Records: ~${path.slice(user.home.path.length)}`);
  expect(outcomesIn(user.home)).toEqual(new Map(old.map(({ systemId }) => [systemId, 'done'])));
});

test('where no record can be saved, nothing is deleted', async () => {
  const home = aHome();
  mkdirSync(dirname(home.changesFolder), { recursive: true });
  writeFileSync(home.changesFolder, 'a file where the folder should be');
  const service = await aService({ systems });
  const user = aUser(service, { home });
  await deletesTheOldOnes(user);
  await user.sees('✓ 0 deleted   – 2 not reached', 'rollcall cannot save records (EEXIST) and deletes nothing');
  expect(service.sent('DELETE')).toEqual([]);
  expect(service.hostnames()).toHaveLength(22);
});
