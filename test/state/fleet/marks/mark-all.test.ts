/** "Mark all that match" marks what matched when it was asked for, and nothing else. */
import { describe, expect, test } from 'vitest';
import { aListing, aState, daysAgo, idsOf, pagesOf, systemsOf } from '../../../support/make.ts';
import { arrived, play } from '../../root/play.ts';
import type { Action } from '../../../../src/state/root/state.ts';

/** Two pages; of every three systems one has the key `lab`, and is older than the others. */
const pages = pagesOf(
  systemsOf(6, (at) =>
    at % 3 === 0 ? { enrolmentKeyDescription: 'lab', lastSeen: daysAgo(100) } : { lastSeen: daysAgo(50) },
  ),
  3,
);
const start = aState({ listing: aListing(pages.slice(0, 1)) });
const last = arrived(0, pages[1]);

const typing = (text: string): Action[] => [{ kind: 'filterOpened' }, { kind: 'textEdited', text }];
const filter = (text: string): Action[] => [...typing(text), { kind: 'promptAccepted' }];
const allOnceRead: Action[] = [{ kind: 'matchingMarked' }, { kind: 'allMarked', readFirst: true }];

describe('all that match, once all is read,', () => {
  test('are marked when the last page is there', () => {
    const { state } = play(start, ...filter('key:lab'), ...allOnceRead, last);
    expect(idsOf(state.marks.marked)).toEqual(['S0', 'S3']);
  });

  test('are marked in the list that r refreshes meanwhile', () => {
    const again = play(start, ...filter('key:lab'), ...allOnceRead, { kind: 'refreshRequested' }).state;
    const { state } = play(again, ...pages.map((page) => arrived(again.list.listing.pending?.id ?? 0, page)));
    expect(idsOf(state.marks.marked)).toEqual(['S0', 'S3']);
  });

  test('are marked also where G is pressed meanwhile', () => {
    const { state } = play(start, ...filter('key:lab'), ...allOnceRead, { kind: 'moved', motion: 'last' }, last);
    expect(idsOf(state.marks.marked)).toEqual(['S0', 'S3']);
  });

  test.each<[string, Action[]]>([
    ['another filter is typed meanwhile', typing('s')],
    ['the filter was taken away', filter('')],
    ['another view is shown', [{ kind: 'viewShown', digit: '0' }]],
    ['the filter was another one for a moment', [...typing('s'), { kind: 'wentBack' }]],
  ])('are not mixed up with what is shown where %s, and it is said', (_, meanwhile) => {
    const { state } = play(start, ...filter('key:lab'), ...allOnceRead, ...meanwhile, last);
    expect(idsOf(state.marks.marked)).toEqual([]);
    expect(state.list.listing.scan?.next).toEqual({ kind: 'end' });
    expect(state.notice).toMatchObject({
      kind: 'warning',
      text: expect.stringContaining('nothing is marked at the end') as string,
    });
  });

  test('are not what is stale by another threshold', () => {
    const settings: Action[] = [
      { kind: 'settingsOpened', about: 'profile' },
      { kind: 'textEdited', text: '30' },
      { kind: 'settingsApplied' },
    ];
    const { state } = play(start, ...filter('is:stale'), ...allOnceRead, ...settings, last);
    expect(state.staleness.days).toBe(30);
    expect(idsOf(state.marks.marked)).toEqual([]);
  });

  test('are those in any order', () => {
    const { state } = play(start, ...filter('key:lab'), ...allOnceRead, { kind: 'sortChanged' }, last);
    expect(idsOf(state.marks.marked)).toEqual(['S0', 'S3']);
  });
});
