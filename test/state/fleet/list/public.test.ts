import { describe, expect, test } from 'vitest';
import {
  isReadingEverything,
  isWholeListRead,
  systemAtHand,
  dropSystems,
} from '../../../../src/state/fleet/list/feature.ts';
import { aListing, aPage, aState, aStateOf, pagesOf, systemsOf } from '../../../support/make.ts';
import { arrived, play } from '../../root/play.ts';

const start = aStateOf(systemsOf(3));

describe('the list', () => {
  const pages = pagesOf(systemsOf(4), 2);
  const part = aState({ listing: aListing(pages.slice(0, 1), { includeDisabled: true }) });

  test('is being read whole while its pages follow one another, and not after', () => {
    const reading = play(part, { kind: 'staleMarkRequested' }).state;
    const over = play(reading, arrived(0, pages[1])).state;
    expect([part, reading, over].map(isReadingEverything)).toEqual([false, true, false]);
  });

  test('is not being read where there is no page to request', () => {
    const untrusted = { kind: 'untrusted', link: 'http://elsewhere', reason: 'not encrypted' } as const;
    const stuck = aState({ listing: aListing([aPage([], { next: untrusted })]) });
    expect(isReadingEverything(play(stuck, { kind: 'moved', motion: 'last' }).state)).toBe(false);
  });

  test('is whole when it was read to its end, disabled systems included, and nothing newer is on its way', () => {
    const whole = aState({ listing: aListing([aPage([])], { includeDisabled: true }) });
    const again = play(whole, { kind: 'refreshRequested' }).state;
    expect([part, start, whole, again].map(isWholeListRead)).toEqual([false, false, true, false]);
  });
});

test('keys act on the system whose fields are shown, else on the one under the cursor', () => {
  const details = play(start, { kind: 'detailsOpened' }, { kind: 'moved', motion: 'down' }).state;
  const states = [start, { ...details, list: { ...details.list, listing: aListing([]) } }, aState()];
  expect(states.map((state) => systemAtHand(state)?.systemId)).toEqual(['S0', 'S0', undefined]);
});

test.each([
  [3, 3, 0],
  [3, 1, 2],
  [1, 3, 0],
  [null, 1, null],
])('a total of %j without %i that are gone is %j', (total, gone, left) => {
  const ids = systemsOf(gone).map(({ systemId }) => systemId);
  const [state] = dropSystems({ ...start, list: { ...start.list, total } }, new Set(ids));
  expect(state.list.total).toBe(left);
});
