/** Organisations in each order, which the same key turns on. */
import { expect, test } from 'vitest';
import type { Count } from '../../../../src/state/account/organisations/feature.ts';
import { organisationList } from '../../../../src/state/account/organisations/counting.ts';
import type { State } from '../../../../src/state/root/state.ts';
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
  [null, ['Bravo', 'alpha', 'Delta', 'Charlie']],
  ['name', ['alpha', 'Bravo', 'Charlie', 'Delta']],
  ['systems', ['alpha', 'Charlie', 'Bravo', 'Delta']],
  ['stale', ['Charlie', 'alpha', 'Bravo', 'Delta']],
  ['share', ['Bravo', 'Charlie', 'alpha', 'Delta']],
  ['checked', ['alpha', 'Charlie', 'Bravo', 'Delta']],
] as const)('by "%s" what needs a person comes first, and what is not counted last', (by, expected) => {
  const sorted = (isReversed: boolean): readonly string[] => {
    const organisations = { ...listed.organisations, counts, view: { filter: '', sort: { by, isReversed } } };
    return organisationList.shown({ ...listed, organisations }).map(({ orgName }) => orgName);
  };
  expect(sorted(false)).toEqual(expected);
  const isCounted = by !== null && by !== 'name';
  const turned = isCounted ? [...expected.slice(0, 3).toReversed(), 'Delta'] : expected.toReversed();
  expect(sorted(true)).toEqual(turned);
});

test('the orders follow one another, and the last is followed by the first', () => {
  const next = (state: State): State => organisationList.list(state).narrowed?.sorted(state) ?? state;
  const orders = [next(listed)];
  while (orders.length < 6) orders.push(next(orders.at(-1) ?? listed));
  const sorts = orders.map((state) => organisationList.view(state).sort);
  expect(sorts.map(({ by }) => by)).toEqual(['name', 'systems', 'stale', 'share', 'checked', null]);
  expect(sorts.some(({ isReversed }) => isReversed)).toBe(false);
});
