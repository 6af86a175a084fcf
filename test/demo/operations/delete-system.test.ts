/** Deleting a system: its effect and its response. */

import { expect, test } from 'vitest';

import { aClient } from '../client.ts';

const SYSTEM = { systemId: 'A1', hostname: 'old-laptop', lastSeen: null };
const FLEET = {
  organisations: [
    { orgId: 'acme', orgName: 'Acme', role: 'Owner', systems: [SYSTEM] },
    { orgId: 'other', orgName: 'Other', role: 'Admin', systems: [{ systemId: 'B2' }] },
  ],
};

test('a deletion answers 200 with the deleted system', async () => {
  const { ask, service } = await aClient({ fleet: FLEET });
  const { status, text } = await ask('/org/acme/systems/A1', { method: 'DELETE' });
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual(SYSTEM);
  expect(service.systems().map(({ systemId }) => systemId)).toEqual(['B2']);
});

test('a system is deleted only through its own organisation', async () => {
  const { ask, service } = await aClient({ fleet: FLEET });
  expect((await ask('/org/other/systems/A1', { method: 'DELETE' })).status).toBe(404);
  expect(service.systems()).toHaveLength(2);
});
