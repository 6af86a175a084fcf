/** A record of every system is kept before the system is deleted. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReceivedRequest } from '../../src/demo/request.ts';
import { aHome, type Home } from '../support/program.ts';
import { aCrowd, aService, aSystem, daysAgo, onRequest, type StoryService } from '../support/service.ts';
import { aUser, type User } from '../support/user.ts';

const old = [
  aSystem({ hostname: 'old-1', lastSeen: daysAgo(300), tags: [{ tag: 'till' }], gatewayId: 'gw-ams-1' }),
  aSystem({ hostname: 'old-2', lastSeen: daysAgo(200) }),
];

interface Entry {
  readonly kind: string;
  readonly systemId?: string;
  readonly record?: unknown;
  readonly outcome?: { readonly kind: string };
}

function runFile({ runsFolder }: Home): string {
  const [name = '', ...others] = readdirSync(runsFolder);
  expect(others).toEqual([]);
  return join(runsFolder, name);
}

function entries(home: Home): Entry[] {
  const lines = readFileSync(runFile(home), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Entry);
}

async function deletesThem(user: User): Promise<void> {
  await user.opens('Northwind');
  user.presses('mark all stale');
  await user.sees('2 marked');
  user.presses('review and delete');
  await user.confirms('delete 2');
}

/** Notes what was on the disk when each deletion arrived. */
async function aWatchfulService(home: Home): Promise<{ service: StoryService; recorded: Map<string, unknown> }> {
  const recorded = new Map<string, unknown>();
  const note = ({ path }: ReceivedRequest): undefined => {
    const entry = entries(home).find(({ kind, systemId }) => kind === 'intent' && systemId === basename(path));
    recorded.set(basename(path), entry?.record);
  };
  const service = await aService({ systems: [...old, ...aCrowd()], intercept: onRequest('DELETE', note) });
  return { service, recorded };
}

test('it is on the disk, with every field the service sent, when the deletion arrives there', async () => {
  const home = aHome();
  const { service, recorded } = await aWatchfulService(home);
  const user = aUser(service, { home });
  await deletesThem(user);
  await user.sees('2 systems deleted');
  expect(recorded).toEqual(new Map(old.map((system) => [system.systemId, system])));
});

test('the file is for its owner alone, its path is said, and it tells how each deletion ended', async () => {
  const service = await aService({ systems: [...old, ...aCrowd()] });
  const user = aUser(service);
  await deletesThem(user);
  await user.sees('2 systems deleted');
  const path = runFile(user.home);
  await user.sees('Their records are kept in', basename(path));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await user.leaves()).toContain(`Records: ${path}`);
  expect(
    entries(user.home)
      .map(({ kind, outcome }) => outcome?.kind ?? kind)
      .sort(),
  ).toEqual(['run', 'intent', 'intent', 'deleted', 'deleted'].sort());
});

test('where no record can be kept, nothing is deleted', async () => {
  const home = aHome();
  mkdirSync(dirname(home.runsFolder), { recursive: true });
  writeFileSync(home.runsFolder, 'a file where the folder should be');
  const service = await aService({ systems: [...old, ...aCrowd()] });
  const user = aUser(service, { home });
  await deletesThem(user);
  await user.sees(
    '0 deleted · 2 not attempted',
    'records cannot be saved (EEXIST), and without them nothing is deleted',
  );
  expect(service.sent('DELETE')).toEqual([]);
  expect(service.hostnames()).toHaveLength(22);
});
