/** The screen of the ages, in narrow terminals and before every page is loaded. */
import { expect, test } from 'vitest';
import { refusalFor } from '../../../src/screens/keys/binding.ts';
import { staleKeys, StaleScreen } from '../../../src/screens/staleness/staleness-screen.tsx';
import type { State } from '../../../src/state/state.ts';
import { aListing, aState, aStateOf, aSystem, daysAgo, pagesOf } from '../../support/make.ts';
import { play } from '../../state/play.ts';
import { drawn } from '../parts/drawn.ts';

const systems = Array.from({ length: 12 }, (_, at) =>
  aSystem({
    systemId: `S${at}`,
    lastSeen: daysAgo(89.5 + at),
    enrolmentKeyId: at,
    enrolmentKeyDescription: `branch office ${at}`,
  }),
);

function linesOf(state: State, columns = 80): readonly string[] {
  const screen =
    state.screen.kind === 'stale' ? state.screen : ({ kind: 'stale', days: state.staleness.days } as const);
  return drawn(<StaleScreen state={{ ...state, columns }} screen={screen} />, columns);
}

test('a band of a single day is called by that day', () => {
  const opened = play(aStateOf(systems), { kind: 'staleOpened' }, { kind: 'thresholdMoved', days: -1 }).state;
  expect(linesOf(opened).join('\n')).toMatch(/^90 d +1 /m);
  const oneDay = play(opened, { kind: 'thresholdMoved', days: -88 }).state;
  expect(linesOf(oneDay).join('\n')).toMatch(/^today +0/m);
});

test('of many keys as many are named as fit whole, and the others are counted', () => {
  const opened = play(aStateOf(systems), { kind: 'staleOpened' }).state;
  const line = linesOf(opened).find((one) => one.startsWith('stale by key: '));
  expect(line).toMatch(/^stale by key: (branch office \d+ 1 · )+\d+ more$/);
});

test.each([80, 60, 40])('no sentence of it is cut at %s columns', (columns) => {
  const opened = { ...play(aStateOf(systems.slice(0, 1)), { kind: 'staleOpened' }).state, notice: null };
  expect(linesOf(opened, columns).join('\n')).not.toContain('…');
});

test('enter says whether the rest is loading, or has to be requested', () => {
  const [enter] = staleKeys.bindings;
  const begun = aState({ listing: aListing(pagesOf(systems, 4).slice(0, 1)), organisationTotal: systems.length });
  const reading = play(begun, { kind: 'staleOpened' }).state;
  expect(enter && refusalFor(enter, reading)).toBe('not every page has been read yet; the rest is on its way');
  const stopped = play(reading, { kind: 'wentBack' }).state;
  expect(enter && refusalFor(enter, stopped)).toBe('not every page has been read yet; s reads on');
});
