/** An organisation lists and finds the systems that it has at this moment. */
import { expect, test } from 'vitest';
import { Organisation } from '../../src/demo/organisations.ts';
import { idsOf } from './client.ts';

const SYSTEMS = [
  { systemId: 'A1', hostname: 'WEB-01', description: 'shop window', isEnabled: true },
  { systemId: 'B2', hostname: null, description: 'spare web server', isEnabled: false },
  { systemId: 'C3', hostname: 'ÉCRAN', description: 42 },
];

const anOrganisation = () => new Organisation({ orgId: 'acme', orgName: 'Acme', role: 'Owner', systems: SYSTEMS });

test.each([
  ['web', ['A1', 'B2']],
  ['Window', ['A1']],
  ['c3', ['C3']],
  ['écran', ['C3']],
  ['42', []],
  ['', ['A1', 'B2', 'C3']],
])('a search for "%s" looks into id, host name and description, in any case', (search, found) => {
  expect(idsOf(anOrganisation().list(search, true))).toEqual(found);
});

test('a list that is requested again is not built again', () => {
  const organisation = anOrganisation();
  expect(organisation.list('web', false)).toBe(organisation.list('web', false));
  expect(organisation.list('', true)).toBe(organisation.systems);
});

test('lists follow what is removed and changed', () => {
  const organisation = anOrganisation();
  for (let search = 0; search < 20; search += 1) organisation.list(`web${search}`, true);
  expect(idsOf(organisation.list('web', false))).toEqual(['A1']);
  organisation.change('B2', { isEnabled: true });
  expect(idsOf(organisation.list('web', false))).toEqual(['A1', 'B2']);
  organisation.remove('A1');
  expect(idsOf(organisation.list('web', false))).toEqual(['B2']);
  expect(SYSTEMS).toHaveLength(3);
});

test('one of two systems with one id is removed at a time', () => {
  const twins = [
    { systemId: 'A1', hostname: 'first' },
    { systemId: 'A1', hostname: 'second' },
  ];
  const organisation = new Organisation({ orgId: 'acme', orgName: 'Acme', role: 'Owner', systems: twins });
  expect(organisation.remove('A1')).toMatchObject({ hostname: 'first' });
  expect(organisation.find('A1')).toMatchObject({ hostname: 'second' });
  expect(organisation.remove('A1')).toMatchObject({ hostname: 'second' });
  expect(organisation.remove('A1')).toBeUndefined();
  expect(organisation.change('A1', {})).toBeUndefined();
});
