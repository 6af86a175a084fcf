/** The service's values have the shapes of "Resources and their fields" and "States and transitions". */
import { describe, expect, test } from 'vitest';
import { aDemo, everySystem, ORG } from '../client.ts';

describe('Resources and their fields', () => {
  test('Organisation summary: orgId, orgName and role, with the value Owner', async () => {
    const { json } = await aDemo();
    expect(await json('/account/orgs')).toEqual({
      orgs: [
        { orgId: 'n7Kq2wTd', orgName: 'Northwind Traders', role: 'Owner' },
        { orgId: 't3Xv9mRb', orgName: 'Tailspin Toys', role: 'Admin' },
        { orgId: 'c5Hs8pLz', orgName: 'Contoso Labs', role: 'Member' },
      ],
    });
  });

  test('System: every field has its documented type', async () => {
    const client = await aDemo();
    const systems = await everySystem(client, `${ORG}/systems?per_page=200&include_disabled=true`);
    for (const system of systems) {
      expect(system).toMatchObject({
        systemId: expect.stringMatching(/^[A-Z][0-9A-Z]{6}$/) as string,
        description: expect.any(String) as string,
        state: expect.any(String) as string,
        customDns: expect.any(Array) as unknown[],
        enrolledAt: expect.any(String) as string,
        enrolmentKeyId: expect.any(Number) as number,
        enrolmentKeyDescription: expect.any(String) as string,
        isEnabled: expect.any(Boolean) as boolean,
        connectedFrom: expect.any(String) as string,
        platformType: expect.any(String) as string,
        osVersion: expect.any(String) as string,
        serviceVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      });
    }
  });

  test('lastSeen is empty or null when the system has never connected; for a few it is not sent at all', async () => {
    const client = await aDemo();
    const systems = await everySystem(client, `${ORG}/systems?per_page=200&include_disabled=true`);
    const sent = new Set(systems.map(({ lastSeen }) => (lastSeen ? 'a time' : lastSeen)));
    expect(sent).toEqual(new Set(['a time', null, '', undefined]));
  });

  test('tags: each object has one field, tag (string)', async () => {
    const { page } = await aDemo();
    const { items } = await page(`${ORG}/systems?per_page=200`);
    const tags = items.flatMap((system) => system['tags'] as object[]);
    expect(tags.length).toBeGreaterThan(50);
    for (const tag of tags) expect(tag).toEqual({ tag: expect.any(String) as string });
  });

  test('Paged list envelope: the first, a middle and the last page', async () => {
    const { page, service } = await aDemo();
    const total = service.systems('n7Kq2wTd').length;
    const linkTo = (index: number): string =>
      `${service.baseUrl}${ORG}/systems?per_page=100&include_disabled=true&page=${index}`;
    const first = await page(`${ORG}/systems?per_page=100&include_disabled=true`);
    expect(first.metadata).toEqual({ total, firstPage: 0, prevPage: null, lastPage: 19, nextPage: 1 });
    expect(first.links).toEqual({ first: linkTo(0), prev: null, next: linkTo(1), last: linkTo(19) });
    const second = await page(linkTo(1));
    expect(second.metadata).toEqual({ total, firstPage: 0, prevPage: 0, lastPage: 19, nextPage: 2 });
    expect(second.links).toEqual({ first: linkTo(0), prev: linkTo(0), next: linkTo(2), last: linkTo(19) });
    const last = await page(first.links.last);
    expect(last.metadata).toEqual({ total, firstPage: 0, prevPage: 18, lastPage: 19, nextPage: null });
    expect(last.links.next).toBeNull();
    expect(last.items).toEqual(service.systems('n7Kq2wTd').slice(1900));
  });
});

describe('States and transitions', () => {
  test('System state is a string, and Connected is a value; a system also has a separate boolean isEnabled', async () => {
    const { service } = await aDemo();
    const states = new Set(
      service.systems('n7Kq2wTd').map(({ state, isEnabled }) => `${String(state)} ${String(isEnabled)}`),
    );
    expect(states).toEqual(new Set(['Connected true', 'Disconnected true', 'Disabled false', 'Suspended true']));
  });
});
