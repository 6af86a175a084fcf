/** Each endpoint does what "Endpoints" of the specification says. */
import { describe, expect, test } from 'vitest';
import { aClient, aDemo, aSmallFleet, idsOf, ORG, posting } from '../client.ts';

describe('Endpoints', () => {
  test('search (string) filters the list', async () => {
    const systems = [
      { systemId: 'A1', hostname: 'Web-01' },
      { systemId: 'B2', description: 'the WEB server' },
    ];
    const { page } = await aClient({ fleet: aSmallFleet([...systems, { systemId: 'C3', hostname: null }]) });
    expect(idsOf((await page('/org/acme/systems?search=web')).items)).toEqual(['A1', 'B2']);
    expect(idsOf((await page('/org/acme/systems?search=c3')).items)).toEqual(['C3']);
    expect((await page('/org/acme/systems?search=nothing')).metadata.total).toBe(0);
  });

  test('per_page (integer) is the page size', async () => {
    const { page } = await aDemo();
    expect((await page(`${ORG}/systems?per_page=1`)).items).toHaveLength(1);
    expect((await page(`${ORG}/systems?per_page=50`)).items).toHaveLength(50);
  });

  test('include_disabled: when true, disabled systems are included; otherwise they are not listed', async () => {
    const systems = [
      { systemId: 'A1', isEnabled: true },
      { systemId: 'B2', isEnabled: false },
    ];
    const { page } = await aClient({ fleet: aSmallFleet(systems) });
    expect(idsOf((await page('/org/acme/systems')).items)).toEqual(['A1']);
    expect(idsOf((await page('/org/acme/systems?include_disabled=false')).items)).toEqual(['A1']);
    expect(idsOf((await page('/org/acme/systems?include_disabled=true')).items)).toEqual(['A1', 'B2']);
    expect((await page('/org/acme/systems?include_disabled=true')).metadata.total).toBe(2);
  });

  test('GET of one system answers the system; 404 system-not-found when it does not exist', async () => {
    const system = { systemId: 'A1', hostname: 'web', tags: [{ tag: 'prod' }] };
    const { json, problem } = await aClient({ fleet: aSmallFleet([system]) });
    expect(await json('/org/acme/systems/A1')).toEqual(system);
    expect((await problem('/org/acme/systems/A2')).type).toMatch(/\/system-not-found$/);
  });

  test('POST of an enrolment key answers the created enrolment key', async () => {
    const { json } = await aDemo();
    const [first, second] = [
      await json(`${ORG}/enrolment-keys`, posting({ description: 'build agents, Warsaw' })),
      await json(`${ORG}/enrolment-keys`, posting({ description: 'build agents, Warsaw' })),
    ] as { id: number; key: string }[];
    expect(first).toMatchObject({ id: 101, description: 'build agents, Warsaw' });
    expect(second?.id).toBe(102);
    expect(second?.key).not.toBe(first?.key);
  });
});
