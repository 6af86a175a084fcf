/** Organisations in each order, which the same key turns on. */
import { expect, test } from 'vitest';
import type { Count } from '../../../../src/state/account/organisations/counts.ts';
import { organisationOrders } from '../../../../src/state/account/organisations/feature.ts';
import { nextOrder, shownOrganisations } from '../../../../src/state/account/organisations/rows.ts';
import { anOrganisation, aState } from '../../../support/make.ts';

const counted = (systems: number, stale: number, at: number): Count => ({
  kind: 'counted',
  ...{ systems, stale, at, days: 90, unknown: 0, isIncomplete: false, scan: null },
});

/** In the order of the service; Delta is not counted. */
const figures = { Bravo: counted(10, 5, 300), alpha: counted(40, 8, 100), Delta: null, Charlie: counted(20, 9, 200) };

const listed = aState({
  organisation: null,
  organisations: {
    kind: 'ready',
    value: Object.keys(figures).map((orgName) => anOrganisation({ orgId: orgName, orgName })),
  },
});
const counts = new Map(
  Object.entries(figures).flatMap(([id, count]) => (count === null ? [] : [[id, count] as const])),
);

test.each([
  ['listed', ['Bravo', 'alpha', 'Delta', 'Charlie']],
  ['name', ['alpha', 'Bravo', 'Charlie', 'Delta']],
  ['systems', ['alpha', 'Charlie', 'Bravo', 'Delta']],
  ['stale', ['Charlie', 'alpha', 'Bravo', 'Delta']],
  ['share', ['Bravo', 'Charlie', 'alpha', 'Delta']],
  ['checked', ['alpha', 'Charlie', 'Bravo', 'Delta']],
] as const)('by "%s" what needs a person comes first, and what is not counted last', (by, expected) => {
  const sorted = (reversed: boolean): readonly string[] =>
    shownOrganisations({ ...listed, organisations: { ...listed.organisations, counts, sort: { by, reversed } } }).map(
      ({ orgName }) => orgName,
    );
  expect(sorted(false)).toEqual(expected);
  const isCounted = by !== 'listed' && by !== 'name';
  const turned = isCounted ? [...expected.slice(0, 3).toReversed(), 'Delta'] : expected.toReversed();
  expect(sorted(true)).toEqual(turned);
});

test('the orders follow one another, and the last is followed by the first', () => {
  const after = organisationOrders.map((by) => nextOrder({ by, reversed: true }));
  expect(after.map(({ by }) => by)).toEqual([...organisationOrders.slice(1), organisationOrders[0]]);
  expect(after.some(({ reversed }) => reversed)).toBe(false);
});
