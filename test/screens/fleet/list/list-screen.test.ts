import { expect, test } from 'vitest';
import { systemsFacts } from '../../../../src/screens/fleet/list-screen.tsx';
import type { State } from '../../../../src/state/root/state.ts';
import { aPage, aStateOf, aSystem, now } from '../../../support/make.ts';
import { withGone } from '../../../../src/state/fleet/list/scan.ts';
import { play } from '../../../state/root/play.ts';

/** Its only page has just come. */
function aUserReading(): State {
  const opened = play(aStateOf([aSystem()]), { kind: 'refreshRequested' }).state;
  const scan = opened.list.listing.pending?.id ?? opened.list.listing.scan?.id ?? 0;
  return play(opened, { kind: 'pageArrived', scan, page: aPage([aSystem()]), now }).state;
}

test('the age of what is shown is said from a minute on', () => {
  expect(systemsFacts(aUserReading())).toMatch(/1 system ·/);
  const later = play(aUserReading(), { kind: 'minutePassed', now: now + 4 * 60_000 }).state;
  expect(systemsFacts(later)).toMatch(/1 system 4 min ago ·/);
});

test('in a narrow terminal, how many a filter shows is worth more than the order', () => {
  const ordered = play(aUserReading(), { kind: 'sortChanged' }, { kind: 'filterOpened' }).state;
  const { state } = play({ ...ordered, columns: 30 }, { kind: 'textEdited', text: 'name:nothing-like-this' });
  expect(systemsFacts(state)).toBe('1 system · 0 shown by filter "name:nothing-like-this"');
});

test('a refreshed list is as old as its first page', () => {
  const later = play(
    aUserReading(),
    { kind: 'minutePassed', now: now + 4 * 60_000 },
    { kind: 'refreshRequested' },
  ).state;
  const page = aPage([aSystem(), aSystem()]);
  const scan = later.list.listing.pending?.id ?? 0;
  const again = play(later, { kind: 'pageArrived', scan, page, now: now + 4 * 60_000 });
  expect(systemsFacts(again.state)).toMatch(/2 systems ·/);
});

test('fields that cannot be read are counted beside the list, those of gone systems are not', () => {
  const [tags, key] = [{ tags: '["prod"]' }, { enrolmentKeyId: '"7"', enrolmentKeyDescription: '7' }];
  const systems = [{ odd: tags }, { odd: { ...tags, ...key } }, { odd: tags, systemId: 'gone' }, {}].map(aSystem);
  const state = aStateOf(systems);
  const { scan } = state.list.listing;
  const listing = { ...state.list.listing, scan: scan && withGone(scan, ['gone']) };
  expect(systemsFacts({ ...state, columns: 120 })).toContain('3 tags and 1 key cannot be read');
  expect(systemsFacts({ ...state, columns: 120, list: { ...state.list, listing } })).toContain('2 tags and 1 key');
  expect(systemsFacts(aStateOf([aSystem()]))).not.toContain('read');
});
