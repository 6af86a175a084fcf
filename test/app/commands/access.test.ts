/** The organisation that a command means: the only one, and never a guess between two. */
import { expect, test } from 'vitest';
import { organisationOf } from '../../../src/app/commands/access.ts';
import type { Organisation } from '../../../src/api/organisations.ts';

const all = [
  ['n7', 'Northwind'],
  ['c1', 'Contoso North'],
].map(([orgId, orgName]) => ({ orgId, orgName, role: 'Owner' }) as Organisation);

test.each<[string, boolean, object]>([
  ['n7', false, { orgId: 'n7', note: null }],
  ['northwind', true, { orgId: 'n7', note: null }],
  ['contoso', false, { orgId: 'c1', note: 'The organisation is Contoso North (c1).' }],
  ['north', false, { code: 2, says: expect.stringMatching(/^--org: .*north/i) as string }],
  ['contoso', true, { code: 2, says: expect.stringMatching(/^--org: .*Contoso North/) as string }],
  ['x', true, { code: 2, says: expect.stringMatching(/There are: Northwind \(n7\), Contoso North \(c1\)$/) as string }],
])('--org %s, whole: %s', (wanted, isWhole, meant) => {
  expect(organisationOf(all, wanted, isWhole)).toEqual(meant);
});
