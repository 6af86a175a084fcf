/** What becomes of the records that earlier sessions left behind? */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SystemRecord } from '../../src/demo/fleet.ts';
import { aHome, type Home } from '../support/program.ts';
import { entries, outcomesIn } from '../support/records.ts';
import { aCrowd, aService, daysAgo, onRequest, systemsCalled } from '../support/service.ts';
import { aUser } from '../support/user.ts';

/** A run of these systems, none of which has a result; the first so many have an intent. */
function leaves(home: Home, baseUrl: string, systems: readonly SystemRecord[], inDoubt: number): string {
  const at = daysAgo(1);
  const [orgId, orgName] = ['n7Kq2wTd', 'Northwind'];
  const lines = [
    {
      kind: 'run',
      format: 1,
      mode: 'run',
      version: '1',
      at,
      orgId,
      orgName,
      baseUrl,
      days: 90,
      systems: systems.length,
    },
    { kind: 'plan', systems },
    ...systems.slice(0, inDoubt).map((record) => ({ kind: 'intent', at, systemId: record['systemId'], record })),
  ];
  mkdirSync(home.runsFolder, { recursive: true, mode: 0o700 });
  const path = join(home.runsFolder, `${at.slice(0, 19).replaceAll(':', '-')}.jsonl`);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

/** How many requests for single systems were under way at once? */
function counted() {
  const most = { atOnce: 0, now: 0 };
  const intercept = onRequest('GET', async ({ path }) => {
    if (path.endsWith('/systems') || path.endsWith('/orgs')) return undefined;
    most.atOnce = Math.max(most.atOnce, ++most.now);
    await new Promise((resolve) => setTimeout(resolve, 5));
    most.now--;
    return undefined;
  });
  return { most, intercept };
}

test('M9 what many systems left in doubt is asked four at a time, with progress, and esc leaves the rest open', async () => {
  const { most, intercept } = counted();
  const old = systemsCalled('old', 1500, { lastSeen: daysAgo(200) });
  const service = await aService({ systems: [...old.slice(700), ...aCrowd()], intercept });
  const home = aHome();
  const path = leaves(home, service.baseUrl, old, 1100);
  const user = aUser(service, { home });
  await user.sees('Cut off · a run of 1,500 systems in Northwind · asking the service about', /[1-9]\d+ already gone/);
  user.pressesKey('esc');
  await user.sees(/\d+ systems still in doubt: the next start asks the service again\./);
  await user.leaves();
  const settled = outcomesIn(home).size;
  expect(settled).toBeGreaterThan(0);
  expect(settled).toBeLessThan(1100);
  expect(entries(home).at(-1)?.kind).not.toBe('end');
  expect(most.atOnce).toBe(4);

  const again = aUser(service, { home });
  await again.sees('0 deleted · 700 already gone · 400 failed · 400 not attempted');
  await again.leaves();
  expect(most.atOnce).toBe(4);
  expect(outcomesIn(home).size).toBe(1100);
  expect(entries(home).at(-1)?.kind).toBe('end');
  expect(readFileSync(path, 'utf8').match(/"kind":"end"/g)).toHaveLength(1);
  expect(service.sent('DELETE')).toEqual([]);
  expect(service.systems()).toHaveLength(820);
});
