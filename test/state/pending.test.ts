import { expect, test } from 'vitest';
import { reduce } from '../../src/state/reduce.ts';
import { aListing, aState, pagesOf, systemsOf } from '../support/make.ts';
import { awaited, secondsAwaited } from '../../src/state/pending.ts';

const listing = aListing(pagesOf(systemsOf(400), 200).slice(0, 1));
const reading = aState({
  listing: { ...listing, scan: listing.scan === null ? null : { ...listing.scan, inFlight: true } },
});

test('nothing is pending without a request', () => {
  expect(awaited(aState())).toBeNull();
});

test('a page is awaited where its list is on the screen, and its seconds are counted', () => {
  expect(awaited(reading)).toContain('page');
  expect(awaited({ ...reading, screen: { kind: 'organisations' } })).toBeNull();
  const [later] = reduce(reading, { kind: 'secondPassed', awaited: awaited(reading) ?? '', seconds: 4 });
  expect(secondsAwaited(later)).toBe(4);
});
