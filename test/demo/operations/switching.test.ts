/** Systems and enrolment keys are disabled, and enabled again; what is read afterwards shows it. */
import { expect, test } from 'vitest';
import { aDemo, idsOf, ORG, posting } from '../client.ts';

interface Key {
  readonly id: number;
  readonly description: string;
  readonly status: string;
  readonly lastUsed: string | null;
  readonly createdAt: string;
}

const put: RequestInit = { method: 'PUT' };

test('a disabled system stays, is not listed among the enabled ones, and is in the log', async () => {
  const { ask, json, page } = await aDemo();
  const [system] = (await page(`${ORG}/systems?per_page=1`)).items;
  const systemId = system?.systemId ?? '';
  const address = `${ORG}/systems/${systemId}`;
  const disabled = await ask(`${address}/disable`, put);
  expect([disabled.status, disabled.text]).toEqual([204, '']);
  expect(await json(address)).toEqual({ ...system, isEnabled: false, state: 'Disabled' });
  expect(idsOf((await page(`${ORG}/systems?per_page=1`)).items)).not.toContain(systemId);
  expect((await ask(`${address}/disable`, put)).status).toBe(204);
  const [newest, next] = (await page(`${ORG}/logs`)).items;
  expect(newest).toMatchObject({ message: `System ${systemId} was disabled.`, systemId });
  expect(next).not.toMatchObject({ message: `System ${systemId} was disabled.` });
  expect((await ask(`${address}/enable`, put)).status).toBe(204);
  expect(await json(address)).toEqual({ ...system, isEnabled: true, state: 'Disconnected' });
});

test('the keys are listed by id with status, uses and times, and each can be disabled and enabled', async () => {
  const { ask, json, service } = await aDemo();
  const keys = async (): Promise<Key[]> => ((await json(`${ORG}/enrolment-keys`)) as { items: Key[] }).items;
  const before = await keys();
  expect(before.map(({ id }) => id)).toEqual([9, 11, 12, 17, 23, 29, 34, 41, 46, 58, 61]);
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set(['Disabled', 'Enabled', 'NoUsesRemaining']));
  const last = service.systems('Northwind Traders').findLast(({ enrolmentKeyId }) => enrolmentKeyId === 11);
  expect(before[1]).toMatchObject({ description: 'retail', status: 'Enabled', lastUsed: last?.['enrolledAt'] });
  expect((await ask(`${ORG}/enrolment-keys/11/disable`, put)).status).toBe(204);
  expect((await ask(`${ORG}/enrolment-keys/17/disable`, put)).status).toBe(204);
  expect((await keys()).filter(({ id }) => id === 11 || id === 17).map(({ status }) => status)).toEqual([
    'Disabled',
    'Disabled',
  ]);
  await ask(`${ORG}/enrolment-keys/11/enable`, put);
  await ask(`${ORG}/enrolment-keys/17/enable`, put);
  expect(await keys()).toEqual(before);
  expect((await ask(`${ORG}/enrolment-keys/7/disable`, put)).status).toBe(404);
});

test('a created key is listed', async () => {
  const { json } = await aDemo();
  const created = await json(`${ORG}/enrolment-keys`, posting({ description: 'new' }));
  const { items } = (await json(`${ORG}/enrolment-keys?page=5&per_page=2`)) as { items: Key[] };
  expect(items[1]).toEqual({ ...(created as Key), status: 'Enabled', lastUsed: null });
});
