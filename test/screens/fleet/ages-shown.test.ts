/** Ages at a glance: the cell beside each age, and the bar of all loaded systems. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gaugeOf, standingLine, trendWords } from '../../../src/screens/fleet/system-signs.ts';
import { width } from '../../../src/screens/text/fit.ts';
import { isConnected, isStale, standingOf } from '../../../src/state/fleet/staleness/staleness.ts';
import { aStateOf, aSystem, daysAgo, now, systemsOf } from '../../support/make.ts';
import { property } from '../../support/property.ts';

const away = (days: number | null, enrolled = 400) =>
  aSystem({ state: 'Disconnected', lastSeen: days === null ? null : daysAgo(days), enrolledAt: daysAgo(enrolled) });

test.each([
  ['a system that was just seen', away(0), '▁', 'dim'],
  ['one at half of the limit', away(45), '▄', 'dim'],
  ['one that is nearly stale', away(89), '▇', 'dim'],
  ['one exactly at the limit, which is not stale', away(90), '▇', 'dim'],
  ['a stale one', away(91), '█', 'danger'],
  ['a stale one that never connected, by its enrolment', away(null), '█', 'danger'],
  ['a connected one: its age means nothing', aSystem({ state: 'Connected', lastSeen: daysAgo(400) }), ' ', 'plain'],
  ['one of unknown age', aSystem({ state: 'Disconnected', lastSeen: null, enrolledAt: null }), ' ', 'plain'],
])('the cell of %s', (_, system, text, tone) => {
  expect(gaugeOf(system, 90, now)).toEqual({ text, tone });
});

const ages = fc.record({
  lastSeen: fc.oneof(
    fc.constant(null),
    fc.nat(400).map((days) => daysAgo(days)),
  ),
  enrolledAt: fc.oneof(fc.constant(null), fc.constant(daysAgo(400)), fc.constant(daysAgo(2))),
  state: fc.constantFrom('Connected', 'Disconnected'),
});

property(
  'every system is counted once, and as stale by the rule',
  [fc.array(ages, { maxLength: 30 }), fc.integer({ min: 1, max: 400 })],
  (all, days) => {
    const systems = systemsOf(all.length, (at) => all[at] ?? {});
    const standing = standingOf([systems], days, now);
    expect(Object.values(standing).reduce((sum: number, one: number) => sum + one, 0)).toBe(systems.length);
    expect(Math.min(...Object.values(standing).map(Number))).toBeGreaterThanOrEqual(0);
    expect(standing.stale).toBe(systems.filter((system) => isStale(system, days, now)).length);
    expect(standing.online).toBe(systems.filter(isConnected).length);
  },
);

property(
  'the bar fills its line, and each kind of system that is loaded has a part of it',
  [fc.array(ages, { minLength: 1, maxLength: 30 }), fc.integer({ min: 30, max: 200 })],
  (all, columns) => {
    const state = { ...aStateOf(systemsOf(all.length, (at) => all[at] ?? {})), columns };
    const parts = standingLine(state);
    if (parts.length === 0) return;
    expect(parts.reduce((sum, { text }) => sum + width(text), 0)).toBe(columns);
    expect(parts.filter(({ text }) => width(text) === 0)).toEqual([]);
  },
);

test('the bar of a large organisation of every kind is there at 80 columns, with fewer words where it is narrow', () => {
  const kinds = [
    aSystem({ state: 'Connected' }),
    ...[away(1), away(89), away(200), away(null, 10)],
    aSystem({ state: 'Disconnected', lastSeen: null, enrolledAt: null }),
  ];
  const state = aStateOf(systemsOf(6 * 1200, (at) => ({ ...kinds[at % 6], systemId: `S${at}` })));
  const lineAt = (columns: number): string =>
    standingLine({ ...state, columns })
      .map(({ text }) => text)
      .join('');
  expect(lineAt(120)).toMatch(/ ▒ 1,200 near {2}▚ 1,200 stale {2}░ 1,200 never {2}\? 1,200 unknown$/);
  expect(lineAt(80)).toMatch(/^█+▓+▒+▚+░+\?+ {2}█ 1,200 {2}▓ 1,200 {2}▒ 1,200 {2}▚ 1,200 {2}░ 1,200 {2}\? 1,200$/);
  expect(lineAt(50)).toBe('');
});

test.each([
  [[], ''],
  [[62], ''],
  [[62, 12], '█▂ 62 → 12'],
  [[62, 41, 12], '█▆▂ 62 → 41 → 12'],
  [[0, 0], '▁▁ 0 → 0'],
  [[9000, 1, 1, 2, 3], '▃▆█ 9,000 → 1 → 3'],
])('stale systems at visits, %j, are "%s"', (stale, words) => {
  const visits = stale.map((one, at) => ({ at, stale: one }));
  expect(trendWords(visits, 3)).toBe(words);
});

test('an empty list and a narrow terminal have no bar', () => {
  expect(standingLine(aStateOf([]))).toEqual([]);
  expect(standingLine({ ...aStateOf(systemsOf(5)), columns: 20 })).toEqual([]);
});
